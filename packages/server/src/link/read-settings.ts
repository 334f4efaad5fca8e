import { LIMITS } from '@palatine/contract';
import { fieldsOf, integerWithin, type JsonFields, numberWithin, textIn } from './json-fields.ts';

export type SettingValue = string | number | boolean;

/**
 * What GET /settings says: the settings that the running process uses, spelt as it spells them. Without a prototype,
 * because the names come from outside. Lists are left out, and so is whatever calls itself a password.
 */
export type GameServerSettings = Readonly<Record<string, SettingValue>>;

/** The game has about 110. */
const MOST_SETTINGS = 1000;

/** Reads the body of GET /settings leniently; undefined when it is no object or holds no setting. */
export function readSettings(json: unknown): GameServerSettings | undefined {
  if (fieldsOf(json) === undefined) return undefined;
  const settings: Record<string, SettingValue> = Object.create(null);
  let count = 0;
  for (const [name, value] of Object.entries(json as object)) {
    const setting = settingIn(value);
    if (setting === undefined || name.length > LIMITS.idChars || /password/i.test(name)) continue;
    if (count === MOST_SETTINGS) break;
    settings[name] = setting;
    count += 1;
  }
  return count === 0 ? undefined : settings;
}

function settingIn(value: unknown): SettingValue | undefined {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  return textIn(value, LIMITS.messageChars);
}

/** A setting by its name in any case: the server prints `autoSaveSpan` for AutoSaveSpan. */
export function setting(settings: GameServerSettings, name: string): SettingValue | undefined {
  return (fieldsOf(settings) as JsonFields).get(name.toLowerCase()) as SettingValue | undefined; // made by readSettings
}

/** Seconds between autosaves; undefined when the server does not say. */
export function autoSaveSpanSeconds(settings: GameServerSettings): number | undefined {
  return numberWithin(setting(settings, 'AutoSaveSpan'), 1, 86_400);
}

/** Whether the game keeps generations of the world in `backup/world`; undefined when the server does not say. */
export function keepsGenerations(settings: GameServerSettings): boolean | undefined {
  return booleanIn(setting(settings, 'bIsUseBackupSaveData'));
}

/** The port of the REST interface; undefined when the server does not say. */
export function restApiPort(settings: GameServerSettings): number | undefined {
  return integerWithin(setting(settings, 'RESTAPIPort'), 1, 65_535);
}

/** A setting as a truth value, also one that is printed as a text. */
export function booleanIn(value: SettingValue | undefined): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string') return undefined;
  const text = value.trim().toLowerCase();
  return text === 'true' ? true : text === 'false' ? false : undefined;
}
