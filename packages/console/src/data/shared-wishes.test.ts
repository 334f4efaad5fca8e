import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type SharedWishes, shareWishes } from './shared-wishes.ts';

/** Waits until a tab knows these wishes. */
const knows = ({ all }: SharedWishes<string>, ...expected: string[]) =>
  new Promise<void>((resolve) => {
    const stop = all.subscribe((wishes) => {
      if (wishes.toSorted().join() !== expected.join()) return;
      setImmediate(() => {
        stop();
        resolve();
      });
    });
  });

test('every tab knows what all want, whoever opened first, until one wants nothing any more', async () => {
  const first = shareWishes<string>('wishes', 'first');
  first.want('north');
  const second = shareWishes<string>('wishes', 'second');
  second.want('south');
  await Promise.all([knows(first, 'north', 'south'), knows(second, 'north', 'south')]);

  second.want('west');
  await knows(first, 'north', 'west');

  first.close();
  await knows(second, 'west');
  assert.deepEqual(second.all.value, ['west']);
  second.close();
});
