import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Person, peopleMarks } from './read-people.ts';

const person = (Uid: string, more: Partial<Person> = {}): Person => ({
  Uid,
  Name: Uid,
  Online: true,
  Level: 1,
  GuildId: '',
  GuildName: '',
  Place: { X: 1, Y: 1, Z: 1 },
  ...more,
});
const byUid = (...people: Person[]) => new Map(people.map((entry) => [entry.Uid, entry]));
const at = (uid: string, x: number) => ({ uid, x, y: 0, z: 0, online: true });

test('a player is where the stream says, else where it said last, else where the list says, else nowhere', () => {
  const { Place: _, ...nowhere } = person('Lily');
  const people = byUid(person('Zoe'), person('Mo', { Online: false }), person('Ana'), nowhere);
  const book = { positions: [at('Zoe', 7)], elsewhere: new Map([['Mo', at('Mo', 5)]]) };
  const marks = peopleMarks(people, book);
  const online = marks.get('online')?.map(({ id, x }) => [id, x]);
  assert.deepEqual(online, [
    ['Zoe', 7],
    ['Ana', 1],
  ]);
  const offline = marks.get('offline')?.map(({ id, x }) => [id, x]);
  assert.deepEqual(offline, [['Mo', 5]], 'the list knows better who is online');
});

test('a guild that its players have not named has no name beside a player', () => {
  const named = (uid: string, GuildName: string) => person(uid, { GuildName });
  const people = byUid(named('Zoe', 'Unnamed Guild'), named('Ana', 'Moss & Timber'));
  const marks = peopleMarks(people, { positions: [], elsewhere: new Map() });
  assert.deepEqual(
    marks.get('online')?.map(({ note }) => note),
    ['', 'Moss & Timber'],
  );
});
