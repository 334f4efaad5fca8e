import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fleetHref, placeOf, worldHref } from './place.ts';

const KEY = '00112233445566778899aabbccddeeff';

test('a world serves its own routes, whatever the address says', () => {
  const { world, base, api } = placeOf(worldHref(KEY), false);
  assert.deepEqual({ world, base, api }, { world: undefined, base: '/console', api: '' });
});

test('at a gateway the address names the world, and each world keeps what is its own', () => {
  const { world, base, api, suffix } = placeOf(worldHref(KEY, '/players/AB'), true);
  assert.deepEqual(
    { world, base, api, suffix },
    { world: KEY, base: `/console/w/${KEY}`, api: `/worlds/${KEY}`, suffix: `.${KEY}` },
  );
});

test('every other address of a gateway is of its fleet', () => {
  for (const path of [
    fleetHref(),
    fleetHref('/lists/main'),
    '/console/w/',
    '/console/w/x',
    `/console/w/${KEY}0`,
  ]) {
    const { world, base } = placeOf(path, true);
    assert.deepEqual({ world, base }, { world: undefined, base: '/console' }, path);
  }
});
