import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '@palatine/platform/testing';
import type { Survey } from '@palatine/world/model';
import { World } from '@palatine/world/world';
import { createStore, openStore } from './store.ts';

test('the survey of the save, and the discoveries of players, are loaded as stored', () => {
  const folder = testFolder();
  const uid = 'AAAAAAAA-00000000-00000000-00000001';
  const survey: Survey = {
    savedAtMs: null,
    gameBuild: 100_427,
    inGameDay: 61,
    inGameSeconds: 5_321_448,
    warnings: [{ file: 'Level.sav', place: '', message: 'something' }],
  };
  const discovery = {
    uid,
    fastTravelPoints: ['6E03F8464BAD9E458B843AA30BE1CC8F'],
    relics: { SwimSpeed: ['8BCDE3654504C5823162BE83EB674216'] },
    areas: [],
    notes: ['Day8'],
    paldeck: ['Sheepball'],
  };
  const info = { name: 'Isle', origin: 'save', createdAtMs: 0, seed: 1 } as const;
  const world = new World(info, { survey });
  world.discoveries.put(discovery);
  const file = join(folder, 'world.db');
  createStore(file, world);
  const store = openStore(file);
  const loaded = store.load();
  store.close();
  assert.deepEqual(loaded.survey, survey);
  assert.deepEqual([...loaded.discoveries.values()], [discovery]);
});
