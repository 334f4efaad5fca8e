import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALL_ROUTES, pathOf } from '@palatine/contract';
import { matchesRoute } from './audit-conditions.ts';

const WRITES = Object.values(ALL_ROUTES)
  .filter(({ method }) => method === 'POST')
  .map((route) => `${route.method} ${pathOf(route)}`);

const found = (filter: string) =>
  WRITES.filter((route) => matchesRoute(filter, route)).map((route) =>
    route.replace('POST /v1/pdapi', '').replace(/\/:.*/, ''),
  );

test('a route is found by the beginning of its text or of one of its parts, in any case', () => {
  assert.deepEqual(found('ban'), ['/ban', '/banip']);
  assert.deepEqual(found('ban/'), ['/ban']);
  assert.deepEqual(found('/ban/'), ['/ban']);
  assert.deepEqual(found('POST /v1/pdapi/ban'), ['/ban', '/banip']);
  assert.deepEqual(found('/v1/pdapi/unban'), ['/unban', '/unbanip']);
  assert.deepEqual(found('items'), ['/give/items']);
  assert.deepEqual(found('give/pal'), ['/give/pals', '/give/paltemplate', '/give/paleggs']);
  assert.deepEqual(found('reloadconfig'), ['/ReloadConfig']);
  assert.equal(found('post').length, WRITES.length);
  assert.deepEqual(found('an'), [], 'not from within a part');
  assert.deepEqual(found('%'), []);
});

test('a path parameter is found in the spelling of the API document as well', () => {
  for (const name of [':player_identifier', '{player_identifier}']) {
    assert.deepEqual(found(`POST /v1/pdapi/ban/${name}`), ['/ban']);
  }
});
