import type { Setting, SettingsFile, SettingValue } from '@palatine/contract';
import { formatList } from '../data/format.ts';
import { texts } from '../texts/texts.ts';

/** Changes of a file by key that are not saved yet; null takes a setting out of the file, so that it has its default. */
export type Draft = Readonly<Record<string, SettingValue | null>>;

export interface Change {
  readonly setting: Setting;
  readonly before: SettingValue | undefined;
  readonly after: SettingValue | undefined;
}

export function shownValue({ Key, Value, Default }: Setting, draft: Draft): SettingValue {
  return (Object.hasOwn(draft, Key) ? draft[Key] : Value) ?? Default;
}

/** The draft with a setting changed. A value that equals the file's is not a change. */
export function withValue(draft: Draft, setting: Setting, value: SettingValue | null): Draft {
  const { [setting.Key]: _, ...others } = draft;
  const before = setting.Given ? (setting.Value ?? undefined) : null;
  if (isSame(value, before)) return others;
  if (!setting.Given && value !== null && isSame(value, setting.Default)) return others;
  return { ...others, [setting.Key]: value };
}

export function changesOf({ Values }: SettingsFile, draft: Draft): Change[] {
  return Values.filter(({ Key }) => Object.hasOwn(draft, Key)).map((setting) => ({
    setting,
    before: setting.Given ? setting.Value : undefined,
    after: draft[setting.Key] ?? undefined,
  }));
}

export function inverseOf(changes: readonly Change[]): Draft {
  return Object.fromEntries(changes.map(({ setting, before }) => [setting.Key, before ?? null]));
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

export function valueText(value: SettingValue): string {
  const { yes, no, empty } = texts.value.settings;
  if (typeof value === 'boolean') return value ? yes : no;
  if (Array.isArray(value)) return value.length === 0 ? empty : formatList(value.map(String));
  return value === '' ? empty : String(value);
}

/** Reads one entry each line. A line that is not a number stays a text, and the service refuses it. */
export function readLines(text: string, kind: 'Texts' | 'Numbers'): SettingValue {
  const lines = text === '' ? [] : text.split('\n');
  if (kind === 'Texts') return lines;
  const numbers = lines.filter((line) => line.trim() !== '').map(Number);
  return numbers.some(Number.isNaN) ? lines : numbers;
}
