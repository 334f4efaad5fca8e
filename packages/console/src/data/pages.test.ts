import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signal } from '@preact/signals';
import { pages } from './pages.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Pages of two of the numbers from 1 to `count`. */
function counted(count: number) {
  return async (cursor: string | number | undefined) => {
    const from = Number(cursor ?? 1);
    const rows = [from, from + 1].filter((row) => row <= count);
    return { rows, next: from + 2 <= count ? from + 2 : undefined };
  };
}

test('a list is read as far as somebody asks, and ends', async () => {
  const list = pages(counted(5));
  await settled();
  assert.deepEqual([list.value.value, list.hasMore.value], [[1, 2], true]);
  await list.more();
  await list.more();
  await list.more();
  assert.deepEqual([list.value.value, list.hasMore.value], [[1, 2, 3, 4, 5], false]);
  list.dispose();
});

test('all rows are read at once, up to a bound', async () => {
  const list = pages(counted(100));
  await settled();
  assert.equal((await list.all(10)).length, 10);
  list.dispose();
});

test('a changed question begins the list anew, and an older page that comes late is dropped', async () => {
  const asked = signal('a');
  const waiting: (() => void)[] = [];
  const list = pages<string>(async (cursor) => {
    const question = asked.value;
    if (cursor === undefined) return { rows: [`${question}1`], next: 2 };
    await new Promise<void>((resolve) => waiting.push(resolve));
    return { rows: [`${question}2`], next: undefined };
  });
  await settled();
  const late = list.more();
  asked.value = 'b';
  await settled();
  for (const answer of waiting) answer();
  await late;
  assert.deepEqual(list.value.value, ['b1']);
  list.dispose();
});
