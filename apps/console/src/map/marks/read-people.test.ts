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
const at = (uid: string, x: number) => ({ uid, x, y: 0, z: 0, online: true });

test('a player is where the stream says, else where it said last, else where the list says, else nowhere', () => {
  const { Place: _, ...nowhere } = person('Lily');
  const people = new Map(
    [person('Zoe'), person('Mo', { Online: false }), person('Ana'), nowhere].map((entry) => [
      entry.Uid,
      entry,
    ]),
  );
  const book = { positions: [at('Zoe', 7)], elsewhere: new Map([['Mo', at('Mo', 5)]]) };
  const { online, offline } = peopleMarks(people, book);
  const marks = online.map(({ id, x }) => [id, x]);
  assert.deepEqual(marks, [
    ['Zoe', 7],
    ['Ana', 1],
  ]);
  const actual = offline.map(({ id, x }) => [id, x]);
  assert.deepEqual(actual, [['Mo', 5]], 'the list knows better who is online');
});
