/** Letters inserted, deleted, replaced and swapped between two texts (optimal string alignment). Stops at `max` + 1. */
export function editDistance(written: string, meant: string, max: number): number {
  if (Math.abs(written.length - meant.length) > max) return max + 1;
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: meant.length + 1 }, (_, j) => j);
  for (let i = 1; i <= written.length; i++) {
    const row = [i];
    for (let j = 1; j <= meant.length; j++) {
      const isSame = written[i - 1] === meant[j - 1];
      const isSwapped = written[i - 1] === meant[j - 2] && written[i - 2] === meant[j - 1];
      const replaced = (last[j - 1] ?? 0) + (isSame ? 0 : 1);
      const swapped = isSwapped ? (beforeLast[j - 2] ?? 0) + 1 : replaced;
      row.push(Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, replaced, swapped));
    }
    // A swap reaches back two rows; but if one of those was within the limit by an edit, so is a cell of this row.
    if (row.every((edits) => edits > max)) return max + 1;
    [beforeLast, last] = [last, row];
  }
  return Math.min(last.at(-1) ?? 0, max + 1);
}

/** Maximum edits between a text of this length and its meaning. Short texts are near to too much. */
export function maxEdits(length: number): number {
  if (length < 4) return 0;
  if (length < 8) return 1;
  return length < 13 ? 2 : 3;
}

/** The letters and digits of a text, as bits that two may share. */
export function lettersOf(key: string): number {
  let bits = 0;
  for (let at = 0; at < key.length; at++) bits |= 1 << (key.charCodeAt(at) & 31);
  return bits;
}

/** False when texts with these letters are surely more than `max` edits apart: an edit changes one letter. */
export function mayBeNear(left: number, right: number, max: number): boolean {
  return bitCount(left & ~right) <= max && bitCount(right & ~left) <= max;
}

function bitCount(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}
