/** The purpose of an object of a base; it decides its colour. */
export type PlanKind = 'structure' | 'work' | 'storage' | 'bed' | 'farm' | 'defence' | 'palbox' | 'other';

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

const floor = (shape: Footprint['shape']): Footprint => box('floor', LATTICE_CM, LATTICE_CM, shape);
const thing = (across: number, along = across): Footprint => box('thing', across, along);
const disc = (across: number): Footprint => box('thing', across, across, 'disc');

function box(
  level: Footprint['level'],
  across: number,
  along: number,
  shape: Footprint['shape'] = 'box',
): Footprint {
  return { across, along, shape, level };
}

/** The first that fits. The sizes of things are rough: what they look like is in no save. */
const RULES: readonly Rule[] = [
  [/TriangleFoundation/i, floor('triangle')],
  [/Foundation/i, floor('box')],
  [/Roof/i, { ...floor('box'), level: 'roof' }],
  [/Stair/i, floor('box')],
  [/WallTorch|Lamp|Lantern|Candle/i, disc(50)],
  [/DefenseWall/i, box('wall', 300, 60)],
  [/Wall|Fence|Gate$/i, box('wall', LATTICE_CM, WALL_CM)],
  [/Pillar/i, box('wall', 60, 60, 'disc')],
  [/PalBoxV2/i, disc(300)],
  [/MonsterFarm|BreedFarm/i, thing(1000)],
  [/FarmBlock/i, thing(360)],
  [/Bed/i, thing(200, 260)],
  [/Spa/i, disc(380)],
  [/Chest|Box|Container|Refrigerator|Cooler/i, thing(180, 130)],
  [/CommonDropItem|PalEgg/i, disc(60)],
  [/Pit$|Pit_|Lab|Expedition|Altar|BlastFurnace|Factory|Generator|Crusher|FlourMill/i, thing(320)],
];
const DEFAULT = thing(160);

export function footprintOf(objectId: string): Footprint {
  return RULES.find(([pattern]) => pattern.test(objectId))?.[1] ?? DEFAULT;
}

/** The outline of a footprint about a place, in cm to the east and the south, turned clockwise by degrees: path data. */
export function outlineOf(
  { across, along, shape }: Footprint,
  [east, south]: readonly [number, number],
  yaw: number,
): string {
  const [x, y] = [across / 2, along / 2];
  const round = (cm: number) => Math.round(cm * 10) / 10;
  if (shape === 'disc') {
    return `M${round(east - x)} ${round(south)}a${x} ${y} 0 1 0 ${across} 0a${x} ${y} 0 1 0 ${-across} 0z`;
  }
  const turn = (yaw * Math.PI) / 180;
  const [sin, cos] = [Math.sin(turn), Math.cos(turn)];
  const corners = [[-x, -y], ...(shape === 'box' ? [[x, -y]] : []), [x, y], [-x, y]] as const;
  const points = corners.map(([right = 0, back = 0]) => [
    round(east + right * cos - back * sin),
    round(south + right * sin + back * cos),
  ]);
  return `M${points.map((point) => point.join(' ')).join('L')}z`;
}

/** The purpose of an object. @param menu its part of the build menu, as the catalogue has it; '' where it has none */
export function kindOf(objectId: string, menu: string): PlanKind {
  if (/^PalBoxV2$/i.test(objectId)) return 'palbox';
  if (/Bed|Spa/i.test(objectId)) return 'bed';
  if (/Farm/i.test(objectId)) return 'farm';
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
