import { join } from 'node:path';
import { FILE_BYTES, readFileBytes } from '../../data-folder/read-file.ts';

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
  const lines = settings.split(/\r?\n/).filter((line) => !/^\s*[;#]/.test(line));
  // A server's name or description may hold anything.
  const bare = lines
    .join('\n')
    .replace(/=\s*"(?:\\.|[^"\\])*"/g, (text) => (/^=\s*"\d+"$/.test(text) ? text : '='));
  const port = Number(/\bRESTAPIPort\s*=\s*"?(\d{1,5})\b/i.exec(bare)?.[1]);
  return port >= 1 && port <= 65_535 ? port : undefined;
}

function settingsText(file: string): string {
  try {
    const bytes = readFileBytes(file, FILE_BYTES.settings) ?? Buffer.alloc(0);
    // Unreal writes UTF-16 once a text is not plain ASCII.
    return bytes.toString(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf16le' : 'utf8');
  } catch {
    return '';
  }
}
