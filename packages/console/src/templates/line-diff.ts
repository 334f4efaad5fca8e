/** A line of two texts laid over each other. */
export interface DiffLine {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** Longer texts are shown as removed and added whole: comparing takes time and memory of their product. */
const MOST_LINES = 1500;

/** The lines of two texts, with the longest common sequence as `same`. */
export function lineDiff(before: string, after: string): DiffLine[] {
  const [old, young] = [before.split('\n'), after.split('\n')];
  if (old.length > MOST_LINES || young.length > MOST_LINES) {
    return [...old.map(line('removed')), ...young.map(line('added'))];
  }
  const width = young.length + 1;
  // common[i * width + j]: length of the longest common sequence of old from i and young from j.
  const common = new Uint16Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = young.length - 1; j >= 0; j--) {
      common[i * width + j] =
        old[i] === young[j]
          ? (common[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(common[(i + 1) * width + j] ?? 0, common[i * width + j + 1] ?? 0);
    }
  }
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < young.length) {
    if (i < old.length && j < young.length && old[i] === young[j]) {
      lines.push(line('same')(old[i] ?? ''));
      i += 1;
      j += 1;
    } else if (j < young.length && (i === old.length || at(i, j + 1) > at(i + 1, j))) {
      lines.push(line('added')(young[j] ?? ''));
      j += 1;
    } else {
      lines.push(line('removed')(old[i] ?? ''));
      i += 1;
    }
  }
  return lines;

  function at(row: number, column: number): number {
    return common[row * width + column] ?? 0;
  }
}

function line(kind: DiffLine['kind']): (text: string) => DiffLine {
  return (text) => ({ kind, text });
}
