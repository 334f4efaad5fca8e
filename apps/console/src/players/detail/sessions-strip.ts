import type { PlayerSession } from '@palatine/contract';

const DAY_MS = 86_400_000;

/**
 * The last days up to now, each with its beginning, in ms since 1970, and how long the player was online. Days begin at
 * midnight of `zoneMs`, ms ahead of UTC.
 */
export function stripOf(
  sessions: readonly Pick<PlayerSession, 'From' | 'To'>[],
  { days, nowMs, zoneMs = 0 }: { days: number; nowMs: number; zoneMs?: number },
) {
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
