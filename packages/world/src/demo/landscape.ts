import { ZERO_GUID } from '@palatine/contract';
import type { Camp, MapObject } from '../state/model.ts';
import { between, pick } from '../state/random.ts';
import { putContainer, stackOf } from './containers.ts';
import type { DemoContext } from './demo-context.ts';
import { around, makeMapObject, NATURE } from './map-objects.ts';
import { insideMap, near } from './places.ts';

/** Creates what lies about near the camps, the eggs of their ranches, and a booth in the last camp. */
export function makeLandscape(context: DemoContext, camps: readonly Camp[]): void {
  for (const camp of camps) {
    strew(context, camp);
    layEggs(context, camp);
  }
  const last = camps.at(-1);
  if (last !== undefined) makeBooth(context, last);
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

/** It offers no Pal: a camp with a player's Pal in a booth could not be deleted. */
function makeBooth(context: DemoContext, camp: Camp): void {
  const { world, newId } = context;
  const object = makeMapObject(context, camp.id, 'PalBooth', around(context, camp));
  world.mapObjects.put({ ...object, booth: { containerId: newId(), capacity: 5 } });
}

function objectsOf({ world }: DemoContext, camp: Camp): MapObject[] {
  return world.pick(world.mapObjects, world.mapObjectsByCamp.keys(camp.id));
}
