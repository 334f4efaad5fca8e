import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Guid, ZERO_GUID } from '@palatine/contract';
import { byTier, sharedSave } from '@palatine/save/testing';
import { loadCatalogue } from '../src/catalogue/catalogue.ts';
import { makeDemoWorld } from '../src/demo/make-demo-world.ts';
import { checkWorld } from '../src/state/check-world.ts';
import type { GameContext } from '../src/state/game-context.ts';
import type { Character, CharacterBox } from '../src/state/model.ts';
import { TABLE_NAMES, type World } from '../src/state/world.ts';
import { assertRefused, run } from '../src/testing/run-command.ts';
import { importedSave } from '../src/testing/save-builder.ts';
import { archiving, aVillage, removeBase } from '../src/testing/village.ts';
import { aCamp, aContainer, aGuid, aMapObject, aPal, aWorld } from '../src/testing/world-builder.ts';

const catalogue = loadCatalogue();

const remove = (game: GameContext, campId: Guid) => removeBase(game, campId).Archive.replace('Archives/', '');

function restore(game: GameContext, file: string) {
  return run(game, 'restoreBase', { params: { file } });
}

/** Every table but the events, each record as the store would keep it. */
function tablesOf(world: World): object {
  const tables = TABLE_NAMES.filter((name) => name !== 'events').map((name) => {
    const entries = [...world[name].entries()].map(([key, record]) => [key, JSON.stringify(sorted(record))]);
    return [name, new Map(entries as [string, string][])];
  });
  return Object.fromEntries(tables);
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}

/** Deletes and restores each camp, and then all of them at once, the first deleted restored first. */
function assertRoundTrips(world: World): void {
  const { game } = archiving(world);
  const before = tablesOf(world);
  const contradictions = checkWorld(world, catalogue);
  const camps = [...world.camps.values()];
  assert.ok(camps.length > 0);
  for (const { id } of camps) {
    const file = remove(game, id);
    assert.notDeepEqual(tablesOf(world), before);
    restore(game, file);
    assert.deepEqual(tablesOf(world), before);
  }
  const files = camps.map(({ id }) => remove(game, id));
  for (const file of files) restore(game, file);
  assert.deepEqual(tablesOf(world), before);
  assert.deepEqual(checkWorld(world, catalogue), contradictions);
}

for (const seed of [1, 2, 3, 4, 5, 6]) {
  test(`the bases of the demo world ${seed} come back exactly as they were`, () => {
    const sizes = { players: 10, online: 6, palsPerPlayer: 6, guilds: 3, camps: 5 };
    const { world } = makeDemoWorld({ catalogue, seed, nowMs: 0, sizes });
    assertRoundTrips(world);
  });
}

for (const name of byTier(['world1'], ['ref2024', 'v1_relics', 'world1'])) {
  test(
    `the bases of the imported world ${name} come back exactly as they were`,
    sharedSave(name),
    async () => {
      assertRoundTrips((await importedSave(name)).world);
    },
  );
}

const HATCHLING = aPal({ place: null });
const anEgg = (pal: Character) =>
  ({
    itemId: 'PalEgg_Normal_01',
    count: 1,
    instance: { kind: 'egg', id: aGuid(), species: 'SheepBall', pal },
  }) as const;
const aPalIn = ({ containerId }: CharacterBox) => aPal({ place: { containerId, slot: 0 } });

const ARMORY = {
  3: {
    itemId: 'AssaultRifle_Default1',
    count: 1,
    instance: { kind: 'weapon', id: aGuid(), durability: 12.5, bullets: 3, passives: ['x'] },
  },
  7: anEgg(HATCHLING),
} as const;

/** The village in a world, with things that a deletion and a restore treat in their own way. */
function aRichVillage() {
  const village = aVillage();
  const { camp, neighbor, zoe, guildChest, overrides } = village;
  const armory = aContainer({ slots: ARMORY });
  const rock = aMapObject(camp, {
    objectId: 'DamagableRock0001',
    class: 'other',
    natural: true,
    yawDeg: -12.5,
  });
  const ranch = aMapObject(camp, { objectId: 'MonsterFarm', yawDeg: 90, builderUid: zoe.uid });
  const booth = { containerId: aGuid(), capacity: 2 };
  const tent = aMapObject({ id: ZERO_GUID }, { objectId: 'Tent' });
  const world = aWorld({
    ...overrides,
    pals: [...overrides.pals, aPal({ place: { containerId: booth.containerId, slot: 1 } })],
    containers: [...overrides.containers, armory],
    mapObjects: [
      ...overrides.mapObjects,
      aMapObject(camp, { containerId: armory.id, storage: true }),
      aMapObject(camp, { objectId: 'GuildChest', containerId: guildChest.id, storage: true }),
      rock,
      ranch,
      aMapObject(neighbor, { objectId: 'PalEgg', class: 'other', ownerId: ranch.id }),
      aMapObject(camp, { objectId: 'PalBooth', booth, underConstruction: true }),
      aMapObject(camp, { objectId: 'Lamp', ownerId: tent.id }),
      tent,
    ],
  });
  return { ...village, ...archiving(world), world, booth, rock, tent };
}

type Village = ReturnType<typeof aRichVillage>;

/** Changes of the world since the deletion, and the conflict that the refusal names. */
const CONFLICTS: [why: string, change: (village: Village) => void, pattern: RegExp][] = [
  ['the base is there', ({ world, camp }) => world.camps.put(camp), /base camp .* is there/],
  ['its guild is gone', ({ world, guild }) => world.guilds.remove(guild.id), /guild .* not there/],
  [
    'a Pal of it is there',
    ({ world, worker }) => world.characters.put({ ...worker, place: null }),
    /Pal .* is in/,
  ],
  [
    'an object of it is there',
    ({ world, chestObject, neighbor }) =>
      world.mapObjects.put({ ...chestObject, campId: neighbor.id, containerId: null, storage: false }),
    /object .* is in/,
  ],
  ['a container of it is there', ({ world, chest }) => world.containers.put(chest), /container .* is in/],
  [
    'the chest of its guild is gone',
    ({ world, guild }) => world.guilds.put({ ...guild, chestId: null }),
    /container .* is not there any more/,
  ],
  [
    'the camp of one of its objects no longer exists',
    ({ world, neighbor }) => world.camps.remove(neighbor.id),
    /base camp .* in which its object .* no longer exists/,
  ],
  [
    'the object that one of its objects belongs to is gone',
    ({ world, tent }) => world.mapObjects.remove(tent.id),
    /which its object .* belongs to, is not there any more/,
  ],
  ['a Pal is in its booth', ({ world, booth }) => world.characters.put(aPalIn(booth)), /box of its PalBooth/],
  [
    'its booth is that of another object',
    ({ world, booth, tent }) => world.mapObjects.put({ ...tent, booth }),
    /the box of its PalBooth/,
  ],
  [
    'the box of its workers is that of another camp',
    ({ world, camp, neighbor }) => world.camps.put({ ...neighbor, workers: camp.workers }),
    /box of its workers/,
  ],
  [
    'a Pal is in the box of its workers',
    ({ world, camp }) => world.characters.put(aPalIn(camp.workers)),
    /box of its workers/,
  ],
  [
    'a weapon of it is in another container',
    ({ world, guildChest }) => world.containers.put({ ...guildChest, slots: ARMORY }),
    /is in a container of the world/,
  ],
  ['the Pal of one of its eggs is there', ({ world }) => world.characters.put(HATCHLING), /of its eggs/],
  [
    'a Pal of it is in an egg',
    ({ world, guildChest, worker }) => world.containers.put({ ...guildChest, slots: { 0: anEgg(worker) } }),
    /is in a container of the world/,
  ],
];

for (const [why, change, pattern] of CONFLICTS) {
  test(`nothing is restored when ${why}`, () => {
    const village = aRichVillage();
    const { game, camp } = village;
    const file = remove(game, camp.id);
    change(village);
    assert.match(assertRefused(game, 'ARCHIVE_CONFLICT', () => restore(game, file)).message, pattern);
  });
}

test('an archive of another world is refused, also of one with the same save', () => {
  const { game, archives, camp } = aRichVillage();
  const file = remove(game, camp.id);
  for (const change of [{ seed: 99 }, { createdAtMs: 99 }, { origin: 'save' }]) {
    const info = { ...game.world.info, ...change } as World['info'];
    const foreign = archiving(aWorld());
    Object.defineProperty(foreign.game.world, 'info', { value: info });
    for (const [name, text] of archives) foreign.archives.set(name, text);
    const refusal = assertRefused(foreign.game, 'ARCHIVE_CONFLICT', () => restore(foreign.game, file));
    assert.match(refusal.message, /of another world/);
  }
});

interface Altered {
  version: number;
  camp: Record<string, unknown>;
  pals: { id: string; level: unknown; place: { containerId: string; slot: number } }[];
  storage: { id: string; capacity: number; stacks: Record<string, unknown>[] }[];
  palBoxes: { id: string; campId: string }[];
  [more: string]: unknown;
}

const set = (target: object | undefined, fields: object) =>
  void Object.assign(target ?? assert.fail(), fields);

const DAMAGE: [why: string, alter: (archive: Altered) => unknown, pattern: RegExp][] = [
  ['it is no object', () => [], /not an archive of version 3: \/ is wrong/],
  ['it is null', () => null, /not an archive/],
  ['it is of another version', (archive) => set(archive, { version: 2 }), /not an archive of version 3/],
  ['it is of a newer version', (archive) => set(archive, { version: 4 }), /\/version/],
  ['it has an unknown key', (archive) => set(archive, { more: 1 }), /is wrong/],
  ['a list is missing', (archive) => void delete archive.dropItems, /is wrong/],
  ['a level is a text', ({ pals }) => set(pals[0], { level: '5' }), /\/pals\/0/],
  ['a level is 0', ({ pals }) => set(pals[0], { level: 0 }), /contradicts itself.*level 0/],
  ['its id is no GUID', ({ camp }) => set(camp, { id: 'x' }), /\/camp\/id/],
  ['a Pal is in it twice', ({ pals }) => void pals.push(...structuredClone(pals)), /twice/],
  [
    'a Pal is in a box of another owner',
    ({ pals }) => set(pals[0]?.place, { containerId: aGuid() }),
    /neither one of the workers nor in a booth/,
  ],
  ['a Pal is in no slot', ({ pals }) => set(pals[0]?.place, { slot: 9999 }), /contradicts/],
  ['a chest has fewer slots than stacks', ({ storage }) => set(storage[0], { capacity: 1 }), /beyond its 1/],
  [
    'a slot is in it twice',
    ({ storage }) => void storage[0]?.stacks.push({ slot: 0, itemId: 'Wood', count: 1 }),
    /slot 0 of container .* twice/,
  ],
  ['a stack is empty', ({ storage }) => set(storage[0]?.stacks[0], { count: 0 }), /stacks/],
  [
    'an item is of no known kind',
    ({ storage }) => set(storage[0]?.stacks[0], { instance: { kind: 'ring', id: aGuid() } }),
    /stacks\/0\/instance is wrong/,
  ],
  [
    'a container has no owner',
    ({ storage }) => void storage.push({ id: aGuid(), capacity: 1, stacks: [] }),
    /nobody/,
  ],
  ['an object is of no camp', ({ palBoxes }) => set(palBoxes[0], { campId: ZERO_GUID }), /not of this base/],
  ['an object is turned too far', ({ palBoxes }) => set(palBoxes[0], { yawDeg: 360 }), /turned by 360/],
  ['what is natural is not listed', (archive) => void delete archive.naturalObjects, /is wrong/],
];

for (const [why, alter, pattern] of DAMAGE) {
  test(`an archive is refused when ${why}`, () => {
    const { game, archives, camp } = aRichVillage();
    const file = remove(game, camp.id);
    const archive = JSON.parse(archives.get(file) ?? '') as Altered;
    const altered = alter(archive);
    archives.set(file, JSON.stringify(altered === undefined ? archive : altered));
    assert.match(assertRefused(game, 'ARCHIVE_UNREADABLE', () => restore(game, file)).message, pattern);
  });
}

test('invalid JSON, and a key that would become a prototype, are refused', () => {
  const { game, archives, camp } = aRichVillage();
  const file = remove(game, camp.id);
  const text = archives.get(file) ?? '';
  const hostile = [
    '{',
    text.slice(0, -5),
    text.replace('"statusPoints":{}', '"statusPoints":{"__proto__":1}'),
  ];
  hostile.push(text.replace('"camp":{', '"camp":{"__proto__":{"id":1},'));
  for (const bad of hostile) {
    assert.notEqual(bad, text);
    archives.set(file, bad);
    assertRefused(game, 'ARCHIVE_UNREADABLE', () => restore(game, file));
  }
  archives.set(file, text);
  restore(game, file);
});

test('a natural object that is gone, or in another camp by now, is left unchanged', () => {
  for (const change of [
    ({ world, rock }: Village) => world.mapObjects.remove(rock.id),
    ({ world, rock, neighbor }: Village) => world.mapObjects.put({ ...rock, campId: neighbor.id }),
    ({ world, rock }: Village) => world.mapObjects.put({ ...rock, campId: ZERO_GUID, natural: false }),
  ]) {
    const village = aRichVillage();
    const { game, world, camp, rock } = village;
    const contradictions = checkWorld(world); // an object holds the chest of the guild
    const file = remove(game, camp.id);
    assert.deepEqual(world.mapObjects.get(rock.id), { ...rock, campId: ZERO_GUID });
    change(village);
    const changed = world.mapObjects.get(rock.id);
    restore(game, file);
    assert.equal(world.mapObjects.get(rock.id), changed);
    assert.deepEqual(checkWorld(world), contradictions);
  }
});

test('a camp without a guild comes back without one', () => {
  const camp = aCamp({ id: ZERO_GUID });
  const world = aWorld({ camps: [camp] });
  const { game } = archiving(world);
  const before = tablesOf(world);
  restore(game, remove(game, camp.id));
  assert.deepEqual(tablesOf(world), before);
});
