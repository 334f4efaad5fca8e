import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readInfo } from './read-responses.ts';

test('the facts of a server are read in any case of their names', () => {
  const facts = {
    version: 'v1.0.5.102999',
    name: 'Isle',
    description: 'tests',
    worldGuid: 'D09CACDB477D6CE562170AA79C524138',
  };
  const body = {
    version: facts.version,
    servername: 'Isle',
    description: 'tests',
    worldguid: facts.worldGuid,
  };
  assert.deepEqual(readInfo(body), facts);
  const cased = {
    Version: facts.version,
    ServerName: 'Isle',
    Description: 'tests',
    worldGuid: facts.worldGuid.toLowerCase(),
  };
  assert.deepEqual(readInfo(cased), facts);
});

test('a build that says less is read too', () => {
  assert.deepEqual(readInfo({ version: 'v0.7.3.90464', servername: '...' }), {
    version: 'v0.7.3.90464',
    name: '...',
    description: '',
  });
});

test('a GUID of zeros or of another form is no world', () => {
  for (const worldguid of ['0'.repeat(32), 'None', '', '../../x', 7, null]) {
    assert.equal(readInfo({ servername: 'Isle', worldguid })?.worldGuid, undefined);
  }
});

test('what is no answer of the game has no facts', () => {
  const engineError = {
    errorCode: 'errors.com.epicgames.httpserver.route_handler_not_found',
    errorMessage: '',
  };
  for (const body of [engineError, {}, [], null, 'OK', 3]) assert.equal(readInfo(body), undefined);
});

test('any JSON is read without an error, into bounded texts', () => {
  const fields = fc.record(
    {
      version: fc.anything(),
      servername: fc.anything(),
      description: fc.anything(),
      WORLDGUID: fc.anything(),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), fields), (body) => {
      const info = readInfo(body);
      if (info === undefined) return;
      assert.ok(info.name.length <= 1024 && info.description.length <= 4096);
      assert.ok(info.version === undefined || info.version.length <= 64);
      assert.ok(info.worldGuid === undefined || /^[0-9A-F]{32}$/.test(info.worldGuid));
    }),
  );
});
