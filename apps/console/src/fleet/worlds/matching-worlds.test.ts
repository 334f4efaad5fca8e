import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FleetWorld } from '@palatine/contract';
import { matchingWorlds, tagsOf } from './matching-worlds.ts';

const world = (
  World: string,
  Name: string,
  Tags: string[],
  State: FleetWorld['State'] = 'Online',
): FleetWorld => ({
  World,
  Name,
  Tags,
  State,
  Version: '',
  Attached: false,
  PlayersOnline: 0,
  Queue: 0,
  EventsBehind: 0,
  AuditBehind: 0,
  ListsBehind: false,
  Lists: [],
  Allow: [],
});
const WORLDS = [
  world('aa', 'Palm', ['eu', 'pvp']),
  world('bb', 'Fir', ['us']),
  world('cc', 'Oak', ['eu'], 'Away'),
];
const names = (filters: Partial<Parameters<typeof matchingWorlds>[1]>) =>
  matchingWorlds(WORLDS, { find: '', tag: '', state: '', ...filters }).map(({ Name }) => Name);

test('worlds are found by a part of the name, by key and by tag, in any case', () =>
  assert.deepEqual(
    [names({ find: 'PAL' }), names({ find: 'bb' }), names({ find: 'us ' })],
    [['Palm'], ['Fir'], ['Fir']],
  ));

test('filters combine with AND', () => {
  assert.deepEqual(names({ tag: 'eu' }), ['Palm', 'Oak']);
  assert.deepEqual(names({ tag: 'eu', state: 'Away' }), ['Oak']);
  assert.deepEqual(names({ tag: 'eu', find: 'fir' }), []);
});

test('each tag is offered once', () => assert.deepEqual(tagsOf(WORLDS), ['eu', 'pvp', 'us']));
