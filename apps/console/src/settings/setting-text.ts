import type { SettingValue } from '@palatine/contract';
import { formatList } from '../data/format.ts';
import { texts } from '../texts/texts.ts';

/** A value as a person reads it. */
export function valueText(value: SettingValue): string {
  const { yes, no, empty } = texts.value.settings;
  if (typeof value === 'boolean') return value ? yes : no;
  if (Array.isArray(value)) return value.length === 0 ? empty : formatList(value.map(String));
  return value === '' ? empty : String(value);
}

/** A list with one entry each line. */
export function linesText(value: SettingValue): string {
  return Array.isArray(value) ? value.join('\n') : String(value);
}

/** Reads one entry each line. A line that is no number stays a text, and the service says what is wrong with it. */
export function readLines(text: string, kind: 'Texts' | 'Numbers'): SettingValue {
  const lines = text === '' ? [] : text.split('\n');
  if (kind === 'Texts') return lines;
  const numbers = lines.filter((line) => line.trim() !== '').map(Number);
  return numbers.some(Number.isNaN) ? lines : numbers;
}
