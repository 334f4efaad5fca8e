import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UniqueIndex } from './table.ts';

interface Owner {
  readonly id: string;
  readonly keys: readonly (string | null)[];
}

test('a key leads to the record that has it, as long as it does', () => {
  const index = new UniqueIndex<Owner>(
    ({ id }) => id,
    ({ keys }) => keys,
  );
  const zoe = { id: 'zoe', keys: ['bag', null, 'belt'] };
  index.changed(undefined, zoe);
  assert.deepEqual([index.get('bag'), index.get('belt'), index.get('hat')], ['zoe', 'zoe', undefined]);
  const moved = { id: 'zoe', keys: ['belt', 'hat'] };
  index.changed(zoe, moved);
  assert.deepEqual([index.get('bag'), index.get('belt'), index.get('hat')], [undefined, 'zoe', 'zoe']);
  index.changed(undefined, { id: 'ana', keys: ['hat'] });
  index.changed(moved, undefined);
  assert.deepEqual([index.get('belt'), index.get('hat')], [undefined, 'ana'], 'the later one keeps its key');
});
