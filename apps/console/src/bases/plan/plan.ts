import type { CampObjectCells } from '@palatine/contract';
import { lookUp } from '../../data/catalogue.ts';

/** An object of a base as it is drawn. Places in cm from the middle of the base: to the east and to the south. */
export type PlanObject = ReturnType<typeof planOf>[number];

/** Height of a story: walls stand 325 cm above each other in the saves that were measured. */
export const STORY_CM = 325;
/** An object that stands a little lower than the floor still stands on it. */
const SLACK_CM = 80;
const LEVELS = ['floor', 'thing', 'wall', 'roof'] as const;

/**
 * The objects of a base, in the order in which they are drawn: the lowest stories first, floors below what stands on
 * them, roofs last. The catalogue gives their kinds.
 */
export function planOf(middle: { readonly X: number; readonly Y: number }, rows: readonly CampObjectCells[]) {
  const ground = lowest(rows);
  return rows
    .map(([id, objectId, , x, y, z, yaw, hp, maxHp, isUnderConstruction, containerId]) => ({
      id,
      objectId,
      kind: kindOf(objectId, lookUp('MapObjects', objectId)?.Menu),
      footprint: footprintOf(objectId),
      east: y - middle.Y,
      south: middle.X - x,
      /** Where it stands, turned as it was built: path data. */
      outline: outlineOf(footprintOf(objectId), [y - middle.Y, middle.X - x], yaw),
      /** 0 for the lowest. */
      story: Math.max(0, Math.floor((z - ground + SLACK_CM) / STORY_CM)),
      hp,
      maxHp,
      isHurt: maxHp > 0 && hp < maxHp && !isUnderConstruction,
      isUnderConstruction,
      containerId,
    }))
    .sort(
      (a, b) => a.story - b.story || LEVELS.indexOf(a.footprint.level) - LEVELS.indexOf(b.footprint.level),
    );
}

/** Where the first story begins: at the lowest floor; without a floor, at the lowest object. */
function lowest(rows: readonly CampObjectCells[]): number {
  const floors = rows.filter(([, objectId]) => footprintOf(objectId).level === 'floor');
  return (floors.length > 0 ? floors : rows).reduce((min, [, , , , , z]) => Math.min(min, z), Infinity);
}

/** How many stories a base has; 1 for an empty one. */
export function storiesOf(objects: readonly PlanObject[]): number {
  return objects.reduce((max, { story }) => Math.max(max, story), 0) + 1;
}

/** How many objects there are of each kind, in the order of the legend; kinds without any are left out. */
export function kindsOf(objects: readonly PlanObject[]): { kind: PlanKind; count: number }[] {
  const counts = Map.groupBy(objects, ({ kind }) => kind);
  return [...counts].map(([kind, { length: count }]) => ({ kind, count })).sort((a, b) => b.count - a.count);
}

/** Half the edge of the square that holds the base's area and everything of it, in cm. */
export function reachOf(objects: readonly PlanObject[], areaCm: number): number {
  return objects.reduce(
    (max, { east, south }) => Math.max(max, Math.abs(east) + 200, Math.abs(south) + 200),
    areaCm + 100,
  );
}

/** The objects of a base by kind, the most frequent first, and how many of them are damaged. */
export function countObjects(rows: readonly CampObjectCells[]) {
  return [...Map.groupBy(rows, ([, objectId]) => objectId)]
    .map(([objectId, same]) => ({
      objectId,
      count: same.length,
      hurt: same.filter(([, , , , , , , hp, maxHp]) => hp < maxHp).length,
    }))
    .sort((a, b) => b.count - a.count || (a.objectId < b.objectId ? -1 : 1));
}

/** The purpose of an object of a base; it decides its color. */
export type PlanKind = 'structure' | 'work' | 'storage' | 'bed' | 'farm' | 'defense' | 'palbox' | 'other';

/** Ground that an object covers, in cm: to its right, and in the direction it faces. */
interface Footprint {
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

const box = (
  level: Footprint['level'],
  across: number,
  along = across,
  shape: Footprint['shape'] = 'box',
): Footprint => ({ across, along, shape, level });
const floor = (shape: Footprint['shape']): Footprint => box('floor', LATTICE_CM, LATTICE_CM, shape);
const thing = (across: number, along = across): Footprint => box('thing', across, along);
const disc = (across: number): Footprint => box('thing', across, across, 'disc');

/** The first rule that fits applies. Sizes are rough: a save does not hold them. */
const RULES: readonly (readonly [pattern: RegExp, footprint: Footprint])[] = [
  [/TriangleFoundation/i, floor('triangle')],
  [/Foundation/i, floor('box')],
  [/Roof/i, box('roof', LATTICE_CM)],
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
function outlineOf(
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

/** The purpose of an object. @param menu its part of the build menu, as the catalogue has it */
export function kindOf(objectId: string, menu = ''): PlanKind {
  if (/^PalBoxV2$/i.test(objectId)) return 'palbox';
  if (/Bed|Spa/i.test(objectId)) return 'bed';
  if (/Farm/i.test(objectId)) return 'farm';
  return KIND_OF_MENU[menu] ?? 'other';
}

const KIND_OF_MENU: Readonly<Record<string, PlanKind>> = {
  ...{ Foundation: 'structure', Storage: 'storage', Defense: 'defense' },
  ...{ Product: 'work', Pal: 'work', Infrastructure: 'work', Food: 'work' },
};
