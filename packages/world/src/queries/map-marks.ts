import {
  MAP_LAYERS,
  MAX_MARKS,
  type MapLayer,
  type MapMarksReply,
  type ObjectMark,
  problemsRefusal,
  type Region,
  type RouteQuery,
  type getMapMarks as route,
  type SummonedMark,
} from '@palatine/contract';
import { regionOf } from '../catalogue/index.ts';
import type { Asked } from '../state/asked.ts';
import type { GameContext } from '../state/game-context.ts';
import { isOccupied } from '../state/item-index.ts';
import type { ObjectLayer } from '../state/map-layers.ts';
import {
  type Character,
  EXPLORED_CELL_CM,
  type Location,
  type MapObject,
  type Survey,
} from '../state/model.ts';
import { int32 } from '../state/wire-format.ts';
import type { World } from '../state/world.ts';
import { place } from './player-row.ts';

/** What the map shows beside players and bases, and the cells that somebody has explored. */
export function getMapMarks(
  { world }: GameContext,
  _params: object,
  { query }: Asked<RouteQuery<typeof route>>,
): MapMarksReply {
  const layers = layersOf(query.Layers);
  const isShown = ({ x, y }: Pick<Location, 'x' | 'y'>) =>
    query.Region === undefined || regionOf({ x, y }) === query.Region;
  const objects = (layer: ObjectLayer) =>
    layers.has(layer) && { [layer]: objectMarks(world, layer, isShown) };
  return {
    CellCm: EXPLORED_CELL_CM,
    ...(layers.has('Summoned') && { Summoned: summonedMarks(world, isShown) }),
    ...objects('Drops'),
    ...objects('Supplies'),
    ...objects('DeathChests'),
    ...objects('Treasure'),
    ...objects('Eggs'),
    ...(layers.has('Explored') &&
      world.survey !== null && { Explored: explored(world.survey, query.Region) }),
  };
}

function layersOf(text: string | undefined): ReadonlySet<MapLayer> {
  if (text === undefined || text.trim() === '') return new Set(MAP_LAYERS);
  const layers = text.split(',').map((word) => {
    const name = word.trim().toLowerCase();
    return MAP_LAYERS.find((layer) => layer.toLowerCase() === name);
  });
  if (layers.every((layer) => layer !== undefined)) return new Set(layers);
  const Message = `must be some of ${MAP_LAYERS.join(', ')}, with commas between them`;
  throw problemsRefusal('VALIDATION_FAILED', [{ Path: '/Layers', Message }]);
}

type IsShown = (location: Pick<Location, 'x' | 'y'>) => boolean;

function summonedMarks(world: World, isShown: IsShown): { Total: number; Marks: SummonedMark[] } {
  const summoned = world
    .pick(world.characters, world.summonedCharacters.keys('summoned'))
    .flatMap((character) => (character.summoned && isShown(character.summoned.location) ? [character] : []));
  return { Total: summoned.length, Marks: summoned.slice(0, MAX_MARKS).flatMap(summonedMark) };
}

function summonedMark({ id, species, uniqueNpcId, nickname, level, summoned }: Character): SummonedMark[] {
  if (summoned === undefined) return [];
  return [
    {
      Id: id,
      PalID: species,
      UniqueNPCID: uniqueNpcId,
      Nickname: nickname,
      Level: int32(level),
      Place: place(summoned.location),
    },
  ];
}

function objectMarks(
  world: World,
  layer: ObjectLayer,
  isShown: IsShown,
): { Total: number; Marks: ObjectMark[] } {
  const objects = world
    .pick(world.mapObjects, world.mapObjectsByLayer.keys(layer))
    .filter(({ location }) => isShown(location));
  return {
    Total: objects.length,
    Marks: objects.slice(0, MAX_MARKS).map((object) => objectMark(world, object)),
  };
}

function objectMark(world: World, object: MapObject): ObjectMark {
  const { id, objectId, location, builderUid } = object;
  return {
    Id: id,
    ObjectId: objectId,
    Place: place(location),
    ...contentsOf(world, object),
    Uid: builderUid ?? '',
  };
}

function contentsOf(
  { containers }: World,
  { containerId }: MapObject,
): Pick<ObjectMark, 'ItemID' | 'Count' | 'Stacks'> {
  const container = containerId === null ? undefined : containers.get(containerId);
  const most = { ItemID: '', Count: 0 };
  let stacks = 0;
  for (const slot in container?.slots) {
    const stack = container.slots[Number(slot)];
    if (stack === undefined || !isOccupied(container, Number(slot), stack)) continue;
    stacks += 1;
    if (stack.count > most.Count) Object.assign(most, { ItemID: stack.itemId, Count: int32(stack.count) });
  }
  return { ...most, Stacks: stacks };
}

type Explored = NonNullable<MapMarksReply['Explored']>;

/** A survey stays as it is, so that its cells are folded once. */
const folded = new WeakMap<Survey, ReadonlyMap<string, readonly [x: number, y: number]>>();

/** The cells across the ground: those above one another are one. */
function explored(survey: Survey, region: Region | undefined): Explored {
  const cells =
    folded.get(survey) ?? new Map(survey.exploredCells.map(([x, y]) => [`${x},${y}`, [x, y] as const]));
  folded.set(survey, cells);
  const shown = [...cells.values()].filter(
    ([x, y]) => region === undefined || regionOf(middleOf(x, y)) === region,
  );
  return { Total: shown.length, Cells: shown.map(([x, y]) => [int32(x), int32(y)]) };
}

function middleOf(x: number, y: number): { x: number; y: number } {
  return { x: (x + 0.5) * EXPLORED_CELL_CM, y: (y + 0.5) * EXPLORED_CELL_CM };
}
