import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { sha256Of } from '@palatine/platform/read-file';
import { testFolder } from '@palatine/platform/testing';
import { pluck } from '@palatine/testing/pluck';
import { World } from '@palatine/world/world';
import {
  addCopy,
  addPending,
  type BaseSave,
  type BaseStates,
  carryBases,
  dropPending,
  keptSave,
  promotePending,
  readBaseSave,
  readBaseStates,
  returnToState,
} from './base-states.ts';
import { createStore, openStore } from './store.ts';

const folder = testFolder();
let count = 0;

function aWorldFile(base?: BaseSave): string {
  const file = join(folder, `${++count}.db`);
  createStore(file, new World({ name: 'W', origin: 'save', createdAtMs: 0, seed: 1 }), { base });
  return file;
}

function aBase(content: string, atMs = 1): BaseSave {
  return { atMs, folder: '/saves/W', records: `records of ${content}`, files: filesOf(content) };
}

function filesOf(content: string): Map<string, Buffer> {
  return new Map([['Level.sav', Buffer.from(content)]]);
}

function aState(content: string) {
  const { files, ...facts } = aBase(content);
  const digests = new Map([...files].map(([path, bytes]) => [path, { sha256: sha256Of(bytes) }]));
  return { ...facts, digests };
}

function statesOf(file: string): BaseStates {
  return readBaseStates(file) ?? assert.fail('no base');
}

function contentOf(file: string): string | undefined {
  return readBaseSave(file)?.files.get('Level.sav')?.toString();
}

test('a world without a save has no states', () => {
  assert.equal(readBaseStates(aWorldFile()), undefined);
});

test('the pending state becomes the base, the digests of the old base are kept, and the audit has an entry', () => {
  const file = aWorldFile(aBase('first'));
  const { id } = statesOf(file).base;
  addPending(file, aBase('second', 2), undefined);
  assert.equal(contentOf(file), 'first');
  assert.equal(statesOf(file).pending?.atMs, 2);
  promotePending(file, '3 records');
  assert.equal(contentOf(file), 'second');
  const { pending, former, base, appliedAtMs } = statesOf(file);
  assert.equal(pending, undefined);
  assert.equal(appliedAtMs, undefined);
  assert.deepEqual(former, [{ ...aState('first'), id }]);
  assert.deepEqual(base.digests, aState('second').digests);
  const store = openStore(file);
  const [entry] = store.audit.page({ limit: 1 }).Entries;
  store.close();
  assert.deepEqual([entry?.Route, entry?.Summary], ['palatine save apply', '3 records']);
});

test('a pending state that was never written is removed with the one that it replaces', () => {
  const file = aWorldFile(aBase('first'));
  addPending(file, aBase('third'), aState('second'));
  assert.deepEqual(statesOf(file).replaced?.digests, aState('second').digests);
  dropPending(file);
  const { pending, replaced } = statesOf(file);
  assert.deepEqual([pending, replaced], [undefined, undefined]);
  assert.equal(contentOf(file), 'first');
});

test('there is at most one pending state', () => {
  const file = aWorldFile(aBase('first'));
  addPending(file, aBase('second'), undefined);
  assert.throws(() => addPending(file, aBase('third'), undefined), /UNIQUE/);
  assert.deepEqual(statesOf(file).pending?.digests, aState('second').digests);
});

test('a former state becomes the base again, and the later one a former one', () => {
  const file = aWorldFile(aBase('first'));
  addPending(file, aBase('second', 2), undefined);
  promotePending(file, '');
  const [first = assert.fail()] = statesOf(file).former;
  returnToState(file, first, filesOf('first'));
  assert.equal(contentOf(file), 'first');
  const { former, appliedAtMs } = statesOf(file);
  assert.deepEqual(pluck(former, 'digests'), [aState('second').digests]);
  assert.equal(appliedAtMs, undefined);
});

test('a copy is recorded, and the base stays', () => {
  const file = aWorldFile(aBase('first'));
  addCopy(file, aState('copy'));
  assert.deepEqual(pluck(statesOf(file).copies, 'digests'), [aState('copy').digests]);
  assert.equal(contentOf(file), 'first');
});

test('an older world that replaces the present one knows that its base was applied', () => {
  const present = aWorldFile(aBase('first'));
  addPending(present, aBase('second', 2), undefined);
  const older = join(folder, 'older.db');
  cpSync(present, older);
  promotePending(present, '');
  carryBases(present, older);
  assert.equal(statesOf(older).appliedAtMs, 2);
});

test('a world imported after an apply knows the state before it', () => {
  const present = aWorldFile(aBase('first'));
  const draft = aWorldFile(aBase('third'));
  carryBases(present, draft, aState('second'));
  assert.deepEqual(pluck(statesOf(draft).former, 'digests'), [aState('second').digests]);
  assert.equal(statesOf(draft).appliedAtMs, undefined);
  carryBases(draft, present);
  assert.notEqual(statesOf(present).appliedAtMs, undefined);
});

test('a file that is read again is gathered once, as last read', () => {
  const gathered = keptSave(10);
  gathered.onFile('Level.sav', Buffer.alloc(8));
  gathered.onFile('Level.sav', Buffer.alloc(9, 1));
  assert.deepEqual([...(gathered.files() ?? [])], [['Level.sav', Buffer.alloc(9, 1)]]);
});

test('a save above the limit is not gathered, not even in part', () => {
  const gathered = keptSave(10);
  gathered.onFile('Level.sav', Buffer.alloc(8));
  gathered.onFile('Players/1.sav', Buffer.alloc(3));
  gathered.onFile('Players/2.sav', Buffer.alloc(1));
  assert.equal(gathered.files(), undefined);
});
