import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  EVENT_STREAM,
  fillPath,
  getEvents,
  getPositions,
  pathOf,
  queryText,
  writes,
} from '@palatine/contract';
import { sampleCalls } from '@palatine/testing/sample-calls';
import { startService, type TestService } from '@palatine/testing/start-service';

const STREAMS = [pathOf(getEvents), pathOf(getPositions)];

/** How a response is sent, which the connection decides, and not what is told of it. */
const OF_THE_CONNECTION = ['connection', 'date', 'keep-alive', 'transfer-encoding', 'x-request-id'];

async function ask(service: TestService, path: string, init: RequestInit) {
  const response = await service.fetch(path, { redirect: 'manual', ...init });
  const headers = [...response.headers].filter(([name]) => !OF_THE_CONNECTION.includes(name));
  // An empty body has the length 0 on a GET alone.
  const stable = headers.filter(([name, value]) => name !== 'content-length' || value !== '0');
  return { status: response.status, text: await response.text(), headers: new Map(stable) };
}

/** Compares a HEAD with two GETs: only what differs between those may differ, and no header may be missing. */
async function assertAlike(service: TestService, path: string, init: RequestInit = {}): Promise<void> {
  const before = await ask(service, path, init);
  const head = await ask(service, path, { ...init, method: 'HEAD' });
  const after = await ask(service, path, init);
  assert.equal(head.text, '', path);
  assert.equal(head.status, before.status, path);
  const names = ({ headers }: typeof head) => [...headers.keys()].join();
  assert.ok([names(before), names(after)].includes(names(head)), `${path}: ${names(head)}`);
  for (const [name, value] of before.headers) {
    if (after.headers.get(name) === value) assert.equal(head.headers.get(name), value, `${name} of ${path}`);
  }
}

test('a HEAD of every read of the interface has the status and headers of its GET, and no body', async () => {
  await using service = await startService();
  const calls = (await sampleCalls(service)).filter(({ route }) => !writes(route));
  for (const { route, params, query } of calls) {
    const path = fillPath(route, params);
    if (!STREAMS.includes(path)) await assertAlike(service, path + queryText(query));
  }
});

test('a HEAD of what is not of the interface agrees with its GET: probes, documents, pages, refusals', async () => {
  await using service = await startService();
  const paths = [
    '/healthz',
    '/readyz',
    '/metrics',
    '/openapi.json',
    '/docs',
    '/docs/scalar.js',
    '/console',
    '/',
    '/nothing',
  ];
  for (const path of paths) await assertAlike(service, path);
  const etag = (await service.fetch('/openapi.json', { method: 'HEAD' })).headers.get('etag') ?? '';
  await assertAlike(service, '/openapi.json', { headers: { 'if-none-match': etag } });
  await assertAlike(service, '/v1/pdapi/players', { headers: { authorization: 'Bearer nobody' } });
  assert.equal((await service.fetch('/metrics', { method: 'HEAD', authorization: '' })).status, 401);
});

test('a HEAD of a stream ends after its headers and takes no slot', async () => {
  await using service = await startService();
  for (const path of STREAMS) {
    for (let count = 0; count <= EVENT_STREAM.streams; count++) {
      const head = await service.fetch(path, { method: 'HEAD' });
      assert.equal(head.status, 200, `${path} ${count}`);
      assert.match(head.headers.get('content-type') ?? '', /^text\/event-stream/);
      assert.equal(await head.text(), '');
    }
  }
  assert.match(await (await service.fetch('/metrics')).text(), /^palatine_event_watchers 0$/m);
});
