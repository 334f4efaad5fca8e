import type { JSX } from 'preact';
import './overview.css';

const [WIDTH, HEIGHT] = [72, 20];

/** A small line without axes; gaps where nothing is known. The figure beside it says what counts. */
export function Sparkline({ values }: { values: readonly (number | null)[] }): JSX.Element | null {
  const known = values.filter((value) => value !== null);
  if (known.length < 2) return null;
  const most = Math.max(...known, 1);
  let isGap = true;
  const path = values
    .map((value, at) => {
      if (value === null) {
        isGap = true;
        return '';
      }
      const command = isGap ? 'M' : 'L';
      isGap = false;
      const x = (at / (values.length - 1)) * WIDTH;
      const y = HEIGHT - 1 - (value / most) * (HEIGHT - 2);
      return `${command}${x.toFixed(1)} ${y.toFixed(1)}`;
    })
    .join('');
  return (
    <svg
      class="sparkline"
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}
