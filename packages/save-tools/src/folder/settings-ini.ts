import { join } from 'node:path';
import { recover } from '@palatine/platform/config-error';
import { booleanIn, integerWithin } from '@palatine/platform/json';
import { FILE_BYTES, readFileBytes, UnreadableFileError } from '@palatine/platform/read-file';
import SETTINGS_KEYS from './settings-keys.json' with { type: 'json' };

/** Names of the settings in `OptionSettings` of PalWorldSettings.ini, of the game 1.0.3 to 1.0.5, in lower case. */
const KNOWN: ReadonlySet<string> = new Set(SETTINGS_KEYS.map((name) => name.toLowerCase()));

/** Settings of the game by lower-case name, as text without quotes. A list keeps its parentheses. */
export type IniSettings = ReadonlyMap<string, string>;

const OPTIONS = /^[^\S\r\n]*OptionSettings[^\S\r\n]*=[^\S\r\n]*\(/gim;

/** Reads `OptionSettings=(Name=Value,…)` of a PalWorldSettings.ini. The last value of a name wins. Skips faulty parts. */
export function parseSettingsIni(text: string): IniSettings {
  const settings = new Map<string, string>();
  for (const match of text.matchAll(OPTIONS)) readOptions(text, match.index + match[0].length, settings);
  return settings;
}

const SECTION = '/Script/Pal.PalGameWorldSettings';
/** A file with more text than a first run leaves. */
const FILLED_CHARS = 200;

export interface SettingsOfGame {
  readonly settings: IniSettings;
  /** Why the game uses its defaults instead of the file; '' if it reads it. */
  readonly noEffect: string;
  /** Parts of the file without effect, a sentence each. */
  readonly doubts: readonly string[];
}

/** Reads a PalWorldSettings.ini as the game does: `OptionSettings=(…)` on one line below its section. */
export function settingsAsGameReads(text: string): SettingsOfGame {
  const values: string[] = [];
  let [section, misplaced, sections] = ['', 0, 0];
  for (const line of text.split(/\r?\n/)) {
    section = /^\s*\[(.*)\]\s*$/.exec(line)?.[1]?.trim().toLowerCase() ?? section;
    if (/^\s*\[/.test(line) && section === SECTION.toLowerCase()) sections += 1;
    const value = /^\s*OptionSettings\s*=\s*(.*)$/i.exec(line)?.[1];
    if (value !== undefined && section !== SECTION.toLowerCase()) misplaced += 1;
    else if (value !== undefined) values.push(value.trim());
  }
  const value = values.at(-1);
  const why = whyNotRead(value, misplaced, text);
  if (value === undefined || why !== '') {
    const noEffect = `the game reads OptionSettings from one line below its section, and ${why}; this file has no effect`;
    return { settings: new Map(), noEffect: why && noEffect, doubts: [] };
  }
  const settings = parseSettingsIni(`OptionSettings=${value}`);
  const unknown = [...settings.keys()].filter((name) => !KNOWN.has(name));
  const doubts = unknown.length === 0 ? [] : [`the game has no setting ${unknown.join(', ')}`];
  if (sections + misplaced > 1 || values.length > 1)
    doubts.push('OptionSettings, or its section, is there twice');
  return { settings, noEffect: '', doubts };
}

function whyNotRead(value: string | undefined, misplaced: number, text: string): string {
  if (value === undefined && misplaced > 0) return `there is no line [${SECTION}] above it`;
  if (value === undefined) return text.trim().length > FILLED_CHARS ? 'the text of the file has none' : '';
  if (value.replace(/"(?:\\.|[^"\\])*"/g, '').includes(';')) return 'a comment is within it';
  const isWhole = value.startsWith('(') && readList(value, 0)?.end === value.length;
  return isWhole
    ? ''
    : 'it is not whole there: it goes on in another line, or a quote or parenthesis is open';
}

const SYSTEMS = ['LinuxServer', 'WindowsServer'] as const;

/** The readable settings files of this name below `Pal/Saved`. */
export function settingsFiles(saved: string, name: string): { file: string; text: string }[] {
  return SYSTEMS.flatMap((system) => {
    const file = join(saved, 'Config', system, name);
    const read = () => readFileBytes(file, FILE_BYTES.settings);
    const bytes = recover(read, UnreadableFileError, () => undefined);
    return bytes === undefined ? [] : [{ file, text: iniText(bytes) }];
  });
}

/** Text of a file of the game: Unreal writes UTF-16 for anything beyond ASCII. */
export function iniText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}

export function iniRestPort(settings: IniSettings): number | undefined {
  return integerWithin(settings.get('restapiport'), 1, 65_535);
}

export function iniBoolean(settings: IniSettings, name: string): boolean | undefined {
  return booleanIn(settings.get(name.toLowerCase()));
}

/** Folder name of the world that the server starts, as a GameUserSettings.ini has it: '' for a lost name, undefined without one. */
export function dedicatedServerName(text: string): string | undefined {
  const names = [...text.matchAll(/^[^\S\r\n]*DedicatedServerName[^\S\r\n]*=[^\S\r\n]*"?([^"\r\n]*)/gim)];
  return names.at(-1)?.[1]?.trim();
}

/** Reads `Name=Value` pairs from after the opening to the closing parenthesis. */
function readOptions(text: string, start: number, settings: Map<string, string>): void {
  let at = start;
  while (at < text.length && text[at] !== ')') {
    const name = /[^=,()"]*/y;
    name.lastIndex = at;
    const key = (name.exec(text)?.[0] ?? '').trim().toLowerCase();
    at = name.lastIndex;
    if (text[at] === '=') {
      const value = readValue(text, at + 1);
      if (key !== '') settings.set(key, value.text);
      at = value.end;
    } else if (text[at] !== ')' && text[at] !== ',') at += 1;
    if (text[at] === ',') at += 1;
  }
}

interface Value {
  readonly text: string;
  /** After the value: at the comma or parenthesis. */
  readonly end: number;
}

function readValue(text: string, from: number): Value {
  const start = from + (/^[^\S\r\n]*/.exec(text.slice(from, from + 64))?.[0].length ?? 0);
  const value =
    text[start] === '"' ? readQuoted(text, start) : text[start] === '(' ? readList(text, start) : undefined;
  if (value !== undefined) return value;
  const plain = /[^,)\r\n]*/y;
  plain.lastIndex = start;
  return { text: (plain.exec(text)?.[0] ?? '').trim(), end: plain.lastIndex };
}

const QUOTED = /"((?:\\.|[^"\\])*)"[^\S\r\n]*/suy;

/** Undefined without a closing quote. Escapes are those of Unreal's parser of quoted texts; not tried with the game. */
function readQuoted(text: string, start: number): Value | undefined {
  QUOTED.lastIndex = start;
  const quoted = QUOTED.exec(text)?.[1];
  if (quoted === undefined) return undefined;
  return { text: quoted.replace(/\\(["'\\])/g, '$1'), end: QUOTED.lastIndex };
}

/** A list with its parentheses; undefined if one is not closed. */
function readList(text: string, start: number): Value | undefined {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '"') {
      const quoted = readQuoted(text, at);
      if (quoted === undefined) return undefined;
      at = quoted.end - 1;
    } else if (text[at] === '(') depth += 1;
    else if (text[at] === ')') depth -= 1;
    if (depth === 0) return { text: text.slice(start, at + 1), end: at + 1 };
  }
  return undefined;
}
