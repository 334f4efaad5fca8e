import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { eventsAfter } from './event-pages.ts';
import { fileNumberOf, openFleetDatabase } from './fleet-database.ts';

function newFile(context: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'palatine-fleet-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'fleet.db');
}

function open(file: string): { setAside: string | undefined; newestId: number } {
  const { database, setAside } = openFleetDatabase(file);
  const newestId = eventsAfter(database).newestId();
  database.close();
  return { setAside, newestId };
}

test('a new file is private, is used again, and gives ids that no other file gives', (context) => {
  const file = newFile(context);
  const first = open(file);
  assert.equal(first.setAside, undefined);
  if (process.platform !== 'win32') assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.deepEqual(open(file), first);
  rmSync(file);
  assert.notEqual(fileNumberOf(open(file).newestId), fileNumberOf(first.newestId));
});

test('a file that is no database, is of another program or of another version is set aside', (context) => {
  const file = newFile(context);
  const others: (() => void)[] = [
    () => writeFileSync(file, 'this is no database, and is longer than the head of one would be'.repeat(20)),
    () => sql(file, 'create table worlds (id integer)'),
    () => sql(file, 'create table worlds (id integer); pragma user_version = 1'),
    () => sql(file, 'pragma user_version = 2'),
  ];
  for (const make of others) {
    for (const name of readdirSync(join(file, '..'))) rmSync(join(file, '..', name));
    make();
    assert.notEqual(open(file).setAside, undefined);
    assert.equal(open(file).setAside, undefined);
    assert.ok(readdirSync(join(file, '..')).includes('fleet-set-aside.db'));
  }
});

function sql(file: string, text: string): void {
  using database = new DatabaseSync(file);
  database.exec(text);
}
