import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BackupError, RETRY_PACE, retried } from './attempts.ts';
import { batchesOf } from './batches.ts';

const pace = { attempts: 3, pauseMs: () => 0 };
const { signal } = new AbortController();

test('what fails is tried again, so often', async () => {
  let tries = 0;
  const work = async () => {
    tries += 1;
    if (tries < 3) throw new Error('not yet');
    return tries;
  };
  assert.equal(await retried({ pace, signal }, work), 3);
  tries = -10;
  await assert.rejects(retried({ pace, signal }, work), { message: 'not yet' });
  assert.equal(tries, -7);
});

test('what would fail again is not tried again', async () => {
  let tries = 0;
  await assert.rejects(
    retried({ pace, signal }, async () => {
      tries += 1;
      throw new BackupError('damaged');
    }),
    { name: 'BackupError' },
  );
  assert.equal(tries, 1);
});

test('as long as something is achieved, failures do not add up', async () => {
  let achieved = 0;
  const work = async () => {
    achieved += 1;
    if (achieved < 20) throw new Error('broke off');
  };
  await retried({ pace, signal, achieved: () => achieved }, work);
  assert.equal(achieved, 20);
});

test('work that is given up ends with the reason, also in a pause', async () => {
  const given = new AbortController();
  const slow = { attempts: 3, pauseMs: () => 3_600_000 };
  const ended = retried({ pace: slow, signal: given.signal }, async () => {
    setImmediate(() => given.abort(new BackupError('given up')));
    throw new Error('not yet');
  });
  await assert.rejects(ended, (error: Error) => error.name === 'AbortError' || error.name === 'BackupError');
});

test('the pauses of all attempts together are minutes', () => {
  const pauses = Array.from({ length: RETRY_PACE.attempts - 1 }, (_, index) => RETRY_PACE.pauseMs(index + 1));
  const minutes = pauses.reduce((sum, ms) => sum + ms, 0) / 60_000;
  assert.ok(minutes > 3 && minutes < 6, String(minutes));
});

test('URLs are asked for few files at once, and for a large one alone', () => {
  const files = [...Array.from({ length: 40 }, () => 1), 100e6, 1, 60e6, 10e6].map((bytes) => ({ bytes }));
  const batches = [...batchesOf(files)].map((batch) => batch.length);
  assert.deepEqual(batches, [32, 8, 1, 2, 1]);
  assert.deepEqual([...batchesOf([])], []);
});
