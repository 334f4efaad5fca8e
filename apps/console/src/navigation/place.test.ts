import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fleetHref, placeOf, prefixIn, worldHref } from './place.ts';

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

test('behind a proxy every address of a place begins with the prefix of the page, and so do its own names', () => {
  for (const [file, prefix] of [
    ['https://host/console/theme.js', ''],
    ['https://host//console/theme.js', ''],
    ['https://host/palatine/console/theme.js', '/palatine'],
    ['https://host/a/b/console/theme.js', '/a/b'],
    [undefined, ''],
  ] as const) {
    assert.equal(prefixIn(file), prefix, file);
  }
  const single = placeOf('/palatine/console/players', false, '/palatine');
  assert.deepEqual([single.base, single.api, single.suffix], ['/palatine/console', '/palatine', '/palatine']);
  const { world, base, api, suffix } = placeOf(`/palatine/console/w/${KEY}/players`, true, '/palatine');
  assert.deepEqual(
    { world, base, api, suffix },
    {
      world: KEY,
      base: `/palatine/console/w/${KEY}`,
      api: `/palatine/worlds/${KEY}`,
      suffix: `/palatine.${KEY}`,
    },
  );
});
