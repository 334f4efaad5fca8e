import { resolveLoadedPlayer } from '../state/find-player.ts';
import { allTechnologies } from '../state/technologies.ts';
import { PLAYER_TABLES, query } from './query.ts';

/** Returns what a player has unlocked. The total is the same for every player of a world. */
export const getTechnologies = query<'getTechnologies'>({
  reads: [...PLAYER_TABLES, 'technologies'],
  run(game, params) {
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
  },
});
