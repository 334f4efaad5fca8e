import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runs } from '@palatine/platform/testing';
import fc from 'fast-check';
import { aWorld } from '../testing/world-builder.ts';
import { ItemIndex } from './aggregates.ts';
import type { Container } from './model.ts';

const ITEMS = ['Wood', 'wood', 'Stone'];
/** Any of them may be in several containers at once, as while one is moved. */
const SINGLES = ['Cloth', 'Pelt'];
const slots = fc.dictionary(
  fc.nat(5).map(String),
  fc.record(
    {
      itemId: fc.constantFrom(...ITEMS),
      count: fc.integer({ min: -1, max: 9 }),
      instance: fc.constantFrom(...SINGLES.map((single) => ({ kind: 'armor', id: single, durability: 1 }))),
    },
    { requiredKeys: ['itemId', 'count'] },
  ),
  { maxKeys: 4, noNullPrototype: true },
) as fc.Arbitrary<Container['slots']>;
const content = fc.record({ capacity: fc.nat(6), slots });
const id = fc.nat(6).map((number) => `C${number}`);
const container = fc.record({ id, capacity: fc.nat(6), slots });

type Step = { do: 'put'; container: Container } | { do: 'remove'; id: string } | { do: 'rollBack' };
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('put' as const), container }),
  fc.record({ do: fc.constant('remove' as const), id }),
  fc.record({ do: fc.constant('rollBack' as const) }),
);

const entriesOf = (index: ItemIndex) =>
  ITEMS.map((item) => {
    const { total, stacks, counts } = index.holdings(item);
    return { total, stacks, counts: [...counts].toSorted() };
  });

test('an index counts each container once, during any changes', () => {
  fc.assert(
    fc.property(content, fc.array(step, { minLength: 5, size: 'medium' }), (before, steps) => {
      const world = aWorld();
      for (let number = 0; number < 4; number++) world.containers.put({ ...before, id: `C${number}` });
      world.clearJournal();
      const index = new ItemIndex(world);
      for (const action of steps) {
        if (action.do === 'put') world.containers.put(action.container);
        if (action.do === 'remove') world.containers.remove(action.id);
        if (action.do === 'rollBack') world.rollbackTo(0);
      }
      assert.deepEqual(entriesOf(index), entriesOf(new ItemIndex(world)));
      for (const single of SINGLES) {
        const holder = world.containers.get(index.containerOf(single) ?? '');
        const held = Object.values(holder?.slots ?? {}).some(({ instance }) => instance?.id === single);
        assert.equal(held, index.containerOf(single) !== undefined, single);
      }
      for (const { id } of [...world.containers.values()])
        world.containers.put({ id, capacity: 6, slots: {} });
      assert.ok(SINGLES.every((single) => index.containerOf(single) === undefined));
    }),
    runs(20),
  );
});
