import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { getRaw } from '@palatine/testing/raw-request';
import { sharedService } from '@palatine/testing/start-service';

const READS = ['/v1/pdapi/players', '/v1/pdapi/guilds', '/v1/pdapi/banlist'];
const PATHS = [...READS, '/openapi.json', '/metrics', '/docs/scalar.js'];

const service = await sharedService();

for (const path of PATHS) {
  test(`${path} comes compressed for callers that accept it, and is the same then`, async () => {
    const plain = await getRaw(service, path, {});
    assert.equal(plain.headers['content-encoding'], undefined);
    const brotli = await getRaw(service, path, { 'accept-encoding': 'gzip, br' });
    const gzip = await getRaw(service, path, { 'accept-encoding': 'gzip' });
    assert.equal(brotli.headers['content-encoding'], 'br');
    assert.equal(gzip.headers['content-encoding'], 'gzip');
    for (const { headers, bytes } of [brotli, gzip]) {
      assert.equal(headers['content-length'], String(bytes.length));
      assert.ok(bytes.length < plain.bytes.length / 2, `${bytes.length} of ${plain.bytes.length}`);
      assert.match(String(headers.vary), /Accept-Encoding/);
    }
    if (path === '/metrics') return; // its figures change with every request
    assert.deepEqual(brotliDecompressSync(brotli.bytes), plain.bytes);
    assert.deepEqual(gunzipSync(gzip.bytes), plain.bytes);
  });
}

test('a caller that has the response in any content coding gets 304', async () => {
  const path = '/v1/pdapi/players';
  const tags = new Set<string>();
  for (const encoding of ['br', 'gzip', 'identity']) {
    const { headers } = await getRaw(service, path, { 'accept-encoding': encoding });
    const etag = String(headers.etag);
    tags.add(etag);
    const again = await getRaw(service, path, { 'accept-encoding': encoding, 'if-none-match': etag });
    assert.deepEqual([again.status, again.headers.etag, again.headers.vary], [304, etag, 'Accept-Encoding']);
    const cached = await getRaw(service, path, { 'if-none-match': `"x", W/${etag}` });
    assert.equal(cached.status, 304);
  }
  assert.equal(tags.size, 3, 'each content coding has its own ETag');
  const changed = await getRaw(service, path, { 'if-none-match': '"other-br"' });
  assert.equal(changed.status, 200);
});

test('errors and outcomes of writes are compressed too', async () => {
  const Items = Array.from({ length: 60 }, () => ({ ItemID: 'NoSuchItem', Count: 1 }));
  const init = { headers: { 'accept-encoding': 'br' } };
  const response = await service.post('/v1/pdapi/give/items/steam_1', { Items }, init);
  assert.deepEqual([response.status, response.headers.get('content-encoding')], [400, 'br']);
  const envelope = (await response.json()) as { Error: { Details: { Problems: unknown[] } } };
  assert.equal(envelope.Error.Details.Problems.length, 60);
});
