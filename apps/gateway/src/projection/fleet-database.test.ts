import assert from 'node:assert/strict';
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { testFolder } from '@palatine/platform/testing';
import { fileNumberOf, openFleetDatabase } from './fleet-database.ts';
import { rowPages } from './rows.ts';

function open(file: string): { setAside: string | undefined; newestId: number } {
  const { database, setAside } = openFleetDatabase(file);
  const newestId = rowPages(database).newestEventId();
  database.close();
  return { setAside, newestId };
}

test('a new file is private, is used again, and gives ids that no other file gives', () => {
  const folder = testFolder();
  const file = join(folder, 'fleet.db');
  const first = open(file);
  assert.equal(first.setAside, undefined);
  if (process.platform !== 'win32') assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.deepEqual(open(file), first);
  rmSync(file);
  assert.notEqual(fileNumberOf(open(file).newestId), fileNumberOf(first.newestId));
});

test('a file that is no database, is of another program or version, or has a trigger of a stranger, is set aside', () => {
  const folder = testFolder();
  const file = join(folder, 'fleet.db');
  const others: (() => void)[] = [
    () => writeFileSync(file, 'this is no database, and is longer than the head of one would be'.repeat(20)),
    () => sql(file, 'create table worlds (id integer)'),
    () => sql(file, 'create table worlds (id integer); pragma user_version = 1'),
    () => sql(file, 'pragma user_version = 2'),
    () => {
      open(file);
      sql(file, 'create trigger evil after insert on audit begin delete from audit; end');
    },
  ];
  for (const make of others) {
    for (const name of readdirSync(folder)) rmSync(join(folder, name));
    make();
    assert.notEqual(open(file).setAside, undefined);
    assert.equal(open(file).setAside, undefined);
    assert.ok(readdirSync(folder).includes('fleet-set-aside.db'));
  }
});

function sql(file: string, text: string): void {
  using database = new DatabaseSync(file);
  database.exec(text);
}
