import { join } from 'node:path';
import { FILE_BYTES, readFileBytes } from '../../data-folder/read-file.ts';
import { iniRestPort, iniText, parseSettingsIni } from '../../link/settings-ini.ts';

export const DEFAULT_REST_PORT = 8212;
/** From `Pal/Saved/SaveGames/0/<world>`. */
const SAVED = '../../..';
const SYSTEMS = ['LinuxServer', 'WindowsServer'] as const;

/**
 * The ports on which the game server of a world may answer: as the settings above the world folder say, else the
 * game's own. Settings that cannot be read say nothing.
 */
export function restPorts(folder: string): number[] {
  const ports = SYSTEMS.flatMap((system) => {
    const port = portIn(settingsText(join(folder, SAVED, 'Config', system, 'PalWorldSettings.ini')));
    return port === undefined ? [] : [port];
  });
  return ports.length === 0 ? [DEFAULT_REST_PORT] : [...new Set(ports)];
}

/** The RESTAPIPort of a PalWorldSettings.ini; undefined where it names none. */
export function portIn(settings: string): number | undefined {
  return iniRestPort(parseSettingsIni(settings));
}

function settingsText(file: string): string {
  try {
    return iniText(readFileBytes(file, FILE_BYTES.settings) ?? Buffer.alloc(0));
  } catch {
    return '';
  }
}
