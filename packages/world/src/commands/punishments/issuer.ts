import type { Issuer } from '@palatine/contract';
import type { GameContext } from '../../state/game-context.ts';
import { timestampAt } from '../../state/timestamp.ts';
import type { CommandIssuer } from '../command.ts';

/** The issuer of a REST action. A blank reason takes the default. */
export function restIssuer(
  { now }: Pick<GameContext, 'now'>,
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
