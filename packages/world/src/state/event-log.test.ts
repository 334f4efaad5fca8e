import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type EventBounds, World, type WorldEvent } from './world.ts';

const INFO = { name: 'Events', origin: 'demo', createdAtMs: 0, seed: 1 } as const;

const aWorld = (bounds: EventBounds): World => new World(INFO, { eventsKept: bounds });

function say(world: World, text: string): void {
  world.emit('message', 0, { sendType: 'Broadcast', sender: '', text, recipients: null });
}

const bytesOf = (events: readonly WorldEvent[]) =>
  events.reduce((sum, event) => sum + Buffer.byteLength(JSON.stringify(event)), 0);
const eventsOf = (world: World) => world.eventLog.after(0, { events: Infinity, bytes: Infinity });
const ids = (events: readonly WorldEvent[]) => events.map(({ id }) => id);

test('the log holds the newest events in order, within both bounds, after any rollbacks', () => {
  const bounds = { events: 6, bytes: 900 };
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.record({ do: fc.constant('emit' as const), chars: fc.nat(400) }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('rollBack' as const), emits: fc.nat(9) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('commit' as const) }) },
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const world = aWorld(bounds);
      for (const action of steps) {
        if (action.do === 'emit') say(world, 'é'.repeat(action.chars));
        if (action.do === 'commit') world.clearJournal();
        if (action.do === 'rollBack') {
          const [before, savepoint] = [eventsOf(world), world.savepoint()];
          for (let emitted = 0; emitted < action.emits; emitted++) say(world, 'x'.repeat(100 * emitted));
          world.rollbackTo(savepoint);
          assert.deepEqual(eventsOf(world), before);
        }
        const events = eventsOf(world);
        const expected = ids(events).toSorted((a, b) => a - b);
        assert.deepEqual(ids(events), expected);
        assert.equal(events.length, world.events.size);
        assert.deepEqual(new Set(events), new Set(world.events.values()));
        assert.equal(world.eventLog.bytes, bytesOf(events));
        assert.ok(events.length <= bounds.events);
        assert.ok(world.eventLog.bytes <= bounds.bytes || events.length === 1);
      }
    }),
  );
});

test('each event beyond the bound drops the oldest, after hundreds of them and after a rollback', () => {
  const world = aWorld({ events: 3, bytes: 10_000 });
  for (let id = 1; id <= 303; id++) {
    say(world, 'one');
    assert.deepEqual(ids(eventsOf(world)), [id - 2, id - 1, id].slice(-Math.min(id, 3)));
  }
  const savepoint = world.savepoint();
  say(world, 'four');
  world.rollbackTo(savepoint);
  say(world, 'five');
  assert.deepEqual(ids(eventsOf(world)), [302, 303, 305], 'no id is given twice');
});

test('a page begins after its id, ends at its bounds, and holds at least one event', () => {
  const world = aWorld({ events: 100, bytes: 1_000_000 });
  for (const text of ['a', 'b'.repeat(5000), 'c', 'd']) say(world, text);
  const page = (since: number, events: number, bytes: number) =>
    ids(world.eventLog.after(since, { events, bytes }));
  assert.deepEqual(page(0, 2, 1_000_000), [1, 2]);
  assert.deepEqual(page(0, 100, 1000), [1]);
  assert.deepEqual(page(1, 100, 1000), [2]);
  assert.deepEqual(page(2, 100, 1000), [3, 4]);
  assert.deepEqual(page(4, 100, 1000), []);
  assert.deepEqual(page(0, 100, 1_000_000), [1, 2, 3, 4]);
});
