import { join } from 'node:path';
import { FILE_BYTES, readFileBytes, UnreadableFileError } from '../data-folder/read-file.ts';
import { worldGuidIn } from '../link/read-responses.ts';
import {
  dedicatedServerName,
  type IniSettings,
  iniBoolean,
  iniRestPort,
  iniText,
  parseSettingsIni,
} from '../link/settings-ini.ts';

/** What the files of a dedicated server say; the running one may have been told otherwise by its arguments. */
export interface GameSettings {
  /** PalWorldSettings.ini, as it is there. */
  readonly file: string;
  /** Whether it holds settings: a first run leaves it empty, and a server then has its defaults. */
  readonly filled: boolean;
  readonly restEnabled: boolean | undefined;
  readonly restPort: number | undefined;
  /** Whether AdminPassword is there and empty; undefined where the file does not say. */
  readonly adminPasswordEmpty: boolean | undefined;
  readonly autoSaveSeconds: number | undefined;
  readonly keepsGenerations: boolean | undefined;
}

/** Linux, and Windows also under Wine. */
const SYSTEMS = ['LinuxServer', 'WindowsServer'] as const;

/** The settings below `Pal/Saved`, those with content first. Undefined where there are none that can be read. */
export function readGameSettings(saved: string): GameSettings | undefined {
  const found = SYSTEMS.flatMap((system) => {
    const file = join(saved, 'Config', system, 'PalWorldSettings.ini');
    const text = textOf(file);
    return text === undefined ? [] : [settingsOf(file, parseSettingsIni(text))];
  });
  return found.find(({ filled }) => filled) ?? found[0];
}

/** The world that GameUserSettings.ini names, 32 upper hex digits. */
export function namedWorld(saved: string): string | undefined {
  for (const system of SYSTEMS) {
    const text = textOf(join(saved, 'Config', system, 'GameUserSettings.ini')) ?? '';
    const name = worldGuidIn(dedicatedServerName(text));
    if (name !== undefined) return name;
  }
  return undefined;
}

function settingsOf(file: string, settings: IniSettings): GameSettings {
  const span = settings.get('autosavespan');
  return {
    file,
    filled: settings.size > 0,
    restEnabled: iniBoolean(settings, 'RESTAPIEnabled'),
    restPort: iniRestPort(settings),
    adminPasswordEmpty: settings.has('adminpassword') ? settings.get('adminpassword') === '' : undefined,
    autoSaveSeconds: span === undefined || Number.isNaN(Number(span)) ? undefined : Number(span),
    keepsGenerations: iniBoolean(settings, 'bIsUseBackupSaveData'),
  };
}

function textOf(file: string): string | undefined {
  try {
    const bytes = readFileBytes(file, FILE_BYTES.settings);
    return bytes && iniText(bytes);
  } catch (error) {
    if (error instanceof UnreadableFileError) return undefined;
    throw error;
  }
}
