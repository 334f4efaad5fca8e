import assert from 'node:assert/strict';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { AuditEntry, ErrorEnvelope } from '@palatine/contract';
import type { NewAuditEntry } from '@palatine/contract/audit-records';
import { createStore, openStore } from '@palatine/engine/store';
import { testFolder } from '@palatine/platform/testing';
import { addAuditEntries, anAuditEntry } from '@palatine/testing/audit-builder';
import { serverRequests } from '@palatine/testing/server-side';
import { startService, type TestService } from '@palatine/testing/start-service';
import { until } from '@palatine/testing/until';
import { World } from '@palatine/world/world';

const MAX_EXPORTS = 4;

/** A service whose audit has these entries. */
function startWith(entries: readonly NewAuditEntry[]): Promise<TestService> {
  const data = testFolder();
  const file = join(data, 'world.db');
  createStore(file, new World({ name: 'W', origin: 'save', createdAtMs: 0, seed: 1 }));
  const store = openStore(file);
  addAuditEntries(store, entries);
  store.close();
  return startService({ data });
}

const entriesOf = (count: number, summary = '') =>
  Array.from({ length: count }, (_, at) => anAuditEntry({ atMs: at * 1000, request: `r${at}`, summary }));

const exported = (service: TestService, query: string) => service.fetch(`/v1/palatine/audit?${query}`);

test('Format=jsonl answers with every entry that matches, over several pages, newest first', async () => {
  await using service = await startWith([
    ...entriesOf(1750),
    ...entriesOf(3).map((entry) => ({ ...entry, Token: 'Other' })),
  ]);
  const response = await exported(service, 'Format=jsonl&Token=Admin');
  assert.equal(response.headers.get('content-type'), 'application/jsonl; charset=utf-8');
  assert.match(response.headers.get('content-disposition') ?? '', /^attachment; filename="audit\.jsonl"$/);
  const lines = (await response.text()).split('\n');
  assert.equal(lines.pop(), '');
  const ids = lines.map((line) => (JSON.parse(line) as AuditEntry).Id);
  const expected = Array.from({ length: 1750 }, (_, at) => 1750 - at);
  assert.deepEqual(ids, expected);

  const range = await exported(
    service,
    'Format=jsonl&Token=Admin&From=1970-01-01T00:10:00Z&To=1970-01-01T00:20:00Z',
  );
  assert.equal((await range.text()).trimEnd().split('\n').length, 600);
  assert.equal(await (await exported(service, 'Format=jsonl&Token=Nobody')).text(), '');
});

test('Format=csv answers with a header and every entry, and a spreadsheet calculates none of its texts', async () => {
  const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', ' =1', '\r=1', '＝1', '%=1', '\u202E=1', '\0=1'];
  const behind = [';=1', 'a; =1', 'a\n=b', 'a\t@b', 'a;"=1"'];
  const plain = ['a "quoted", text', 'two\nlines', 'a=b'];
  await using service = await startWith([
    ...entriesOf(1200),
    ...[...plain, ...formulas, ...behind].map((summary) => anAuditEntry({ summary })),
  ]);
  const response = await exported(service, 'Format=csv');
  assert.match(response.headers.get('content-type') ?? '', /^text\/csv; charset=utf-8/);
  const text = await response.text();
  assert.match(text, /^Id,Time,.*\r\n\d+,("[^"]*",)+/);
  const rows = recordsOf(text);
  const [header = [], ...entries] = rows;
  assert.deepEqual(header.slice(0, 5), ['Id', 'Time', 'Token', 'IP', 'Route']);
  assert.equal(entries.length, 1200 + plain.length + formulas.length + behind.length);
  const summaries = entries
    .map((row) => row[header.indexOf('Summary')])
    .reverse()
    .slice(1200);
  const safe = [";'=1", "a;' =1", "a\n'=b", "a\t'@b", 'a;\'"=1"'];
  assert.deepEqual(summaries, [...plain, ...formulas.map((formula) => guarded(formula)), ...safe]);
});

/** With an apostrophe before it, and before the formula behind a character that ends a field. */
function guarded(formula: string): string {
  return `'${formula.replace(/^([\t\r])/, "$1'")}`;
}

/** Records of RFC 4180. */
function recordsOf(text: string): string[][] {
  const records: string[][] = [[]];
  for (const [, quoted, bare = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    records.at(-1)?.push(quoted?.replaceAll('""', '"') ?? bare);
    if (end === '\r\n') records.push([]);
  }
  assert.deepEqual(records.pop(), []);
  return records;
}

/** More than the buffers of a connection on this machine take. */
const LONG = entriesOf(30_000, 'x'.repeat(1000));
/** A page of these entries, the next one, and what HTTP puts around them. */
const MAX_UNSENT_BYTES = 2 * 500 * 1500;

/** Begins an export and reads nothing of its body. */
async function unreadExport(context: TestContext, service: TestService): Promise<IncomingMessage> {
  const { url, token } = service;
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const request = get(`${url}/v1/palatine/audit?Format=jsonl`, {
    headers: { authorization: `Bearer ${token}` },
    agent: false,
  });
  request.once('response', resolve).once('error', reject);
  const response = await promise;
  context.after(() => response.destroy());
  response.on('error', () => {}); // of a connection that the test closes
  return response;
}

test('an export to a caller who does not read holds a page or two, and ends when the caller goes away', async (context) => {
  await using service = await startWith(LONG);
  using requests = serverRequests();
  const exports: IncomingMessage[] = [];
  for (let number = 0; number < MAX_EXPORTS; number++) exports.push(await unreadExport(context, service));
  const served = [...requests.requests];
  assert.equal(served.length, MAX_EXPORTS);
  await until('the connections are full', () => served.every(({ response }) => response.writableNeedDrain));
  for (let turn = 0; turn < 20; turn++) {
    assert.equal((await service.fetch('/healthz')).status, 200);
    for (const { response, socket } of served) {
      assert.ok(!response.writableEnded, 'not all of it has been read from the world');
      const unsent = Math.max(response.writableLength, socket.writableLength);
      assert.ok(unsent < MAX_UNSENT_BYTES, `${unsent} bytes`);
    }
  }

  const refused = await exported(service, 'Format=jsonl');
  const { Error: error } = (await refused.json()) as ErrorEnvelope;
  assert.deepEqual([refused.status, error.Code], [503, 'SERVER_BUSY']);
  for (const request of exports) request.destroy();
  await until('the exports have ended', () => served.every(({ response }) => response.closed));
  const again = await exported(service, 'Format=jsonl&To=1970-01-01T00:00:05Z');
  assert.equal(again.status, 200);
  assert.equal((await again.text()).trimEnd().split('\n').length, 5);
});
