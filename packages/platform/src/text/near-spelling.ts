/** Letters inserted, deleted, replaced and swapped between two texts (optimal string alignment). Stops at `max` + 1. */
export function editDistance(one: string, other: string, max: number): number {
  const beyond = max + 1;
  if (Math.abs(one.length - other.length) > max) return beyond;
  const width = other.length + 1;
  // Three rows in turn. Cells further than `max` from the diagonal are beyond the limit.
  const cells = new Uint16Array(3 * width).fill(beyond);
  for (let j = 0; j <= Math.min(max, other.length); j++) cells[j] = j;
  for (let i = 1; i <= one.length; i++) {
    const row = (i % 3) * width;
    const last = ((i + 2) % 3) * width;
    const beforeLast = ((i + 1) % 3) * width;
    cells.fill(beyond, row, row + width);
    if (i <= max) cells[row] = i;
    let min = i;
    for (let j = Math.max(1, i - max); j <= Math.min(other.length, i + max); j++) {
      const same = one[i - 1] === other[j - 1];
      let edits = Math.min(at(last + j), at(row + j - 1), at(last + j - 1) - (same ? 1 : 0)) + 1;
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) {
        edits = Math.min(edits, at(beforeLast + j - 2) + 1);
      }
      cells[row + j] = edits;
      min = Math.min(min, edits);
    }
    // A swap reaches back two rows; but if one of those was within the limit by an edit, so is a cell of this row.
    if (min > max) return beyond;
  }
  return Math.min(at((one.length % 3) * width + other.length), beyond);

  function at(index: number): number {
    return cells[index] ?? beyond; // the index is within the rows
  }
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
export function mayBeNear(one: number, other: number, max: number): boolean {
  return bitCount(one & ~other) <= max && bitCount(other & ~one) <= max;
}

function bitCount(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}
