import { ZERO_GUID } from '@palatine/contract';
import type { Camp, Character, MapObject } from '../state/model.ts';
import { between, pick } from '../state/random.ts';
import { putContainer, stackOf } from './containers.ts';
import type { DemoContext } from './demo-context.ts';
import { around, makeMapObject, NATURE } from './map-objects.ts';
import { insideMap, near } from './places.ts';

/** A world with fewer camps has no booth: the camp of the booth cannot be deleted. */
const CAMPS_WITH_BOOTH = 5;

/** Creates what lies about near the camps, the eggs of their ranches, and in the last camp a booth with a player's Pal. */
export function makeLandscape(context: DemoContext, camps: readonly Camp[]): void {
  for (const camp of camps) {
    strew(context, camp);
    layEggs(context, camp);
  }
  const last = camps.at(-1);
  if (last !== undefined && camps.length >= CAMPS_WITH_BOOTH) makeBooth(context, last);
}

/** Rocks and treasure boxes outside the camp. */
function strew(context: DemoContext, camp: Camp): void {
  const { world, random } = context;
  for (let left = between(random, 2, 4); left > 0; left--) {
    const location = insideMap(near(random, camp.location, camp.areaRangeCm * 4));
    const object = makeMapObject(context, ZERO_GUID, pick(random, NATURE), location);
    const treasure = object.objectId === 'TreasureBox';
    world.mapObjects.put({
      ...object,
      yawDeg: between(random, -179, 180),
      containerId: treasure
        ? putContainer(context, 5, [stackOf(context, 'Money', between(random, 50, 900))])
        : null,
    });
  }
}

function layEggs(context: DemoContext, camp: Camp): void {
  for (const ranch of objectsOf(context, camp).filter(({ objectId }) => objectId === 'MonsterFarm')) {
    const egg = makeMapObject(context, camp.id, 'Palegg', near(context.random, ranch.location, 300));
    context.world.mapObjects.put({ ...egg, ownerId: ranch.id });
  }
}

/** A player of the camp's guild offers the last Pal of their Palbox there. */
function makeBooth(context: DemoContext, camp: Camp): void {
  const { world, newId } = context;
  const [uid, pal] = palOnOffer(context, camp) ?? [];
  if (uid === undefined || pal === undefined) return;
  const booth = { containerId: newId(), capacity: 5 };
  const object = makeMapObject(context, camp.id, 'PalBooth', around(context, camp));
  world.mapObjects.put({ ...object, booth, builderUid: uid });
  world.characters.put({ ...pal, place: { containerId: booth.containerId, slot: 0 } });
}

function palOnOffer({ world }: DemoContext, camp: Camp): [uid: string, pal: Character] | undefined {
  for (const { uid } of world.guilds.get(camp.guildId)?.members ?? []) {
    const box = world.players.get(uid)?.palbox.containerId ?? '';
    const pal = world
      .pick(world.characters, world.charactersByBox.keys(box))
      .findLast(({ ownerUid }) => ownerUid === uid);
    if (pal !== undefined) return [uid, pal];
  }
  return undefined;
}

function objectsOf({ world }: DemoContext, camp: Camp): MapObject[] {
  return world.pick(world.mapObjects, world.mapObjectsByCamp.keys(camp.id));
}
