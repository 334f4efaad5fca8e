import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { runs } from '@palatine/platform/testing';
import fc from 'fast-check';
import fastify from 'fastify';
import { compressResponses } from './respond.ts';

/** An app that answers with this body, and every body as it left the compression. */
function appSending(body: string | Uint8Array) {
  const sent: unknown[] = [];
  const app = fastify();
  compressResponses(app);
  app.addHook('onSend', (_request, _reply, payload, done) => {
    sent.push(payload);
    done();
  });
  app.get('/', (_request, reply) => reply.header('etag', '"tag"').type('application/json').send(body));
  const get = (accept?: string) =>
    app.inject({ url: '/', headers: accept === undefined ? {} : { 'accept-encoding': accept } });
  return { get, sent };
}

const large = JSON.stringify(Array.from({ length: 500 }, (_, id) => ({ id, name: `player ${id}` })));

test('the caller decides the content coding, and brotli is preferred', async () => {
  const { get } = appSending(large);
  const cases: [accept: string | undefined, encoding: string | undefined][] = [
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['br;q=0.1, gzip', 'gzip'],
    ['br;q=0, gzip;q=0', undefined],
    ['*', 'br'],
    ['deflate, zstd', undefined],
    ['', undefined],
    [undefined, undefined],
  ];
  for (const [accept, encoding] of cases) {
    const { headers, rawPayload } = await get(accept);
    assert.equal(headers['content-encoding'], encoding, accept);
    assert.equal(headers.vary, 'Accept-Encoding', accept);
    assert.equal(headers.etag, encoding === undefined ? '"tag"' : `"tag-${encoding}"`, accept);
    assert.equal(headers['content-length'], String(rawPayload.length), accept);
  }
});

test('whatever the body, the compressed form is the body', async () => {
  const bodies = fc.tuple(
    fc.uint8Array({ minLength: 1, maxLength: 50 }),
    fc.integer({ min: 1024, max: 3000 }),
  );
  await fc.assert(
    fc.asyncProperty(bodies, async ([piece, length]) => {
      const body = Uint8Array.from({ length }, (_, at) => piece[at % piece.length] ?? 0);
      const { get } = appSending(body);
      assert.deepEqual(new Uint8Array(brotliDecompressSync((await get('br')).rawPayload)), body);
      assert.deepEqual(new Uint8Array(gunzipSync((await get('gzip')).rawPayload)), body);
    }),
    { ...runs(5), endOnFailure: true },
  );
});

test('a body that several responses share is compressed once for each content coding', async () => {
  const { get, sent } = appSending(new TextEncoder().encode(large));
  await Promise.all([get('br'), get('br'), get('gzip')]);
  await get('br');
  await get('gzip');
  assert.equal(new Set(sent).size, 2);
});

test('a short body and one that is compressed already are sent as they are', async () => {
  const short = await appSending('x'.repeat(1023)).get('br');
  assert.equal(short.headers['content-encoding'], undefined);
  assert.equal(short.headers.vary, undefined);

  const app = fastify();
  compressResponses(app);
  app.get('/', (_request, reply) => reply.header('content-encoding', 'zstd').send('z'.repeat(2000)));
  const { headers, payload } = await app.inject({ url: '/', headers: { 'accept-encoding': 'br' } });
  assert.deepEqual([headers['content-encoding'], payload.length], ['zstd', 2000]);
});

// An error while writing the head once ended the process.
test('a response whose headers cannot be sent ends its connection, and nothing else', async () => {
  const app = fastify();
  compressResponses(app);
  app.get('/broken', (_request, reply) => reply.header('x-evil', 'a\r\nb').type('text/plain').send(large));
  app.get('/', (_request, reply) => reply.send('x'));
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  for (const coding of ['gzip', 'br', 'identity']) {
    const broken = fetch(`${url}/broken`, { headers: { 'accept-encoding': coding } });
    if (coding === 'identity') assert.equal((await broken).status, 500);
    else await assert.rejects(broken, TypeError);
  }
  assert.equal((await fetch(url)).status, 200);
  await app.close();
});
