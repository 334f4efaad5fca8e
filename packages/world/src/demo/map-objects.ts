import type { Guid } from '@palatine/contract';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { between, pick } from '../catalogue/random.ts';
import type { Camp, Guild, Location, MapObject } from '../state/model.ts';
import { type DemoContext, tierOf } from './demo-context.ts';
import demoData from './demo-data.json' with { type: 'json' };
import { putContainer, stackOf } from './inventory.ts';

const { items, objects } = demoData;

/** Slots of objects that hold items, as seen in saves. */
const SLOTS: Readonly<Record<string, number>> = {
  ItemChest: 10,
  ItemChest_02: 24,
  ItemChest_03: 40,
  ItemChest_04: 54,
  CoolerBox: 10,
  Refrigerator: 25,
  PalFoodBox: 6,
  WorkBench: 6,
  BlastFurnace: 6,
  CommonDropItem3D: 1,
};

/** Creates a Palbox and the objects around it. */
export function makeMapObjects(context: DemoContext, camp: Camp, guild: Guild): void {
  const campLevel = guild.baseCampLevel;
  const { world, random } = context;
  const some = <T>(list: readonly T[], min: number, max: number) =>
    Array.from({ length: between(random, min, max) }, () => pick(random, list));
  const chest = tierOf(objects.chests, campLevel, 30);
  const objectIds = [
    'PalBoxV2',
    'WorkBench',
    'PalFoodBox',
    ...(campLevel > 4 ? ['GuildChest', 'BlastFurnace'] : []),
    ...(campLevel > 8 ? ['Lab', campLevel > 16 ? 'Refrigerator' : 'CoolerBox'] : []),
    ...some([chest, 'ItemChest'], 1, 3),
    ...some(objects.walls, 4, 10),
    ...some(objects.facilities, 2, 5),
    ...some(objects.defenses, 1, 2),
    ...some(['CommonDropItem3D'], 1, 3),
    ...some([...objects.nature, 'DeathPenaltyChest'], 1, 2),
  ];
  const unfinished =
    objectIds.length - objectIds.toReversed().findIndex((id) => id.startsWith('Defense')) - 1;
  for (const [index, objectId] of objectIds.entries()) {
    const location = index === 0 ? camp.location : around(context, camp);
    const object = makeMapObject(context, camp.id, objectId, location);
    const built = object.class !== 'other' && object.class !== 'dropItem';
    world.mapObjects.put({
      ...object,
      yawDeg: 90 * (index % 4) - 90,
      builderUid: built ? guild.adminUid : null,
      underConstruction: index === unfinished,
    });
  }
}

/** An object by itself; the zero GUID is outside any camp. The caller puts it into the world. */
export function makeMapObject(context: DemoContext, campId: Guid, objectId: string, location: Location) {
  const { catalogue, random, newId } = context;
  const kind = kindOf(catalogue, objectId);
  const maxHp = kind.class === 'dropItem' ? 100 : between(random, 4, 40) * 250;
  return {
    id: newId(),
    objectId,
    campId,
    location,
    yawDeg: 0,
    hp: Math.ceil(maxHp * (random() < 0.8 ? 1 : 0.3 + 0.7 * random())),
    maxHp,
    ...kind,
    containerId: containerIn(context, objectId),
    booth: null,
    builderUid: null,
    ownerId: null,
    natural: objects.nature.includes(objectId),
    underConstruction: false,
  };
}

/** The class of an object in the counts of a deletion: a chest is a building with storage. */
function kindOf(catalogue: Catalogue, objectId: string): Pick<MapObject, 'class' | 'storage'> {
  const kind = catalogue.mapObjects.find(objectId)?.class;
  if (kind === undefined) throw new Error(`the demo world builds ${objectId}, which the catalogue lacks`);
  if (kind === 'storage') return { class: 'building', storage: true };
  return { class: kind === 'guildChest' ? 'building' : kind, storage: false };
}

function containerIn(context: DemoContext, objectId: string): string | null {
  const { catalogue, random } = context;
  const capacity = SLOTS[objectId];
  if (capacity === undefined) return null;
  const cap = catalogue.limit('playerLevelCap');
  const cold = objectId === 'PalFoodBox' || objectId === 'CoolerBox' || objectId === 'Refrigerator';
  const filled = Math.max(1, Math.floor(capacity * (0.2 + 0.6 * random())));
  const stacks = Array.from({ length: filled }, () => {
    const itemId = pick(random, cold ? items.meals : tierOf(items.materials, between(random, 1, cap), cap));
    return stackOf(context, itemId, between(random, 1, 800));
  });
  return putContainer(context, capacity, stacks);
}

export function around({ random }: DemoContext, camp: Camp): Location {
  const angle = random() * 2 * Math.PI;
  const distance = Math.sqrt(random()) * camp.areaRangeCm * 0.9;
  const { x, y, z } = camp.location;
  return {
    x: x + Math.cos(angle) * distance,
    y: y + Math.sin(angle) * distance,
    z: z + between(random, -80, 120),
  };
}
