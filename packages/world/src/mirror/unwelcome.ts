import type { GameContext } from '../state/game-context.ts';
import { type BanInForce, banOf, type Visitor } from '../state/may-join.ts';
import type { World } from '../state/world.ts';
import { knownUid, rosterUid } from './identities.ts';
import type { Roster, UnwelcomePlayer } from './roster.ts';

/** Who of a roster is banned, by UserId, PlayerUID or address, in the order of the roster. Never by name. */
export function unwelcomePlayers({ world }: Pick<GameContext, 'world'>, roster: Roster): UnwelcomePlayer[] {
  return roster.players.flatMap((player) => {
    const uid = rosterUid(player) ?? knownUid(world, player.userId) ?? '';
    const ban = banOf(world, { ...player, uid });
    if (ban === undefined) return [];
    const { userId, name } = player;
    const onGameList = world.gameBans.has(userId);
    return [{ userId, uid, name, reason: reasonOf(ban), cause: ban.kind, onGameList }];
  });
}

/** Why a player may not be online, as the player reads it; undefined for one who may. */
export function banReason(world: World, player: Visitor): string | undefined {
  const ban = banOf(world, player);
  return ban && reasonOf(ban);
}

function reasonOf({ kind, by }: BanInForce): string {
  return `${kind === 'address' ? 'address banned' : 'banned'}: ${by.Reason}`;
}
