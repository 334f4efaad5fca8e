import type { Guid } from '@palatine/contract';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { between, pick } from '../catalogue/random.ts';
import type { Camp, Guild, Location, MapObject } from '../state/model.ts';
import basePlans from './base-plans.json' with { type: 'json' };
import { type DemoContext, tierOf } from './demo-context.ts';
import demoData from './demo-data.json' with { type: 'json' };
import { putContainer, stackOf } from './inventory.ts';

const { items, objects } = demoData;
/** Objects with their distance from the Palbox to the north and the east, in cm, and their yaw. */
const PLANS = Object.values(basePlans) as [name: string, north: number, east: number, yawDeg: number][][];

const SLOTS: Readonly<Record<string, number>> = objects.slots;

/** Further camps of a large world are huts. */
const DRAWN_CAMPS = 60;

/** Creates the rooms, machines and chests of a camp from a drawn plan, and some things that lie about. */
export function makeMapObjects(context: DemoContext, camp: Camp, guild: Guild, index: number): void {
  const { world, random } = context;
  const campLevel = guild.baseCampLevel;
  const plan = PLANS[index < DRAWN_CAMPS ? index % PLANS.length : 0] ?? [];
  const objectIdOf = (name: string): string => {
    if (name === 'Chest') return tierOf(objects.chests, campLevel, 30);
    if (name === 'Defense') return pick(random, objects.defenses);
    return name.startsWith('_') ? `${campLevel > 10 ? 'Stone' : 'Wooden'}${name}` : name;
  };
  const turnDeg = between(random, -180, 179);
  const [sin, cos] = [Math.sin((turnDeg * Math.PI) / 180), Math.cos((turnDeg * Math.PI) / 180)];
  const put = (objectId: string, location: Location, more: Partial<MapObject> = {}) =>
    world.mapObjects.put({ ...makeMapObject(context, camp.id, objectId, location), ...more });
  const unfinished = plan.findIndex(([name]) => name === 'Defense');
  for (const [at, [name, north, east, yawDeg]] of plan.entries()) {
    const { x, y, z } = camp.location;
    const location = { x: x + north * cos - east * sin, y: y + north * sin + east * cos, z };
    const more = { builderUid: guild.adminUid, underConstruction: at === unfinished };
    put(objectIdOf(name), location, { ...more, yawDeg: ((yawDeg + turnDeg + 540) % 360) - 180 });
  }
  for (let left = between(random, 1, 3); left > 0; left--) put('CommonDropItem3D', around(context, camp));
  for (let left = between(random, 1, 2); left > 0; left--)
    put(pick(random, [...objects.nature, 'DeathPenaltyChest']), around(context, camp));
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
    hp: Math.ceil(maxHp * (random() < 0.96 ? 1 : 0.3 + 0.7 * random())),
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
