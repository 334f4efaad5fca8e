import { nowMs } from '../data/clock.ts';
import { formatAge, formatDateTime } from '../data/format.ts';
import { Unknown } from './Unknown.tsx';

export interface TimeProps {
  /** ISO 8601, or ms since 1970; undefined or '' where it is not known. */
  at: string | number | undefined;
  /** `age`: how long ago, and it moves on. `moment`: day and time. The other one is the title. */
  as?: 'age' | 'moment';
}

/** A moment. */
export function Time({ at, as = 'age' }: TimeProps) {
  const ms = typeof at === 'string' ? Date.parse(at) : at;
  if (ms === undefined || Number.isNaN(ms)) return <Unknown />;
  const moment = formatDateTime(ms);
  const iso = new Date(ms).toISOString();
  if (as === 'moment') return <time dateTime={iso}>{moment}</time>;
  return (
    <time dateTime={iso} title={moment}>
      {formatAge(ms, nowMs.value)}
    </time>
  );
}
