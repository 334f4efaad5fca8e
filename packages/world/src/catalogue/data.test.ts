import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { RELIC_TYPES, regionOf } from '@palatine/contract';
import { parseJson } from '@palatine/platform/json';
import { loadCatalogue } from './catalogue.ts';
import { ELEMENTS, LIMIT_NAMES } from './names.ts';
import type { CatalogueTable } from './table.ts';

const catalogue = loadCatalogue();

const DATA = join(import.meta.dirname, 'data');

const SIZES = {
  items: 2372,
  itemDynamics: 667,
  unlistedItems: 94,
  pals: 409,
  learnsets: 384,
  npcs: 401,
  uniqueNpcs: 4,
  technologies: 588,
  experience: 100,
  friendship: 14,
  passives: 421,
  activeSkills: 382,
  research: 168,
  expeditions: 18,
  towerBosses: 13,
  raidBosses: 11,
  fieldBosses: 122,
  mapObjects: 581,
  eggs: 56,
  relics: 13,
  places: 939,
  containers: 6,
} as const;

test('each table has all its rows, no two with the same id, whatever its case', () => {
  const sizes = Object.keys(SIZES).map((name) => [name, catalogue[name as keyof typeof SIZES].size]);
  assert.deepEqual(Object.fromEntries(sizes), SIZES); // a table drops a row with an earlier id
});

test('no object of the data has a key twice', () => {
  const files = globSync('**/*.json', { cwd: DATA });
  assert.ok(files.length > Object.keys(SIZES).length);
  for (const file of files) parseJson(readFileSync(join(DATA, file), 'utf8'));
});

/** Asserts that every id of the rows is in one of the tables, but for the listed ones, all of which are missing. */
function assertResolve<Row>(
  rows: readonly Row[],
  idsOfRow: (row: Row) => string | null | readonly (string | null)[],
  tables: CatalogueTable<unknown>[],
  exceptions: string[] = [],
) {
  const ids = rows.flatMap(idsOfRow);
  const missing = ids.filter((id) => id !== null && !tables.some((table) => table.find(id)));
  assert.deepEqual([...new Set(missing)].sort(), exceptions);
}

test('the character of every unique NPC is an NPC', () =>
  assertResolve(catalogue.uniqueNpcs.all(), ({ characterId }) => characterId, [catalogue.npcs]));

test('item dynamics and raid slabs are items, and unlisted items are not', () => {
  assertResolve(catalogue.itemDynamics.all(), ({ id }) => id, [catalogue.items]);
  assertResolve(catalogue.raidBosses.all(), ({ id }) => id, [catalogue.items]);
  assert.ok(catalogue.unlistedItems.all().every(({ id }) => !catalogue.items.find(id)));
});

test('items with their own state do not stack', () => {
  for (const item of catalogue.items.all()) if (item.dynamic) assert.equal(item.stack, 1, item.id);
});

test('what a Pal names exists, and its egg is one', () => {
  const pals = catalogue.pals.all();
  for (const { id, egg } of pals) {
    if (egg !== null) assert.equal(catalogue.items.find(egg)?.dynamic, 'egg', id);
  }
  assertResolve(pals, (pal) => pal.base, [catalogue.pals]);
  assertResolve(pals, (pal) => pal.innatePassives, [catalogue.passives]);
  assertResolve(pals, (pal) => pal.elements, [
    { size: 0, all: () => [], find: (id) => ELEMENTS.find((element) => element === id) },
  ]);
});

test('a tribe is named after a Pal, but for the parts of one raid boss', () => {
  const parts = ['001_Green', '002', '002_Hand_Left', '002_Hand_Right', '002_Head'];
  const exceptions = parts.flatMap((part) => [`YakushimaBoss${part}`, `YakushimaBoss${part}_2`]);
  assertResolve(catalogue.pals.all(), (pal) => pal.tribe, [catalogue.pals], exceptions);
});

test('learnsets belong to Pals and teach known skills', () => {
  assertResolve(catalogue.learnsets.all(), ({ id }) => id, [catalogue.pals]);
  assertResolve(catalogue.learnsets.all(), (row) => row.learnset.map(([, skill]) => skill), [
    catalogue.activeSkills,
  ]);
});

test('every Pal has a learnset or an ordinary form that has one, but for nine', () => {
  const { learnsets } = catalogue;
  const without = catalogue.pals
    .all()
    .filter((pal) => !learnsets.find(pal.id) && !(pal.base && learnsets.find(pal.base)));
  const few = 'BlackFurDragon ElecLion GhostAnglerfish GhostAnglerfish_Fire LazyCatfish LazyCatfish_Gold';
  const parts = 'RAID_YakushimaBoss002_Head RAID_YakushimaBoss002_Head_2 WorldTreeDragon';
  assert.equal(without.map((pal) => pal.id).join(' '), `${few} ${parts}`);
});

test('what a technology requires exists and comes before it', () => {
  const earlier = new Set<string | null>([null]);
  for (const technology of catalogue.technologies.all()) {
    assert.ok(earlier.has(technology.requireTech), technology.id);
    earlier.add(technology.id);
  }
  const all = catalogue.technologies.all();
  assertResolve(all, (technology) => technology.requireTower, [catalogue.towerBosses]);
  assertResolve(all, (technology) => technology.requireResearch, [catalogue.research]);
});

test('all technologies together cost 1413 points and 185 ancient ones', () => {
  const cost = (ancient: boolean) =>
    catalogue.technologies
      .all()
      .filter((technology) => technology.ancient === ancient)
      .reduce((sum, technology) => sum + technology.cost, 0);
  assert.deepEqual([cost(false), cost(true)], [1413, 185]);
});

test('research requires known research', () =>
  assertResolve(catalogue.research.all(), (research) => research.requires, [catalogue.research]));

test('expeditions wait for known tower counts', () => {
  const counts = new Set(
    catalogue.towerBosses.all().flatMap((tower) => [tower.countKeyNormal, tower.countKeyHard]),
  );
  for (const { id, visibleAfter, unlockAfter } of catalogue.expeditions.all()) {
    for (const count of [visibleAfter, unlockAfter])
      assert.ok(count === null || counts.has(count), `${id}: ${count}`);
  }
});

test('bosses are known Pals or people', () => {
  const towers = catalogue.towerBosses.all();
  assertResolve(towers, (tower) => [tower.palNormal, tower.palHard], [catalogue.pals]);
  assertResolve(catalogue.raidBosses.all(), (boss) => boss.palId, [catalogue.pals]);
  assertResolve(catalogue.fieldBosses.all(), (boss) => boss.characterId, [catalogue.pals, catalogue.npcs]);
});

test('85 passives may be rolled on Pals', () =>
  assert.equal(catalogue.passives.all().filter((passive) => passive.pal).length, 85));

test('every egg item has a row of what it is like, and no other row has', () => {
  const eggs = catalogue.items.all().filter((item) => item.dynamic === 'egg');
  assert.deepEqual(idsOf(catalogue.eggs).sort(), eggs.map(({ id }) => id).sort());
});

test('relics are the types of the contract, in their order, and each has an item', () => {
  assert.deepEqual(idsOf(catalogue.relics), [...RELIC_TYPES]);
  assertResolve(catalogue.relics.all(), ({ itemId }) => itemId, [catalogue.items]);
  for (const { id, maxRank, costPerRank } of catalogue.relics.all()) {
    assert.equal(costPerRank.length, maxRank, id);
  }
});

test('a place of a relic names its type, one of a field boss the boss, and all relics have their places', () => {
  const places = catalogue.places.all();
  const subjectsOf = (kinds: readonly string[]) =>
    places.filter(({ kind }) => kinds.includes(kind)).map(({ subject }) => subject ?? 'none');
  assertResolve(subjectsOf(['relic']), (type) => type, [catalogue.relics]);
  assertResolve(subjectsOf(['alpha', 'bounty']), (boss) => boss, [catalogue.fieldBosses]);
  const bosses = new Set(subjectsOf(['alpha', 'bounty']));
  assert.ok(catalogue.fieldBosses.all().every(({ id }) => bosses.has(id)));
  for (const { id, fieldCount } of catalogue.relics.all()) {
    assert.equal(subjectsOf(['relic']).filter((type) => type === id).length, fieldCount, id);
  }
});

test('every place is on the map of its region', () => {
  const regions = {
    MainMap: [-1_099_400, 349_400, -724_400, 724_400],
    Tree: [347_351, 689_149, -818_197, -476_400],
  };
  for (const { id, area, x, y } of catalogue.places.all()) {
    const [fromX = 0, toX = 0, fromY = 0, toY = 0] = regions[area];
    assert.ok(x >= fromX && x <= toX && y >= fromY && y <= toY, `${id} at ${x}, ${y}`);
    assert.equal(regionOf(x) === 'Tree', area === 'Tree', id);
  }
});

test('only travel points have their own name', () => {
  for (const { kind, name } of catalogue.places.all()) {
    assert.equal(name !== null, kind === 'fastTravel' || kind === 'mapUnlock');
  }
});

test('no limit is missing', () => {
  for (const name of LIMIT_NAMES) assert.ok(Number.isSafeInteger(catalogue.limit(name)), name);
});

function idsOf(table: CatalogueTable<{ readonly id: string }>): string[] {
  return table.all().map((row) => row.id);
}
