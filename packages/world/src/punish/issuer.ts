import type { Issuer, Timestamp } from '@palatine/contract';
import type { CommandIssuer } from '../commands.ts';
import type { Game } from '../game.ts';

/** Who bans, unbans or kicks through the service, when and why. A blank reason is none, and the default stands. */
export function restIssuer(
  { now }: Pick<Game, 'now'>,
  { name, ip }: CommandIssuer,
  reason: string | undefined,
  otherwise: string,
): Issuer {
  return {
    Type: 'rest',
    NameValue: name,
    IP: ip,
    Reason: reason?.trim() ? reason : otherwise,
    Timestamp: timestampAt(now()),
  };
}

/** A moment in UTC components; Month is 1 to 12. */
export function timestampAt(atMs: number): Timestamp {
  const date = new Date(atMs);
  return {
    UTC: Math.floor(atMs / 1000),
    Year: date.getUTCFullYear(),
    Month: date.getUTCMonth() + 1,
    Day: date.getUTCDate(),
    Hour: date.getUTCHours(),
    Min: date.getUTCMinutes(),
    Sec: date.getUTCSeconds(),
    Msec: date.getUTCMilliseconds(),
  };
}
