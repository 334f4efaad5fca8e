import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { EVENT_TYPES, exampleEvent, type PalatineEvent } from '@palatine/contract';
import { anEvent, aWorldKey } from '@palatine/testing/fleet-messages';
import { anEmptyProjection, rowsOfPages } from '@palatine/testing/projection-builder';
import { fleetEventOf, fleetEventText } from './projection-routes.ts';
import type { FleetEventQuery } from './rows.ts';

const WORLDS = 20;
const EVENTS = 400;
const ZOE = { uid: 'AAAAAAAA-00000000-00000000-00000001', userId: 'steam_5', name: 'Zoë' };

const fleet = anEmptyProjection();
after(() => fleet[Symbol.dispose]());
const all: { world: string; event: PalatineEvent }[] = [];
for (let world = 1; world <= WORLDS; world++) {
  const key = aWorldKey(world);
  const events = Array.from({ length: EVENTS }, (_, index) => {
    const { Type, Data } = exampleEvent(EVENT_TYPES[(index * 7 + world) % EVENT_TYPES.length] ?? 'message');
    const about = index % 10 === 0 && 'player' in Data ? { ...Data, player: ZOE } : Data;
    return anEvent(index + 1, { Type, Data: about } as Partial<PalatineEvent>);
  });
  fleet.apply('events', key, { records: events });
  all.push(...events.map((event) => ({ world: key, event })));
}

const search = (query: Omit<FleetEventQuery, 'limit'>, limit = 100) =>
  rowsOfPages((cursor) => fleet.tables.eventPage({ ...query, limit, cursor }));

function expected(matches: (event: PalatineEvent, world: string) => boolean): string[] {
  const matching = all.filter(({ world, event }) => matches(event, world));
  return matching.map(({ world, event }) => `${world} ${event.Id}`).sort();
}

const isAbout = (value: string) => (event: PalatineEvent) =>
  Object.values(('player' in event.Data && event.Data.player) || {}).includes(value);

test('events are found by type, player, text and time, in every world or in one', () => {
  const start = Date.UTC(2026, 6, 12);
  const cases: [filters: Partial<FleetEventQuery>, matches: (event: PalatineEvent) => boolean][] = [
    [{}, () => true],
    [{ types: ['grant'] }, ({ Type }) => Type === 'grant'],
    [{ types: ['grant', 'message'] }, ({ Type }) => Type === 'grant' || Type === 'message'],
    [{ player: ZOE.uid }, isAbout(ZOE.uid)],
    [{ player: ZOE.userId }, isAbout(ZOE.userId)],
    [
      { player: ZOE.name, types: ['player.left'] },
      (event) => isAbout(ZOE.name)(event) && event.Type === 'player.left',
    ],
    [{ text: 'KETTLE' }, ({ Data }) => JSON.stringify(Data).includes('Kettle')],
    [{ text: 'zoË', types: ['pal.caught'] }, (event) => event.Type === 'pal.caught' && isAbout('Zoë')(event)],
    [{ fromMs: start + 100_000, toMs: start + 200_000 }, ({ Id }) => Id >= 100 && Id < 200],
  ];
  for (const [filters, matches] of cases) {
    for (const limit of [100, 7]) {
      assert.deepEqual(
        search({ ...filters, worlds: 'all' }, limit),
        expected(matches),
        JSON.stringify(filters),
      );
    }
    const world = aWorldKey(5);
    const inOne = expected((event, key) => key === world && matches(event));
    assert.deepEqual(search({ ...filters, worlds: 'all', world }), inOne, JSON.stringify(filters));
    assert.deepEqual(search({ ...filters, worlds: new Set([world]) }), inOne);
    const worlds = new Set([world, aWorldKey(9)]);
    assert.deepEqual(
      search({ ...filters, worlds }),
      expected((event, key) => worlds.has(key) && matches(event)),
    );
  }
  assert.deepEqual(search({ worlds: new Set() }), []);
  assert.deepEqual(search({ worlds: new Set([aWorldKey(1)]), world: aWorldKey(2) }), []);
});

test('a text is found in what an event says, and not in the names of its fields', () => {
  assert.deepEqual(search({ worlds: 'all', text: 'storagecontainers' }), []);
  assert.notDeepEqual(search({ worlds: 'all', text: 'steam_7656' }), []);
});

test('an event whose type is odd is one message of the stream', () => {
  using projection = anEmptyProjection();
  const record = { ...anEvent(1), Type: 'a\n\nid: 9\ndata: x', Data: {} };
  projection.apply('events', aWorldKey(1), { records: [record as never] });
  const [row] = projection.tables.eventPage({ worlds: 'all', limit: 1 }).rows;
  assert.ok(row !== undefined);
  const text = fleetEventText(fleetEventOf(row, () => 'W'));
  assert.match(text, /^id: \d+\nevent: [\w.-]+\ndata: \{.*\}\n\n$/);
  assert.equal(
    (JSON.parse(text.slice(text.indexOf('data: ') + 6)) as { Event: { Type: string } }).Event.Type,
    record.Type,
  );
});
