import type { JSX } from 'preact';
import { nowMs } from '../data/clock.ts';
import { formatDateTime, formatDuration } from '../data/format.ts';

const MINUTE_MS = 60_000;

/** How long a session has lasted, in whole minutes after the first. */
export function OnlineFor({ since }: { since: string }): JSX.Element {
  const ms = Math.max(0, nowMs.value - Date.parse(since));
  return (
    <time class="faint" dateTime={since} title={formatDateTime(Date.parse(since))}>
      {formatDuration(ms < MINUTE_MS ? ms : Math.floor(ms / MINUTE_MS) * MINUTE_MS)}
    </time>
  );
}
