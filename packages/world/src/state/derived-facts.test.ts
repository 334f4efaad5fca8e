import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DerivedFacts, Table } from './table.ts';

interface Pal {
  readonly id: string;
  readonly name: string;
}

/** The facts of these Pals, and the keys whose facts were computed. */
function factsOf(...ids: string[]) {
  const pals = new Table<Pal>('pals', ({ id }) => id, null);
  for (const id of ids) pals.put({ id, name: `Pal ${id}` });
  const computed: string[] = [];
  const facts = new DerivedFacts<Pal, { text: string }>(pals, ({ id, name }) => {
    computed.push(id);
    return { text: name };
  });
  return { pals, facts, made: computed, texts: () => Array.from(facts.values(), ({ text }) => text) };
}

test('facts are computed on read, and only those that were touched', () => {
  const { pals, facts, made: computed, texts } = factsOf('a', 'b');
  for (const key of ['a', 'b', 'a', '', null, undefined, 'nobody']) facts.touch(key);
  assert.deepEqual(computed, []);
  assert.deepEqual(texts(), ['Pal a', 'Pal b']);
  assert.deepEqual(computed, ['a', 'b']);
  pals.put({ id: 'a', name: 'Ana' });
  facts.touch('b');
  pals.remove('b');
  assert.deepEqual(texts(), ['Ana']);
  assert.equal(facts.get('b'), undefined);
  assert.deepEqual(computed, ['a', 'b', 'a']);
});

test('facts are in the order of the table, even if touched before they were added', () => {
  const { pals, facts, texts } = factsOf('a', 'b', 'c');
  facts.touch('e');
  facts.touch('d');
  const first = pals.get('a') ?? assert.fail();
  pals.remove('a');
  facts.touch('a');
  for (const id of ['d', 'e']) pals.put({ id, name: `Pal ${id}` });
  pals.restore('a', first);
  pals.put({ id: 'b', name: 'Bo' });
  assert.deepEqual(texts(), ['Bo', 'Pal c', 'Pal d', 'Pal e', 'Pal a']);

  pals.remove('c');
  pals.put({ id: 'c', name: 'Cy' });
  assert.deepEqual(texts(), ['Bo', 'Pal d', 'Pal e', 'Pal a', 'Cy']);
});

test('facts are computed in steps, and a read in between computes the rest', () => {
  const { pals, facts, made, texts } = factsOf('a', 'b', 'c');
  assert.equal(facts.refresh(1), true);
  assert.deepEqual(made, ['a']);
  pals.put({ id: 'd', name: 'Dan' });
  facts.touch('a');
  assert.equal(facts.refresh(2), true);
  assert.deepEqual(made, ['a', 'b', 'c']);
  assert.deepEqual(texts(), ['Pal a', 'Pal b', 'Pal c', 'Dan']);
  assert.equal(facts.refresh(1), false);
});
