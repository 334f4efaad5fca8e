/** What an object of a base is for; it decides its colour. */
export const PLAN_KINDS = [
  'structure',
  'work',
  'storage',
  'bed',
  'farm',
  'defence',
  'palbox',
  'other',
] as const;
export type PlanKind = (typeof PLAN_KINDS)[number];

/** Ground that an object covers, in cm: to its right, and in the direction it faces. */
export interface Footprint {
  readonly across: number;
  readonly along: number;
  readonly shape: 'box' | 'triangle' | 'disc';
  /** Floors lie below everything, roofs above and are drawn as outlines. */
  readonly level: 'floor' | 'wall' | 'thing' | 'roof';
}

/**
 * Edge of a foundation: the nearest one is 400 cm away in the saves that were measured. A wall stands 200 cm in front
 * of or behind the middle of its foundation, so it is as long as one, and runs across the way it faces.
 */
export const LATTICE_CM = 400;
const WALL_CM = 34;

type Rule = readonly [pattern: RegExp, footprint: Footprint];

const floor = (shape: Footprint['shape']): Footprint => ({
  across: LATTICE_CM,
  along: LATTICE_CM,
  shape,
  level: 'floor',
});
const thing = (across: number, along = across, shape: Footprint['shape'] = 'box'): Footprint => ({
  across,
  along,
  shape,
  level: 'thing',
});

/** The first that fits. The sizes of things are rough: what they look like is in no save. */
const RULES: readonly Rule[] = [
  [/TriangleFoundation/i, floor('triangle')],
  [/Foundation/i, floor('box')],
  [/Roof/i, { ...floor('box'), level: 'roof' }],
  [/Stair/i, floor('box')],
  [/WallTorch|Lamp|Lantern|Candle/i, thing(50, 50, 'disc')],
  [/DefenseWall/i, { across: 300, along: 60, shape: 'box', level: 'wall' }],
  [/Wall|Fence|Gate$/i, { across: LATTICE_CM, along: WALL_CM, shape: 'box', level: 'wall' }],
  [/Pillar/i, { across: 60, along: 60, shape: 'disc', level: 'wall' }],
  [/PalBoxV2/i, thing(300, 300, 'disc')],
  [/MonsterFarm|BreedFarm/i, thing(1000)],
  [/FarmBlock/i, thing(360)],
  [/Bed/i, thing(200, 260)],
  [/Spa/i, thing(380, 380, 'disc')],
  [/Chest|Box|Container|Refrigerator|Cooler/i, thing(180, 130)],
  [/CommonDropItem|PalEgg/i, thing(60, 60, 'disc')],
  [/Pit$|Pit_|Lab|Expedition|Altar|BlastFurnace|Factory|Generator|Crusher|FlourMill/i, thing(320)],
];
const DEFAULT = thing(160);

/** The ground that an object covers, by its id. */
export function footprintOf(objectId: string): Footprint {
  return RULES.find(([pattern]) => pattern.test(objectId))?.[1] ?? DEFAULT;
}

const BED = /Bed|Spa/i;
const FARM = /Farm/i;

/** What an object is for. @param menu its part of the build menu, as the catalogue has it; '' where it has none */
export function kindOf(objectId: string, menu: string): PlanKind {
  if (/^PalBoxV2$/i.test(objectId)) return 'palbox';
  if (BED.test(objectId)) return 'bed';
  if (FARM.test(objectId)) return 'farm';
  switch (menu) {
    case 'Foundation':
      return 'structure';
    case 'Storage':
      return 'storage';
    case 'Defense':
      return 'defence';
    case 'Product':
    case 'Pal':
    case 'Infrastructure':
    case 'Food':
      return 'work';
    default:
      return 'other';
  }
}
