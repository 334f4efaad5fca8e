import { INVENTORIES } from '@palatine/contract';
import type { Player, PlayerHead, PlayerStatistics } from '@palatine/world';
import type { NameRef } from './names.ts';
import {
  type PackedBox,
  packBox,
  packByName,
  packNames,
  type RowFormat,
  type SharedTexts,
  unpackBox,
  type ValuesByName,
} from './row-format.ts';

type Statistic = PlayerStatistics[keyof PlayerStatistics];
type PackedStatistic = number | boolean | ValuesByName<number | boolean> | null;

type PlayerPlaces = [
  characterId: string | null,
  /** In the order of INVENTORIES. */
  inventory: (string | null)[],
  team: PackedBox,
  palbox: PackedBox,
  technologies: NameRef[],
  technologyPoints: number,
  ancientTechnologyPoints: number,
  relics: ValuesByName<number> | null,
  /** In the order of STATISTICS. */
  records: PackedStatistic[],
];

/** The rows that were written have this order: a new statistic goes to the end. */
const STATISTICS = [
  'towerBossDefeats',
  'normalBossDefeats',
  'raidBossDefeats',
  'predatorDefeats',
  'tribeCaptures',
  'palCaptures',
  'palCaptureBonuses',
  'palButchers',
  'itemsCrafted',
  'normalDungeonClears',
  'fixedDungeonClears',
  'oilrigClears',
  'palRankUps',
  'arenaSoloClears',
  'npcTalks',
  'fishCaught',
  'treasuresFound',
  'campsConquered',
  'firstFishingComplete',
] as const satisfies (keyof PlayerStatistics)[];

export const PLAYER_ROW: RowFormat<Player, PlayerPlaces, PlayerHead> = {
  pack({ characterId, inventory, team, palbox, technologies, relics, records, ...points }, names) {
    return [
      characterId,
      INVENTORIES.map((name) => inventory[name]),
      packBox(team),
      packBox(palbox),
      packNames(technologies, names),
      points.technologyPoints,
      points.ancientTechnologyPoints,
      packByName(relics, names),
      STATISTICS.map((name) => {
        const value: Statistic = records[name];
        return typeof value === 'object' ? packByName<number | boolean>(value, names) : value;
      }),
    ];
  },

  unpack(key, packed, shared) {
    const [characterId, , , , technologies, technologyPoints, ancientTechnologyPoints] = packed;
    return {
      ...unpackHead(key, packed, shared),
      characterId,
      technologies: shared.names(technologies),
      technologyPoints,
      ancientTechnologyPoints,
      relics: shared.byName(packed[7]),
      records: unpackStatistics(packed[8], shared),
    };
  },

  headOf(key, row, shared) {
    const head = HEAD.exec(row)?.[0];
    if (head === undefined) return undefined;
    return unpackHead(key, JSON.parse(`${head}]`) as PlayerPlaces, shared); // its first places
  },
};

/** The first places of a row, up to the Palbox; ids are texts without anything to escape. */
const HEAD = /^\[(null|"[^"\\]*"),\[[^\]\\]*\],\["[^"\\]*",\d+\],\["[^"\\]*",\d+\]/;

function unpackHead(key: string, [, inventory, team, palbox]: PlayerPlaces, shared: SharedTexts): PlayerHead {
  return {
    uid: key,
    // The places are those of the names.
    inventory: Object.fromEntries(
      INVENTORIES.map((name, at) => [name, inventory[at]]),
    ) as Player['inventory'],
    team: unpackBox(team, shared),
    palbox: unpackBox(palbox, shared),
  };
}

function unpackStatistics(packed: readonly PackedStatistic[], shared: SharedTexts): PlayerStatistics {
  const entries = STATISTICS.map((name, at) => {
    const value = packed[at] ?? null;
    return [name, typeof value === 'object' ? shared.byName(value) : value] as const;
  });
  return Object.fromEntries(entries) as unknown as PlayerStatistics; // each packed above
}
