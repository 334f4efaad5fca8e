import type { TechnologiesReply } from '@palatine/contract';
import { resolveLoadedPlayer } from '../state/find-player.ts';
import type { GameContext } from '../state/game-context.ts';

/**
 * Technologies the catalogue does not know (a newer game's, a mod's) count as unlocked and into the total, so
 * that unlocked and locked always add up to it.
 */
export function getTechnologies(game: GameContext, params: { player_identifier: string }): TechnologiesReply {
  const { uid, player } = resolveLoadedPlayer(game, params.player_identifier);
  const { technologies } = game.catalogue;
  const unlocked = player.technologies;
  const known = unlocked.filter((id) => technologies.find(id) !== undefined).length;
  const locked = technologies.size - known;
  return {
    Meta: {
      PlayerUID: uid,
      Player: params.player_identifier,
      UnlockedCount: unlocked.length,
      LockedCount: locked,
      TotalCount: unlocked.length + locked,
    },
    Techs: { Unlocked: [...unlocked] },
  };
}
