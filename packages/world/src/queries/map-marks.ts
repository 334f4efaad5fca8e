import {
  MAP_LAYERS,
  MAX_MARKS,
  type MapLayer,
  type MapMarksReply,
  type ObjectMark,
  type Place,
  problemsRefusal,
  regionOf,
  type SummonedMark,
} from '@palatine/contract';
import type { ObjectLayer } from '../catalogue/map-object-class.ts';
import type { Character, Location, MapObject } from '../state/model.ts';
import { int32 } from '../state/wire-format.ts';
import type { World } from '../state/world.ts';
import { occupiedSlots } from './items.ts';
import { place } from './player-row.ts';
import { query } from './query.ts';

export const getMapMarks = query<'getMapMarks'>({
  reads: ['characters', 'containers', 'mapObjects'],
  run({ world }, _params, { query: { Layers, Region } }) {
    const layers = layersOf(Layers);
    const isShown: IsShown = (location) => Region === undefined || regionOf(location.x) === Region;
    const reply: MapMarksReply = {};
    for (const layer of MAP_LAYERS) {
      if (!layers.has(layer)) continue;
      if (layer === 'Summoned') reply.Summoned = summonedMarks(world, isShown);
      else reply[layer] = objectMarks(world, layer, isShown);
    }
    return reply;
  },
});

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
    .flatMap((character) => summonedMark(character))
    .filter(({ Place: { X, Y } }) => isShown({ x: X, y: Y }));
  return { Total: summoned.length, Marks: summoned.slice(0, MAX_MARKS) };
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

function objectMarks(world: World, layer: ObjectLayer, isShown: IsShown) {
  const objects = world
    .pick(world.mapObjects, world.mapObjectsByLayer.keys(layer))
    .filter(({ location }) => isShown(location));
  return {
    Total: objects.length,
    Marks: objects.slice(0, MAX_MARKS).map((object) => objectMark(world, object)),
  };
}

function objectMark({ containers }: World, object: MapObject): ObjectMark {
  const { id, objectId, location, builderUid, containerId } = object;
  const container = containers.get(containerId ?? '');
  const stacks = container === undefined ? [] : occupiedSlots(container).map(({ stack }) => stack);
  let largest = { itemId: '', count: 0 };
  for (const stack of stacks) if (stack.count > largest.count) largest = stack;
  return {
    Id: id,
    ObjectId: objectId,
    Place: roundedCm(location),
    ItemID: largest.itemId,
    Count: int32(largest.count),
    Stacks: stacks.length,
    Uid: builderUid ?? '',
  };
}

/** Thousands of marks are in one answer: fractions of a cm would be a fifth of it. */
function roundedCm({ x, y, z }: Location): Place {
  return place({ x: Math.round(x), y: Math.round(y), z: Math.round(z) });
}
