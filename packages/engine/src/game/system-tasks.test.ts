import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '@palatine/contract';
import { systemClock } from '@palatine/platform/clock';
import { pluck } from '@palatine/testing/pluck';
import { MIRRORED_TABLES } from '@palatine/world/mirror-part';
import { aGameContext } from '@palatine/world/testing/worlds';
import { World } from '@palatine/world/world';
import type { Batch, StoredChange } from '../store/store.ts';
import { DeferredWrites, gameBansTask } from './system-tasks.ts';

const read = { listed: ['gdk_1'], banned: [], unbanned: [] };

type Tools = Parameters<typeof gameBansTask>[0];

function work(bans: Partial<Tools['bans']>) {
  const game = aGameContext();
  const reports: string[] = [];
  const calls: string[] = [];
  const tools = {
    game,
    bans: {
      unit: { is: 'Checked', equalAt: 0 },
      readEdits: () => void calls.push('readEdits'),
      evict: () => {},
      ...bans,
    },
    report: (message: string) => void reports.push(message),
  };
  const again = () => game.world.transaction(() => gameBansTask(tools as unknown as Tools, read));
  return { game, reports, calls, result: again(), again };
}

test('a ban applied from the game is audited, after hand edits of Banlist.json were read', () => {
  const { game, calls, result, again } = work({});
  assert.deepEqual(calls, ['readEdits']);
  assert.equal(game.world.userBans.get('gdk_1')?.Active, true);
  assert.deepEqual(
    result.audit?.map(({ Token, Route, Target, Outcome }) => [Token, Route, Target, Outcome]),
    [['palatine', 'banlist.txt', 'gdk_1', 'OK']],
  );
  assert.deepEqual(again().audit, []);
  assert.deepEqual(calls, ['readEdits'], 'without a change the file is left alone');
});

test('while Banlist.json cannot be changed, nothing is applied and no player is unbanned in the game', () => {
  const full = () => {
    throw new Refusal('VALIDATION_FAILED', 'the ban list is full');
  };
  for (const [bans, said] of [
    [{ unit: { is: 'Blocked', blocked: 'being edited', equalAt: 0 } }, []],
    [{ evict: full }, ['bans of the game server were not applied: the ban list is full']],
  ] as const) {
    const { game, reports, result } = work(bans);
    assert.deepEqual([game.world.userBans.size, game.world.gameBans.size], [0, 0]);
    assert.deepEqual(result, { output: { ban: [], unban: [] }, audit: [] });
    assert.deepEqual(reports, said);
  }
});

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
