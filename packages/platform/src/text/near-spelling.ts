/**
 * Edits from one text to the other: letters put in, left out or replaced, and neighbours swapped (optimal string
 * alignment). Stops, with `most` + 1, as soon as there are more than `most`.
 */
export function editDistance(one: string, other: string, most: number): number {
  const beyond = most + 1;
  if (Math.abs(one.length - other.length) > most) return beyond;
  const width = other.length + 1;
  // Three rows in turn. Cells further than `most` from the diagonal can only be beyond the bound.
  const cells = new Uint16Array(3 * width).fill(beyond);
  for (let j = 0; j <= Math.min(most, other.length); j++) cells[j] = j;
  for (let i = 1; i <= one.length; i++) {
    const row = (i % 3) * width;
    const last = ((i + 2) % 3) * width;
    const beforeLast = ((i + 1) % 3) * width;
    cells.fill(beyond, row, row + width);
    if (i <= most) cells[row] = i;
    let least = i;
    for (let j = Math.max(1, i - most); j <= Math.min(other.length, i + most); j++) {
      const same = one[i - 1] === other[j - 1];
      let edits = Math.min(at(last + j), at(row + j - 1), at(last + j - 1) - (same ? 1 : 0)) + 1;
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) {
        edits = Math.min(edits, at(beforeLast + j - 2) + 1);
      }
      cells[row + j] = edits;
      least = Math.min(least, edits);
    }
    // A swap reaches back two rows; but where one of those was within the bound by an edit, so is a cell of this row.
    if (least > most) return beyond;
  }
  return Math.min(at((one.length % 3) * width + other.length), beyond);

  function at(index: number): number {
    return cells[index] ?? beyond; // the index is within the rows
  }
}

/** The edits that a text of this length may be away from what it means. Short texts are near to too much. */
export function maxEdits(length: number): number {
  if (length < 4) return 0;
  if (length < 8) return 1;
  return length < 13 ? 2 : 3;
}

/** The letters and digits of a text, as bits. Two may share a bit. */
export function lettersOf(key: string): number {
  let bits = 0;
  for (let at = 0; at < key.length; at++) bits |= 1 << (key.charCodeAt(at) & 31);
  return bits;
}

/** False when texts with these letters are surely more than `most` edits apart: an edit changes one letter at most. */
export function mayBeNear(one: number, other: number, most: number): boolean {
  return bitCount(one & ~other) <= most && bitCount(other & ~one) <= most;
}

function bitCount(bits: number): number {
  let count = 0;
  for (let left = bits; left !== 0; left &= left - 1) count++;
  return count;
}
