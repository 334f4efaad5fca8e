import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barText, bytesText, columns } from './terminal.ts';

test('a bar shows the share that is done, and moves where the share is unknown', () => {
  assert.equal(barText({ doing: 'storing', done: 0, of: 4 }, 0), `${'░'.repeat(30)}   0 %  storing`);
  assert.equal(
    barText({ doing: 'storing', done: 2, of: 4 }, 0),
    `${'█'.repeat(15)}${'░'.repeat(15)}  50 %  storing`,
  );
  assert.equal(barText({ doing: 'storing', done: 9, of: 4 }, 0), `${'█'.repeat(30)} 100 %  storing`);
  assert.equal(barText({ doing: 'reading' }, 2000), `${'░'.repeat(20)}█${'░'.repeat(9)}   2 s  reading`);
});

test('columns are as wide as their widest entry', () => {
  assert.deepEqual(
    columns([
      ['a', 'bb', 'c'],
      ['aaa', 'b'],
    ]),
    ['a    bb  c', 'aaa  b'],
  );
});

test('bytes are printed in a fitting unit', () => {
  assert.deepEqual([0, 1023, 1024, 5 * 1024 ** 3].map(bytesText), [
    '0 bytes',
    '1023 bytes',
    '1.0 KiB',
    '5.0 GiB',
  ]);
});
