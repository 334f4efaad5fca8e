import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as settled } from 'node:timers/promises';
import { signal } from '@preact/signals';
import { keptValue } from './cache.ts';
import { resource } from './resource.ts';

test('a resource has no value before its first read, and is as old as its last', async () => {
  let nowMs = 1000;
  const counted = resource(async () => 7, { now: () => nowMs });
  assert.deepEqual(
    [counted.value.value, counted.loading.value, counted.readAtMs.value],
    [undefined, true, 0],
  );
  await settled();
  assert.deepEqual([counted.value.value, counted.loading.value, counted.readAtMs.value], [7, false, 1000]);
  nowMs = 2000;
  await counted.refresh();
  assert.equal(counted.readAtMs.value, 2000);
  counted.dispose();
});

test('a change of a signal that the read uses aborts it and reads again; the old value stays meanwhile', async () => {
  const page = signal(1);
  const aborted: number[] = [];
  const waiting: (() => void)[] = [];
  const read = resource((abort) => {
    const requested = page.value;
    abort.addEventListener('abort', () => aborted.push(requested));
    return new Promise<number>((resolve) => waiting.push(() => resolve(requested)));
  });
  waiting.shift()?.();
  await settled();
  page.value = 2;
  page.value = 3;
  assert.deepEqual(aborted, [1, 2]);
  assert.deepEqual([read.value.value, read.loading.value], [1, true]);
  for (const answer of waiting) answer();
  await settled();
  assert.deepEqual([read.value.value, read.loading.value], [3, false]);
  read.dispose();
});

test('a failed read keeps the value and says why; the next one takes the error away', async () => {
  let failing = false;
  const read = resource(async () => {
    if (failing) throw new Error('no network');
    return 'here';
  });
  await settled();
  failing = true;
  await read.refresh();
  assert.equal(read.value.value, 'here');
  assert.match(String(read.error.value), /no network/);
  failing = false;
  await read.refresh();
  assert.equal(read.error.value, undefined);
  read.dispose();
});

test('what a page left less than a minute ago is shown at once, then read again', async () => {
  let [nowMs, reads] = [Date.now(), 0];
  const create = () => resource(async () => ++reads, { key: 'reads {}', now: () => nowMs });
  const left = create();
  await settled();
  left.dispose();
  const again = create();
  assert.deepEqual([again.value.value, again.loading.value], [1, true]);
  await settled();
  assert.equal(again.value.value, 2);
  again.dispose();
  nowMs += 61_000;
  assert.equal(keptValue('reads {}', nowMs), undefined);
});
