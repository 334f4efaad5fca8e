import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlayerRow } from '@palatine/contract';
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
const online = [
  player('A', { GuildId: 'G', GuildName: 'Kettle Harbour' }),
  player('B', { GuildId: 'G', GuildName: 'Kettle Harbour' }),
  player('C', { GuildId: 'H', GuildHead: 'espat' }),
  player('D'),
];
const none = { uids: [], guild: '' };
const reached = (audience: Audience, more = {}) =>
  recipientsOf(online, audience, { ...none, ...more }).map(({ Uid }) => Uid);

test('a message reaches those who are meant', () => {
  assert.deepEqual(reached('everybody'), ['A', 'B', 'C', 'D']);
  assert.deepEqual(reached('players', { uids: ['C', 'offline'] }), ['C']);
  assert.deepEqual(reached('guild', { guild: 'G' }), ['A', 'B']);
});

test('nobody is meant while nothing narrows an audience', () => {
  for (const audience of ['players', 'guild'] as const) assert.deepEqual(reached(audience), []);
});

test('guilds with somebody online are offered, the fullest first; a nameless one has its head', () =>
  assert.deepEqual(onlineGuilds(online), [
    { id: 'G', name: 'Kettle Harbour', head: '', online: 2 },
    { id: 'H', name: '', head: 'espat', online: 1 },
  ]));
