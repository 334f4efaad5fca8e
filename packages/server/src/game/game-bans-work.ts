import { Refusal } from '@palatine/contract';
import { applyGameBans, changesOurBans, type GameBansRead, type GameContext } from '@palatine/world';
import type { NewAuditEntry } from '../store/audit-rows.ts';
import { ownAuditEntry } from './audit-summary.ts';
import type { Bans } from './bans.ts';
import type { GameBansOutcome } from './protocol.ts';

/** Banlist.json, and where it is reported that it cannot be changed. */
export interface OwnBanList {
  readonly bans: Pick<Bans, 'readEdits' | 'blocked' | 'makeRoom'>;
  report(message: string): void;
}

/**
 * Takes over what the ban list of the game server says, with an audit entry for each ban that is taken over or lifted.
 * While Banlist.json cannot be changed, nothing is concluded from that list. Runs in a transaction, and with the lock of
 * Banlist.json where `changesOurBans` says so.
 */
export function gameBansWork(
  game: GameContext,
  { bans, report }: OwnBanList,
  read: GameBansRead,
): { output: GameBansOutcome; audit: NewAuditEntry[] } {
  const apply = (mayChangeOurs: boolean) => applyGameBans(game, read, { mayChangeOurs });
  if (!changesOurBans(game.world, read)) return resultOf(game, apply(true));
  bans.readEdits();
  if (bans.blocked !== undefined) return resultOf(game, apply(false));
  try {
    return game.world.transaction(() => {
      const applied = apply(true);
      if (applied.taken.length > 0) bans.makeRoom();
      return resultOf(game, applied);
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    report(`bans of the game server are not taken over: ${error.message}`);
    return resultOf(game, apply(false));
  }
}

function resultOf(
  game: GameContext,
  { taken, lifted, ban, unban }: ReturnType<typeof applyGameBans>,
): { output: GameBansOutcome; audit: NewAuditEntry[] } {
  const entry = (target: string, summary: string) =>
    ownAuditEntry(game, { route: 'banlist.txt', target, outcome: 'OK', summary });
  const audit = [
    ...taken.map((userId) => entry(userId, 'banned, as on the ban list of the game server')),
    ...lifted.map((userId) => entry(userId, 'unbanned, as on the ban list of the game server')),
  ];
  return { output: { ban, unban }, audit };
}
