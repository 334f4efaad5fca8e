import { findAccount, resolveLoadedPlayer } from '../state/find-player.ts';
import { allTechnologies } from '../state/technologies.ts';
import { int32 } from '../state/wire-format.ts';
import { bodyOf, levelOf } from './player-row.ts';
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

/** Learned technologies of a player, who need not be online. */
export const getPlayerTechnologies = query<'getPlayerTechnologies'>({
  reads: PLAYER_TABLES,
  run(game, params) {
    const { world } = game;
    const { uid } = findAccount(game, params.uid);
    const player = world.players.get(uid);
    const level = levelOf({ body: bodyOf(world, uid), session: world.sessions.get(uid) });
    if (player === undefined) return { Known: false };
    return {
      Known: true,
      Unlocked: [...player.technologies],
      ...(level !== undefined && { Level: level }),
      TechnologyPoints: int32(player.technologyPoints),
      AncientTechnologyPoints: int32(player.ancientTechnologyPoints),
    };
  },
});
