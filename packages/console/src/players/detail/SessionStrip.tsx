import type { PlayerSession } from '@palatine/contract';
import type { JSX } from 'preact';
import { formatDay, formatDuration } from '../../data/format.ts';
import { texts } from '../../texts/texts.ts';
import './history.css';
import { stripOf } from './sessions-strip.ts';

const DAYS = 30;

/** The last 30 days as bars: how long somebody was online on each. */
export function SessionStrip({
  sessions,
  nowMs,
}: {
  sessions: readonly PlayerSession[];
  nowMs: number;
}): JSX.Element {
  const zoneMs = -new Date(nowMs).getTimezoneOffset() * 60_000;
  const days = stripOf(sessions, { days: DAYS, nowMs, zoneMs });
  const most = Math.max(...days.map(({ onlineMs }) => onlineMs), 1);
  const said = (atMs: number, onlineMs: number) =>
    `${formatDay(atMs)}: ${onlineMs === 0 ? texts.value.player.notOnline : formatDuration(onlineMs)}`;
  return (
    <ol class="strip" aria-label={texts.value.player.days}>
      {days.map(({ atMs, onlineMs }, at) => (
        <li key={atMs} title={said(atMs, onlineMs)}>
          <span class="strip-bar" style={{ blockSize: `${(onlineMs / most) * 100}%` }} />
          <span class="spoken">{said(atMs, onlineMs)}</span>
          {at % 7 === DAYS % 7 && (
            <span class="strip-day" aria-hidden="true">
              {formatDay(atMs)}
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}
