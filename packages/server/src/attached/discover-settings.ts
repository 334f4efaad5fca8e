import { join } from 'node:path';
import { FILE_BYTES, readFileBytes, UnreadableFileError } from '../data-folder/read-file.ts';
import { worldGuidIn } from '../link/read-info.ts';

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
    const text = iniText(file);
    return text === undefined ? [] : [settingsOf(file, optionSettings(text))];
  });
  return found.find(({ filled }) => filled) ?? found[0];
}

/** `DedicatedServerName` of GameUserSettings.ini: the world that the server loads. */
export function dedicatedServerName(saved: string): string | undefined {
  for (const system of SYSTEMS) {
    const text = iniText(join(saved, 'Config', system, 'GameUserSettings.ini')) ?? '';
    const name = worldGuidIn(/^\s*DedicatedServerName\s*=\s*"?([^"\r\n]*)"?\s*$/im.exec(text)?.[1]);
    if (name !== undefined) return name;
  }
  return undefined;
}

function settingsOf(file: string, values: ReadonlyMap<string, string>): GameSettings {
  const flag = (name: string) => {
    const value = values.get(name)?.toLowerCase();
    return value === 'true' ? true : value === 'false' ? false : undefined;
  };
  const number = (name: string) => {
    const value = Number(values.get(name) ?? Number.NaN);
    return Number.isFinite(value) ? value : undefined;
  };
  const port = number('restapiport');
  return {
    file,
    filled: values.size > 0,
    restEnabled: flag('restapienabled'),
    restPort: port !== undefined && port >= 1 && port <= 65_535 ? port : undefined,
    adminPasswordEmpty: values.has('adminpassword') ? values.get('adminpassword') === '' : undefined,
    autoSaveSeconds: number('autosavespan'),
    keepsGenerations: flag('bisusebackupsavedata'),
  };
}

/** The values of `OptionSettings=(…)` by their names in lower case. Texts may hold commas, brackets and quotes. */
export function optionSettings(text: string): ReadonlyMap<string, string> {
  const begin = /^[ \t]*OptionSettings\s*=\s*\(/im.exec(text);
  const values = new Map<string, string>();
  if (begin === null) return values;
  const line = text.slice(begin.index + begin[0].length).split(/\r?\n/, 1)[0] ?? '';
  // A name, then a quoted text, a list in brackets, or a bare word.
  const pair = /\s*([A-Za-z0-9_]+)\s*=\s*(?:"((?:\\.|[^"\\])*)"|(\([^)]*\))|([^,)]*))\s*(?:,|\)|$)/y;
  for (let match = pair.exec(line); match !== null; match = pair.exec(line)) {
    const [, name = '', quoted, list, bare = ''] = match;
    values.set(name.toLowerCase(), quoted ?? list ?? bare.trim());
  }
  return values;
}

function iniText(file: string): string | undefined {
  try {
    const bytes = readFileBytes(file, FILE_BYTES.settings);
    // Unreal writes UTF-16 once a text is not plain ASCII.
    return bytes?.toString(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf16le' : 'utf8');
  } catch (error) {
    if (error instanceof UnreadableFileError) return undefined;
    throw error;
  }
}
