import type { TechnologiesReply } from '@palatine/contract';
import { resolveLoadedPlayer } from '../state/find-player.ts';
import type { GameContext } from '../state/game-context.ts';

/**
 * Counts technologies the catalogue does not know (of a newer game, of a mod) as unlocked and in the total, so that
 * unlocked and locked always add up.
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
