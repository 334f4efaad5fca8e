import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '@palatine/platform/clock';
import { pluck } from '@palatine/testing/pluck';
import { MIRRORED_TABLES } from '@palatine/world/mirror-part';
import { World } from '@palatine/world/world';
import type { Batch, StoredChange } from '../store/store.ts';
import { DeferredWrites } from './system-tasks.ts';

function aWorldToWrite() {
  const world = new World({ name: '', origin: 'save', createdAtMs: 0, seed: 0 });
  const commits: (readonly StoredChange[])[] = [];
  const [parts, timers, reports]: [(() => void)[], (() => void)[], string[]] = [[], [], []];
  let fault: Error | undefined;
  const writes = new DeferredWrites({
    tables: MIRRORED_TABLES,
    world,
    store: {
      commit({ changes }: Batch) {
        if (fault !== undefined) throw fault;
        commits.push(changes);
      },
    },
    clock: {
      ...systemClock,
      after(_ms, work) {
        timers.push(work);
        return () => timers.splice(timers.indexOf(work), 1);
      },
    },
    later: (part) => parts.push(part),
    report: (message) => reports.push(message),
  });
  return {
    world,
    writes,
    commits,
    reports,
    timers,
    runPart: () => parts.shift()?.(),
    fail(error: Error | undefined) {
      fault = error;
    },
  };
}

function putContainers(world: World, count: number, capacity = 1): void {
  for (let number = 0; number < count; number++)
    world.containers.put({ id: `${number}`, capacity, slots: {} });
}

function changesOf(world: World): StoredChange[] {
  const changes = world.pendingChanges() as StoredChange[];
  world.clearJournal();
  return changes;
}

test('records are written in chunks, and events at once', () => {
  const { world, writes, commits, runPart } = aWorldToWrite();
  putContainers(world, 700);
  world.emit('player.leveled', 0, { player: { uid: '', userId: '', name: '' }, level: 2, before: 1 });
  assert.deepEqual(pluck(writes.defer(changesOf(world)), 'table'), ['events']);
  assert.deepEqual([writes.waiting, commits.length], [700, 0], 'nothing is written before its turn');
  runPart();
  assert.equal(commits.length, 1, 'one commit a turn');
  for (let turn = 0; turn < 5; turn++) runPart();
  assert.deepEqual([commits.map(({ length }) => length), writes.waiting], [[300, 300, 100], 0]);
});

test('a record is written in its present state, and a removed one is deleted', () => {
  const { world, writes, commits, runPart } = aWorldToWrite();
  putContainers(world, 2);
  writes.defer(changesOf(world));
  world.containers.put({ id: '0', capacity: 9, slots: {} });
  world.containers.remove('1');
  runPart();
  assert.deepEqual(commits, [
    [
      { table: 'containers', key: '0', record: { id: '0', capacity: 9, slots: {} } },
      { table: 'containers', key: '1', record: undefined },
    ],
  ]);
});

test('a failed write is kept, reported once, and repeated', () => {
  const { world, writes, commits, reports, timers, runPart, fail } = aWorldToWrite();
  fail(new Error('the disk is full'));
  putContainers(world, 2);
  writes.defer(changesOf(world));
  runPart();
  runPart();
  assert.deepEqual([writes.waiting, reports.length], [2, 1]);
  assert.match(reports[0] ?? '', /the disk is full/);
  fail(undefined);
  timers.shift()?.();
  runPart();
  assert.deepEqual([writes.waiting, commits.length], [0, 1]);
});

test('everything pending is written at the end', () => {
  const { world, writes, commits } = aWorldToWrite();
  putContainers(world, 700);
  writes.defer(changesOf(world));
  writes.writeAll();
  assert.deepEqual([writes.waiting, commits.length], [0, 3]);
});
