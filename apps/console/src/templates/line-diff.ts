/** A line of two texts laid over each other. */
interface DiffLine {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** Longer texts are shown as removed and added whole: comparing takes time and memory of their product. */
const MAX_LINES = 1500;

/** The lines of two texts, with the longest common sequence as `same`. */
export function lineDiff(earlier: string, later: string): DiffLine[] {
  const [old, young] = [earlier.split('\n'), later.split('\n')];
  if (old.length > MAX_LINES || young.length > MAX_LINES) {
    const all = (kind: DiffLine['kind'], some: readonly string[]) => some.map((text) => ({ kind, text }));
    return [...all('removed', old), ...all('added', young)];
  }
  const width = young.length + 1;
  // common[i * width + j]: length of the longest common sequence of old from i and young from j.
  const common = new Uint16Array((old.length + 1) * width);
  const at = (row: number, column: number) => common[row * width + column] ?? 0;
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = young.length - 1; j >= 0; j--) {
      common[i * width + j] =
        old[i] === young[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < young.length) {
    const [before = '', after = ''] = [old[i], young[j]];
    const bothLeft = i < old.length && j < young.length;
    if (bothLeft && before === after) {
      lines.push({ kind: 'same', text: before });
      i += 1;
      j += 1;
    } else if (j < young.length && (i === old.length || at(i, j + 1) > at(i + 1, j))) {
      lines.push({ kind: 'added', text: after });
      j += 1;
    } else {
      lines.push({ kind: 'removed', text: before });
      i += 1;
    }
  }
  return lines;
}
