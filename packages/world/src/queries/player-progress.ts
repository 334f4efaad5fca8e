import { findAccount } from '../state/find-player.ts';
import { int32, int32Counts } from '../state/wire-format.ts';
import { foundBy } from './player-details.ts';
import { bodyOf, levelOf } from './player-row.ts';
import { progressFields } from './progression.ts';
import { PLAYER_TABLES, query } from './query.ts';

/** What a player has learnt, who need not be online. */
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

/** What a player has done and found, who need not be online. Without a player file only the level is known. */
export const getPlayerProgress = query<'getPlayerProgress'>({
  reads: [...PLAYER_TABLES, 'discoveries'],
  run(game, params) {
    const { world } = game;
    const { uid } = findAccount(game, params.uid);
    const player = world.players.get(uid);
    const body = bodyOf(world, uid);
    const discoveries = world.discoveries.get(uid);
    return {
      Known: player !== undefined,
      ...(body !== undefined && {
        Player: {
          Level: levelOf({ body, session: world.sessions.get(uid) }) ?? int32(body.level),
          Exp: int32(body.exp),
          UnusedStatusPoints: int32(body.unusedStatusPoints),
          StatusPoints: int32Counts(body.statusPoints),
        },
      }),
      ...(player !== undefined && progressFields(player)),
      ...(discoveries !== undefined && { Found: foundBy(discoveries) }),
    };
  },
});
