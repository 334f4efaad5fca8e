import type { TechnologiesReply } from '@palatine/contract';
import { resolveLoadedPlayer } from '../state/find-player.ts';
import type { GameContext } from '../state/game-context.ts';
import { allTechnologies } from '../state/technologies.ts';

/** Returns what a player has unlocked. The total is the same for every player of a world. */
export function getTechnologies(game: GameContext, params: { player_identifier: string }): TechnologiesReply {
  const { uid, player } = resolveLoadedPlayer(game, params.player_identifier);
  const unlocked = player.technologies;
  const total = allTechnologies(game).length;
  return {
    Meta: {
      PlayerUID: uid,
      Player: params.player_identifier,
      UnlockedCount: unlocked.length,
      LockedCount: total - unlocked.length,
      TotalCount: total,
    },
    Techs: { Unlocked: [...unlocked] },
  };
}
