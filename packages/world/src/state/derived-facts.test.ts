import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DerivedFacts } from './derived-facts.ts';

test('facts are worked out when somebody asks, and only those that were touched', () => {
  const names = new Map([
    ['a', 'Ana'],
    ['b', 'Bo'],
  ]);
  const made: string[] = [];
  const facts = new DerivedFacts((key) => {
    made.push(key);
    const name = names.get(key);
    return name === undefined ? undefined : { name };
  });
  for (const key of ['a', 'b', 'a', '', null, undefined]) facts.touch(key);
  assert.deepEqual(made, []);
  assert.deepEqual([...facts.values()], [{ name: 'Ana' }, { name: 'Bo' }]);
  assert.deepEqual(made, ['a', 'b']);

  names.delete('b');
  facts.touch('b');
  assert.equal(facts.get('b'), undefined);
  assert.equal(facts.size, 1);
  assert.deepEqual(made, ['a', 'b', 'b']);
});
