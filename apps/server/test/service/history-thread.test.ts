import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Series } from '@palatine/contract';
import { HistoryClient } from '@palatine/engine/history-client';
import { newFolder } from '@palatine/testing/start-service';
import { TestClock } from '@palatine/testing/test-clock';
import { until } from '@palatine/testing/until';
import pino from 'pino';

interface TestHistory extends AsyncDisposable {
  history: HistoryClient;
  clock: TestClock;
  /** Records how many are online, five seconds later. */
  record(online: number): void;
  /** The records of the last minute. */
  online(): Promise<number[]>;
}

function aHistory(file = 'history.db'): TestHistory {
  const folder = newFolder();
  const clock = new TestClock();
  const history = new HistoryClient({ file: join(folder, file), clock, log: pino({ level: 'silent' }) });
  return {
    history,
    clock,
    record(online) {
      clock.advance(5000);
      history.record({ kind: 'values', atMs: clock.now(), values: { online } });
      history.flush();
    },
    async online() {
      const range = { fromMs: clock.now() - 60_000, toMs: clock.now() + 5000 };
      const { bytes } = await history.ask('series', { names: ['online'], ...range, points: 1000 });
      const { Values } = JSON.parse(Buffer.from(bytes).toString()) as Series;
      return (Values[0] ?? []).filter((value) => value !== null);
    },
    async [Symbol.asyncDispose]() {
      await history.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

test('what was recorded before its thread died is there, and recording goes on', async () => {
  await using test = aHistory();
  test.record(1);
  assert.deepEqual(await test.online(), [1]);
  await test.history.kill();
  await until('the death is noticed', () => test.history.problem !== '');
  test.record(2);
  assert.deepEqual(await test.online(), [1, 2]);
  assert.equal(test.history.problem, '');
});

test('a query under way when the thread dies is refused, and so is everything after its fifth death', async () => {
  await using test = aHistory();
  for (let death = 1; death <= 5; death++) {
    const lost = assert.rejects(test.online(), { code: 'SERVER_BUSY' });
    await test.history.kill();
    await lost;
  }
  await assert.rejects(test.online(), { code: 'SERVER_BUSY' });
  assert.match(test.history.problem, /not started again until the service restarts/);
});

test('more queries than the thread takes at once are refused', async () => {
  await using test = aHistory();
  const results = await Promise.allSettled(Array.from({ length: 40 }, () => test.online()));
  assert.equal(results.filter(({ status }) => status === 'rejected').length, 8);
});

test('a history that cannot be opened is said to be so', async () => {
  await using test = aHistory(join('no such folder', 'history.db'));
  test.record(1);
  await until('the fault is noticed', () => test.history.problem !== '');
  assert.match(test.history.problem, /ENOENT|unable to open/);
});
