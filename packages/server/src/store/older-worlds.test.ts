import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { checkWorld } from '@palatine/world';
import { openStore } from './store.ts';

const CAMP = 'AAAAAAAA-00000000-00000000-00000001';
const ROCK = 'AAAAAAAA-00000000-00000000-00000002';
const ZERO = '00000000-00000000-00000000-00000000';

/** What version 0.1.0 wrote (schema 8): objects of camps only, and without what is kept since. */
const FORMER_CAMP = {
  id: CAMP,
  name: '',
  guildId: ZERO,
  state: 'Normal',
  location: { x: 1, y: 2, z: 3 },
  areaRangeCm: 3500,
  workers: { containerId: ZERO, capacity: 0 },
};
const FORMER_ROCK = {
  id: ROCK,
  objectId: 'DamagableRock0001',
  campId: CAMP,
  location: { x: 1.5, y: 2, z: 3 },
  hp: 40,
  maxHp: 50,
  class: 'other',
  containerId: null,
  storage: false,
};

function writeFormerWorld(file: string): void {
  using database = new DatabaseSync(file);
  const migrations = readdirSync(import.meta.dirname).filter((name) => /^\d{4}-.*\.sql$/.test(name));
  for (const name of migrations.sort().slice(0, 8)) {
    database.exec(readFileSync(join(import.meta.dirname, name), 'utf8'));
  }
  database.exec('pragma user_version = 8');
  const info = { name: 'Isle', origin: 'save', createdAtMs: 5, seed: 1 };
  database.prepare("insert into facts values ('info', ?)").run(JSON.stringify(info));
  database.prepare('insert into camps values (?, ?)').run(CAMP, JSON.stringify(FORMER_CAMP));
  database.prepare('insert into mapObjects values (?, ?)').run(ROCK, JSON.stringify(FORMER_ROCK));
}

test('a world of schema 8 has defaults for what it did not keep, and neither survey nor discoveries', (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'palatine-store-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'world.db');
  writeFormerWorld(file);
  for (const opening of ['first', 'second']) {
    const store = openStore(file);
    const world = store.load();
    store.close();
    assert.deepEqual(
      world.mapObjects.get(ROCK),
      {
        ...FORMER_ROCK,
        yawDeg: 0,
        booth: null,
        builderUid: null,
        ownerId: null,
        natural: false,
        underConstruction: false,
      },
      `at the ${opening} opening`,
    );
    assert.deepEqual([...world.mapObjectsByCamp.keys(CAMP)], [ROCK]);
    assert.equal(world.survey, null);
    assert.equal(world.discoveries.size, 0);
    assert.deepEqual(checkWorld(world), []);
  }
});
