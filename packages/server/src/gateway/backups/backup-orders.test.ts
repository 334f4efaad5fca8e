import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Clock } from '../../game/clock.ts';
import { BackupOrders } from './backup-orders.ts';

const MINUTE_MS = 60_000;

/** A clock that stands until it is moved, minute by minute. */
function aClock() {
  let nowMs = Date.UTC(2026, 6, 12);
  const works: (() => void)[] = [];
  const clock: Clock = {
    now: () => nowMs,
    elapsed: () => nowMs,
    after: () => () => {},
    every(_, work) {
      works.push(work);
      return () => works.splice(works.indexOf(work), 1);
    },
  };
  const pass = (minutes: number) => {
    for (let minute = 0; minute < minutes; minute++) {
      nowMs += MINUTE_MS;
      for (const work of works) work();
    }
  };
  return { clock, pass, works };
}

const idOf = (digit: number, name = '20260712T181502Z-5f1e0c9a7b32') => ({
  world: digit.toString(16).padStart(32, '0'),
  backup: name,
});
const upload = (digit: number) => ({ id: idOf(digit), kind: 'Upload' as const });

test('an order of whose world nothing is heard for 15 minutes has failed', () => {
  const { clock, pass } = aClock();
  const orders = new BackupOrders(clock);
  const { secret } = orders.begin(upload(1), 'Panel');
  pass(14);
  orders.progress(secret, { doing: 'uploading', done: 1, of: 2 });
  pass(14);
  assert.deepEqual(orders.list()[0]?.State, 'Running');
  assert.ok(orders.find(secret), 'a sign of life');
  pass(16);
  const [ended] = orders.list();
  assert.deepEqual(
    [ended?.State, ended?.Message],
    ['Failed', 'nothing was heard of the world for 15 minutes'],
  );
  assert.equal(orders.find(secret), undefined);
});

test('an order takes no longer than a day', () => {
  const { clock, pass } = aClock();
  const orders = new BackupOrders(clock);
  const { secret } = orders.begin(upload(1), 'Panel');
  for (let hour = 0; hour < 25; hour++) {
    for (let quarter = 0; quarter < 6; quarter++) {
      orders.progress(secret, { doing: 'uploading' });
      pass(10);
    }
  }
  assert.equal(orders.list()[0]?.Message, 'it took longer than a day');
});

test('a world has one order at a time, and a gateway 64', () => {
  const orders = new BackupOrders(aClock().clock);
  const first = orders.begin(upload(0), 'Panel');
  assert.throws(() => orders.begin(upload(0), 'Panel'), { code: 'BACKUP_RUNNING' });
  for (let world = 1; world < 64; world++) orders.begin(upload(world), 'Panel');
  assert.throws(() => orders.begin(upload(64), 'Panel'), { code: 'SERVER_BUSY' });
  orders.end(first.secret);
  orders.begin(upload(64), 'Panel');
});

test('what an order works on is in use until it ends; one that never reached its world was none', () => {
  const { clock, works } = aClock();
  const orders = new BackupOrders(clock);
  const { secret } = orders.begin(upload(1), 'Panel');
  assert.deepEqual([orders.inUse(idOf(1)), orders.inUse(idOf(2))], [true, false]);
  orders.end(secret, { local: 'fetched-x' });
  assert.deepEqual([orders.inUse(idOf(1)), orders.list()[0]?.Local], [false, 'fetched-x']);
  orders.withdraw(orders.begin(upload(2), 'Panel').secret);
  assert.equal(orders.list().length, 1);
  orders[Symbol.dispose]();
  assert.equal(works.length, 0);
});

test('of the orders that have ended the newest hundred are told, first those that run', () => {
  const orders = new BackupOrders(aClock().clock);
  const running = orders.begin(upload(1), 'Panel').shown;
  for (let number = 0; number < 150; number++) {
    orders.end(orders.begin({ ...upload(2), id: idOf(2, String(number)) }, 'Panel').secret);
  }
  const list = orders.list();
  assert.deepEqual([list.length, list[0], list[1]?.Backup, list[100]?.Backup], [101, running, '149', '50']);
});
