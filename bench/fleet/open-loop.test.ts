import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dueBy, openLoop } from './open-loop.ts';

/** A clock that only waiting moves. */
function aClock() {
  let ms = 0;
  return {
    now: () => ms,
    wait: (more: number) => {
      ms += more;
      return Promise.resolve();
    },
    hold: (more: number) => {
      ms += more;
    },
  };
}

const RATE = { perSecond: 1000, durationMs: 100, settleMs: 0, patienceMs: 50 };

test('requests are due evenly, and none after the end', () => {
  assert.equal(dueBy(0, RATE), 0);
  assert.equal(dueBy(10.5, RATE), 10);
  assert.equal(dueBy(1000, RATE), 100);
});

test('every request is sent once, also by a sender that was held up', async () => {
  const { now, wait, hold } = aClock();
  const sent: number[] = [];
  const figures = await openLoop({
    ...{ ...RATE, now, wait },
    send: (index) => {
      sent.push(index);
      if (index === 20) hold(40);
      return Promise.resolve();
    },
  });
  assert.deepEqual(
    sent,
    Array.from({ length: 100 }, (_, index) => index),
  );
  assert.deepEqual([figures.answered, figures.failed, figures.unanswered], [100, 0, 0]);
  assert.ok(figures.p99Ms > 35, 'the time in which the sender was held up counts');
});

test('failed and unanswered requests are counted apart', async () => {
  const { now, wait } = aClock();
  const figures = await openLoop({
    ...{ ...RATE, now, wait },
    send: (index) => {
      if (index % 10 === 0) return Promise.reject(new Error('refused'));
      return index % 10 === 1 ? new Promise(() => {}) : Promise.resolve();
    },
  });
  assert.deepEqual([figures.answered, figures.failed, figures.unanswered], [80, 10, 10]);
  assert.deepEqual(figures.failures, { refused: 10 });
});

test('the settling time gives no latencies', async () => {
  const { now, wait, hold } = aClock();
  const figures = await openLoop({
    ...{ ...RATE, settleMs: 60, now, wait },
    send: (index) => {
      if (index === 10) hold(30);
      return Promise.resolve();
    },
  });
  assert.equal(figures.answered, 100);
  assert.ok(figures.p99Ms < 5);
});
