import { searchKey } from '@palatine/contract';
import { rankText } from '../data/catalogue-search.ts';

/** The places of the texts that fit, best first as `rankText` has it; those of the same worth keep their order. */
export function matchTexts(texts: readonly string[], wanted: string): { at: number; score: number }[] {
  const key = searchKey(wanted);
  if (key === '') return [];
  return texts
    .map((text, at) => ({ at, score: rankText(searchKey(text), key) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
}

/** A text in parts, with what was looked for marked: the first place that has it whole, else its letters in order. */
export function markedParts(text: string, wanted: string): readonly { text: string; marked: boolean }[] {
  const key = wanted.trim().toLowerCase();
  const lower = text.toLowerCase();
  if (key === '' || lower.length !== text.length) return [{ text, marked: false }];
  const whole = lower.indexOf(key);
  const places = new Set<number>();
  if (whole >= 0) for (let at = whole; at < whole + key.length; at++) places.add(at);
  else for (const at of lettersInOrder(lower, key)) places.add(at);
  const parts: { text: string; marked: boolean }[] = [];
  for (let at = 0; at < text.length; at++) {
    const marked = places.has(at);
    const last = parts.at(-1);
    if (last?.marked === marked) last.text += text[at];
    else parts.push({ text: text[at] ?? '', marked });
  }
  return parts;
}

function lettersInOrder(text: string, wanted: string): number[] {
  const places: number[] = [];
  let from = 0;
  for (const letter of wanted.replace(/\s+/g, '')) {
    const at = text.indexOf(letter, from);
    if (at < 0) return [];
    places.push(at);
    from = at + 1;
  }
  return places;
}
