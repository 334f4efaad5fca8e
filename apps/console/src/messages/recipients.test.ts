import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlayerRow } from '@palatine/contract';
import { fromMapUnits } from '../data/map-units.ts';
import { type Audience, onlineGuilds, recipientsOf } from './composer.ts';

const player = (Uid: string, more: Partial<PlayerRow> = {}): PlayerRow => ({
  Uid,
  Name: Uid,
  Platform: '',
  Online: true,
  HasPlayerFile: true,
  Banned: false,
  ...more,
});
const at = (mapX: number, mapY: number) => {
  const { x, y } = fromMapUnits({ mapX, mapY });
  return { X: x, Y: y, Z: 0 };
};
const online = [
  player('A', { GuildId: 'G', GuildName: 'Kettle Harbour', Place: at(0, 0) }),
  player('B', { GuildId: 'G', GuildName: 'Kettle Harbour', Place: at(20, 0) }),
  player('C', { GuildId: 'H', GuildHead: 'espat' }),
  player('D', { Place: at(0, -10) }),
];
const none = { uids: [], guild: '', x: null, y: null, metres: null };
const reached = (audience: Audience, more = {}) =>
  recipientsOf(online, audience, { ...none, ...more }).map(({ Uid }) => Uid);

test('a message reaches those who are meant', () => {
  assert.deepEqual(reached('everybody'), ['A', 'B', 'C', 'D']);
  assert.deepEqual(reached('players', { uids: ['C', 'offline'] }), ['C']);
  assert.deepEqual(reached('guild', { guild: 'G' }), ['A', 'B']);
});

test('near is in metres across the map, and whoever has no known place is not near', () => {
  assert.deepEqual(reached('near', { x: 0, y: 0, metres: 50 }), ['A', 'D']);
  assert.deepEqual(reached('near', { x: 0, y: 0, metres: 92 }), ['A', 'B', 'D']);
  assert.deepEqual(reached('near', { x: 0, y: 0 }), []);
});

test('nobody is meant while nothing narrows an audience', () => {
  for (const audience of ['players', 'guild', 'near'] as const) assert.deepEqual(reached(audience), []);
});

test('guilds with somebody online are offered, the fullest first; a nameless one has its head', () =>
  assert.deepEqual(onlineGuilds(online), [
    { id: 'G', name: 'Kettle Harbour', head: '', online: 2 },
    { id: 'H', name: '', head: 'espat', online: 1 },
  ]));
