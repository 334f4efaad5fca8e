import assert from 'node:assert/strict';
import {
  type ErrorEnvelope,
  FLEET_ROUTES,
  type FleetRouteName,
  fillPath,
  getFleetAudit,
  type RouteShape,
} from '@palatine/contract';
import { natsAccount, natsTest as test } from '@palatine/testing/nats-server';
import { startTestGateway } from '@palatine/testing/start-fleet';
import { until } from '@palatine/testing/until';
import { Compile } from 'typebox/compile';
import { readImport } from '../src/lists/read-import.ts';

interface Answer {
  /** That of a refusal; OK for a reply. */
  code: string;
  // A reply or an error, read by the test.
  body: Record<string, unknown>;
}

/** The routes of a gateway, with a token for everything and one that only reads. */
async function setUp() {
  await using undo = new AsyncDisposableStack();
  const gateway = undo.use(await startTestGateway(await natsAccount()));
  const Reader = { Name: 'Reader', Permissions: ['Palatine.Fleet.Lists.Read'], Worlds: ['*'] };
  const { Secret } = await gateway.client.createFleetToken({ body: Reader });

  async function call(
    name: FleetRouteName,
    options: { params?: Record<string, string>; query?: string; body?: object; as?: 'Admin' | 'Reader' } = {},
  ): Promise<Answer> {
    const { params = { list: 'main' }, query = '', body, as = 'Admin' } = options;
    const route: RouteShape = FLEET_ROUTES[name];
    const response = await gateway.fetch(`${fillPath(route, params)}${query}`, {
      method: route.method,
      ...(as === 'Reader' && { authorization: `Bearer ${Secret}` }),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.headers.get('content-type')?.includes('json')) return { code: 'OK', body: { text } };
    const answer = JSON.parse(text) as Answer['body'] & Partial<ErrorEnvelope>;
    if (answer.Error !== undefined) return { code: answer.Error.Code, body: answer };
    assert.equal(response.status, 200);
    assert.deepEqual([...Compile(route.reply).Errors(answer)], [], `${name} answers in its shape`);
    return { code: 'OK', body: answer };
  }
  const all = undo.move();
  return { call, gateway, [Symbol.asyncDispose]: () => all.disposeAsync() };
}

test('a list is made, filled, searched page by page, exported and deleted', async () => {
  await using api = await setUp();
  const { call } = api;
  assert.equal((await call('getFleetBans')).code, 'LIST_NOT_FOUND');
  const created = await call('putFleetList', { body: { Title: 'Main', Adopt: 'Offer', LocalUnban: false } });
  const { Kind, Adopt, ChangedBy } = created.body;
  assert.deepEqual([created.code, Kind, Adopt, ChangedBy], ['OK', 'Ban', 'Offer', 'Admin']);
  for (let n = 0; n < 5; n++) {
    const body = { Id: `steam_${n}`, Reason: n % 2 === 0 ? 'Speed hack' : 'griefing' };
    assert.equal((await call('addFleetBan', { body })).code, 'OK');
  }
  const address = await call('addFleetBan', { body: { Id: '2001:DB8:0::1', Reason: 'bots' } });
  assert.equal(address.body.Id, '2001:db8::1');
  const lift = (id: string) => call('removeFleetBan', { params: { list: 'main', id } });
  const lifted = await lift('steam_0');
  assert.deepEqual([lifted.body.State, lifted.body.UnbannedBy], ['Lifted', 'Admin']);
  assert.equal((await lift('2001:db8::0001')).code, 'OK');
  assert.equal((await lift('steam_0')).code, 'BAN_NOT_FOUND');

  const imported = await call('getFleetBans', { query: '?Find=SPEED&State=Active' });
  assert.deepEqual([imported.body.Total, imported.body.Matching], [6, 2]);
  const ids: string[] = [];
  for (let query = '?Limit=4', pages = 0; query !== '' && pages < 5; pages++) {
    const { body } = await call('getFleetBans', { query, as: 'Reader' });
    const { Bans, Next } = body as { Bans: { Id: string }[]; Next?: string };
    ids.push(...Bans.map(({ Id }) => Id));
    query = Next === undefined ? '' : `?Limit=4&Cursor=${Next}`;
  }
  assert.equal(new Set(ids).size, 6);
  assert.equal(ids.length, 6);
  assert.equal((await call('getFleetBans', { query: '?Cursor=x' })).code, 'VALIDATION_FAILED');

  const { text } = (await call('exportFleetList', { query: '?Format=Text' })).body;
  const lines = [
    '# main',
    'steam_1 griefing',
    'steam_2 Speed hack',
    'steam_3 griefing',
    'steam_4 Speed hack',
  ];
  assert.equal(text, `${lines.join('\n')}\n`);
  const exported = await call('exportFleetList');
  assert.equal((exported.body.Bans as object[]).length, 4);
  const { body } = await call('getFleetLists', { params: {} });
  const [list] = body.Lists as { Active: number; Total: number }[];
  assert.deepEqual([list?.Active, list?.Total], [4, 6]);
  assert.equal((await call('deleteFleetList')).code, 'OK');
  assert.deepEqual((await call('getFleetLists', { params: {} })).body, { Lists: [] });
});

test('who may only read changes nothing, and writes are audited', async () => {
  await using api = await setUp();
  assert.equal((await api.call('putFleetList', { body: {}, as: 'Reader' })).code, 'MISSING_PERMISSION');
  await api.call('putFleetList', { body: {} });
  await api.call('addFleetBan', { body: { Id: 'steam_1', Reason: 'cheating' } });
  const audited = async () => {
    const { Entries } = await api.gateway.client.call(getFleetAudit, { query: { Route: '/lists/' } });
    return Entries.map(({ Token, Outcome }) => [Token, Outcome]);
  };
  await until('all is audited', async () => (await audited()).length === 3);
  assert.deepEqual((await audited()).reverse(), [
    ['Reader', 'MISSING_PERMISSION'],
    ['Admin', 'OK'],
    ['Admin', 'OK'],
  ]);
});

test('what is no entry is refused', async () => {
  await using api = await setUp();
  const { call } = api;
  assert.equal(
    (await call('putFleetList', { params: { list: 'No Name' }, body: {} })).code,
    'VALIDATION_FAILED',
  );
  await call('putFleetList', { body: {} });
  await call('putFleetList', { params: { list: 'friends' }, body: { Kind: 'Allow' } });
  assert.equal((await call('putFleetList', { body: { Kind: 'Allow' } })).code, 'VALIDATION_FAILED');
  for (const body of [
    {},
    { Id: 'Zoe' },
    { Id: '1.2.3' },
    { Id: 'fe80::1%eth0' },
    { Id: 'steam_1', Expires: 'tomorrow' },
  ]) {
    assert.equal((await call('addFleetBan', { body })).code, 'VALIDATION_FAILED', JSON.stringify(body));
  }
  const friend = { params: { list: 'friends' }, body: { Id: '192.0.2.1' } };
  assert.equal((await call('addFleetBan', friend)).code, 'VALIDATION_FAILED');
});

test('an import takes the text of a Banlist.json, of an export and of plain lines', async () => {
  await using api = await setUp();
  const { call, gateway } = api;
  await call('putFleetList', { body: {} });
  const text = 'steam_1 cheating\n192.0.2.1\nnobody';
  const first = await call('importFleetList', { body: { Text: text, Reason: 'of friends' } });
  assert.deepEqual(
    [first.body.Read, first.body.Added, first.body.Unchanged, (first.body.Skipped as object[]).length],
    [2, 2, 0, 1],
  );
  const lines =
    '# our list\r\nsteam_1 again\nsteam_2,0123456789abcdef0123456789ABCDEF\n\nps5_3 speed hack # seen\n???\n';
  const second = await call('importFleetList', { body: { Text: lines } });
  assert.deepEqual([second.body.Added, second.body.Unchanged], [2, 1]);
  assert.deepEqual(second.body.Skipped, [{ Line: 6, Why: 'neither a UserId nor a single address' }]);
  const reasons = new Map(gateway.lists.bans('main').map(({ Id, Reason }) => [Id, Reason]));
  const imported = ['steam_1', '192.0.2.1', 'steam_2', 'ps5_3'].map((id) => reasons.get(id));
  assert.deepEqual(imported, ['cheating', 'of friends', '', 'speed hack # seen']);

  const exported = JSON.stringify((await call('exportFleetList')).body);
  await call('putFleetList', { params: { list: 'copy' }, body: {} });
  const copied = await call('importFleetList', { params: { list: 'copy' }, body: { Text: exported } });
  assert.equal(copied.body.Added, 4);
  const Timestamp = { UTC: 1, Year: 1970, Month: 1, Day: 1, Hour: 0, Min: 0, Sec: 1, Msec: 0 };
  const BannedBy = { Type: 'rest', NameValue: 'Panel', IP: '', Reason: 'x', Timestamp };
  const UserEntries = [
    { UserId: 'steam_8', Active: true, BannedBy },
    { UserId: 'steam_9', Active: false, BannedBy },
  ];
  const banlist = JSON.stringify({ Version: 1, BannedMessage: '', UserEntries, IPEntries: [] });
  assert.equal((await call('importFleetList', { body: { Text: banlist } })).body.Added, 1);
  assert.equal(
    (await call('importFleetList', { body: { Text: '{"Version": 1}' } })).code,
    'VALIDATION_FAILED',
  );
  assert.equal((await call('importFleetList', { body: {} })).code, 'VALIDATION_FAILED');
});

test('a text of too many lines is refused before its lines are looked at', async () => {
  await using api = await setUp();
  await api.call('putFleetList', { body: {} });
  for (const Text of [
    'a\n'.repeat(340_000),
    `{"Bans":[${'{},'.repeat(250_000)}{}]}`,
    `{"a":${'['.repeat(400_000)}`,
  ])
    assert.equal((await api.call('importFleetList', { body: { Text } })).code, 'VALIDATION_FAILED');
});

test('others have their turns while a long text is read, and while its entries are added', async (context) => {
  await using api = await setUp();
  let turns = 0;
  let counting = setImmediate(function count() {
    turns += 1;
    counting = setImmediate(count);
  });
  context.after(() => clearImmediate(counting));
  for (const Text of [`${':'.repeat(45)}\n`.repeat(9999), `{"Bans":[${'{},'.repeat(9999)}{}]}`]) {
    turns = 0;
    const { entries, skipped } = await readImport({ Text });
    assert.deepEqual([entries.length, skipped.length > 9998, turns >= 15], [0, true, true], `${turns} turns`);
  }
  await api.call('putFleetList', { body: {} });
  const Text = Array.from({ length: 5000 }, (_, index) => `2001:db8::${index.toString(16)}`).join('\n');
  assert.equal((await api.call('importFleetList', { body: { Text } })).body.Added, 5000);
  assert.equal((await api.call('importFleetList', { body: { Text } })).body.Unchanged, 5000);
  assert.equal((await api.call('addFleetBan', { body: { Id: '192.0.2.1' } })).code, 'VALIDATION_FAILED');
  const { body } = await api.call('getFleetLists', { params: {} });
  const [list] = body.Lists as { Active: number; Total: number }[];
  assert.deepEqual([list?.Active, list?.Total], [5000, 5000]);
});
