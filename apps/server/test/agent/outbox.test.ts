import assert from 'node:assert/strict';
import { runs } from '@palatine/platform/testing';
import { natsAccount, startNats, natsTest as test } from '@palatine/testing/nats-server';
import fc from 'fast-check';
import { aStoredWorld, assertWhole, type StoredWorld } from './stored-world.ts';

function grow(world: StoredWorld, count: number): void {
  world.emit(count);
  world.audit(count);
}

test('a broker that is away at the start, and killed in between, has everything finally', async () => {
  await using nats = await startNats();
  await using world = await aStoredWorld(nats);
  await nats.kill();
  grow(world, 10);
  await nats.restart();
  await assertWhole(world);
  for (let round = 0; round < 2; round++) {
    grow(world, 5);
    await nats.kill();
    grow(world, 5);
    await nats.restart();
    grow(world, 5);
  }
  await assertWhole(world);
});

test('a gateway that has lost its database is filled again with what the world keeps', async () => {
  await using world = await aStoredWorld(await natsAccount());
  grow(world, 10);
  await assertWhole(world);
  await world.wipe();
  grow(world, 5);
  await assertWhole(world, { noGaps: false });
  assert.deepEqual(world.had('audit'), { ids: world.written.audit, gaps: [] });
});

test('a row that fits into no message is a gap, and all others arrive', async () => {
  await using nats = await startNats({ config: 'max_payload: 8KB' });
  await using world = await aStoredWorld(nats);
  world.audit(3);
  world.audit(1, 'x'.repeat(10_000));
  world.audit(30, 'y'.repeat(100));
  await assertWhole(world, { noGaps: false });
  assert.deepEqual(world.had('audit').gaps, [{ from: 4, to: 4 }]);
});

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('emit' as const), count: fc.integer({ min: 1, max: 12 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('audit' as const), count: fc.integer({ min: 1, max: 12 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('rollBack' as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('prune' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('settle' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cut' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const) }) },
);
const fault = fc.oneof(
  fc.record({ do: fc.constant('renew' as const) }),
  fc.record({ do: fc.constant('wipe' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
type Fault = typeof fault extends fc.Arbitrary<infer S> ? S : never;

async function run(world: StoredWorld, action: Step | Fault): Promise<void> {
  if (action.do === 'emit') world.emit(action.count);
  if (action.do === 'audit') world.audit(action.count);
  if (action.do === 'rollBack') world.rollBack();
  if (action.do === 'prune') world.prune();
  if (action.do === 'renew') world.renew();
  if (action.do === 'restart') await world.restart();
  if (action.do === 'settle') await assertWhole(world, { noGaps: false });
  if (action.do === 'cut') await world.connection.reconnect();
  if (action.do === 'wipe') await world.wipe();
}

for (const [what, steps, noGaps] of [
  ['cut and started again, every row is at the gateway, once the world still has it', step, true],
  [
    'wiped, or goes on under another name, no gap is left unmarked',
    fc.oneof({ weight: 3, arbitrary: step }, { weight: 1, arbitrary: fault }),
    false,
  ],
] as const)
  test(`whatever is ${what}`, async () => {
    const nats = await natsAccount();
    await fc.assert(
      fc.asyncProperty(fc.array<Step | Fault>(steps, { minLength: 4, maxLength: 14 }), async (all) => {
        await using world = await aStoredWorld(nats);
        for (const action of all) await run(world, action);
        grow(world, 1);
        await assertWhole(world, { noGaps });
      }),
      runs(4),
    );
  });
