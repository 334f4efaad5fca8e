import type { PlayerSession } from '@palatine/contract';
import type { JSX } from 'preact';
import { formatDay, formatDuration } from '../../data/format.ts';
import { texts } from '../../texts/texts.ts';
import './history.css';

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

const DAY_MS = 86_400_000;

/** A day of a strip: how long somebody was online, in ms. */
interface StripDay {
  /** Its beginning, in ms since 1970. */
  readonly atMs: number;
  readonly onlineMs: number;
}

/** The last days up to now with the time online on each; days begin at midnight of `zoneMs`, ms ahead of UTC. */
export function stripOf(
  sessions: readonly Pick<PlayerSession, 'From' | 'To'>[],
  { days, nowMs, zoneMs = 0 }: { days: number; nowMs: number; zoneMs?: number },
): StripDay[] {
  const today = Math.floor((nowMs + zoneMs) / DAY_MS) * DAY_MS - zoneMs;
  return Array.from({ length: days }, (_, at) => {
    const atMs = today - (days - 1 - at) * DAY_MS;
    const onlineMs = sessions.reduce((sum, { From, To }) => {
      const from = Math.max(atMs, Date.parse(From));
      const to = Math.min(atMs + DAY_MS, To === undefined ? nowMs : Date.parse(To));
      return sum + Math.max(0, to - from);
    }, 0);
    return { atMs, onlineMs };
  });
}
