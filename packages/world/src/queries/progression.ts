import { type ProgressionReply, RELIC_TYPES, type RelicType } from '@palatine/contract';
import { findAccount, resolveLoadedPlayer } from '../state/find-player.ts';
import type { Player } from '../state/model.ts';
import { allTechnologies } from '../state/technologies.ts';
import { int32, int32Counts } from '../state/wire-format.ts';
import { discoveriesOf } from './player-details.ts';
import { bodyOf, levelOf } from './player-row.ts';
import { PLAYER_TABLES, query } from './query.ts';

export const getProgression = query<'getProgression'>({
  reads: PLAYER_TABLES,
  run(game, params) {
    const { uid, player, character, session } = resolveLoadedPlayer(game, params.player_identifier);
    return {
      Meta: { PlayerUID: uid, Player: params.player_identifier },
      Progression: {
        Player: {
          level: levelOf({ body: character, session }) ?? 0,
          exp: int32(character.exp),
          unusedStatusPoints: int32(character.unusedStatusPoints),
        },
        ...progressFields(player),
      },
    };
  },
});

/** Fields of a player file beside the character: currencies, bosses, captures and activities. */
function progressFields(player: Player): Omit<ProgressionReply['Progression'], 'Player'> {
  const { records } = player;
  const relics = relicCounts(player);
  const towerBossDefeats = int32Counts(records.towerBossDefeats);
  return {
    Currencies: {
      relics,
      lifmunks: relics.CapturePower, // what older clients read
      technologyPoints: int32(player.technologyPoints),
      ancientTechnologyPoints: int32(player.ancientTechnologyPoints),
    },
    Bosses: {
      towerBossDefeatCounts: towerBossDefeats,
      normalBossDefeatFlags: Object.fromEntries(Object.entries(records.normalBossDefeats)),
      raidBossDefeatCounts: int32Counts(records.raidBossDefeats),
      totalBossDefeatCount: int32(Object.values(towerBossDefeats).reduce((sum, count) => sum + count, 0)),
      predatorDefeatCount: int32(records.predatorDefeats),
    },
    Captures: {
      tribeCaptureCount: int32(records.tribeCaptures),
      palCaptureCounts: int32Counts(records.palCaptures),
      palCaptureBonusCounts: int32Counts(records.palCaptureBonuses),
      palButcherCounts: int32Counts(records.palButchers),
    },
    Activities: {
      craftItemCounts: int32Counts(records.itemsCrafted),
      normalDungeonClearCount: int32(records.normalDungeonClears),
      fixedDungeonClearCount: int32(records.fixedDungeonClears),
      oilrigClearCount: int32(records.oilrigClears),
      palRankUpCounts: int32Counts(records.palRankUps),
      arenaSoloClearCounts: int32Counts(records.arenaSoloClears),
      npcTalkCounts: int32Counts(records.npcTalks),
      fishingCounts: int32Counts(records.fishCaught),
      foundTreasureCount: int32(records.treasuresFound),
      campConqueredCount: int32(records.campsConquered),
      firstFishingComplete: records.firstFishingComplete,
    },
  };
}

function relicCounts({ relics }: Player): Record<RelicType, number> {
  const counts = RELIC_TYPES.map((type) => [type, int32(relics[type])] as const);
  return Object.fromEntries(counts) as Record<RelicType, number>; // one entry for each of the types
}

/** Progress and discoveries of a player, who need not be online. Without a player file only the level is known. */
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
      ...(discoveries !== undefined && { Found: discoveriesOf(discoveries) }),
    };
  },
});

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
