import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AuditPage, type ErrorEnvelope, getAudit } from '@palatine/contract';
import { pluck } from '@palatine/testing/pluck';
import { startService, type TestService } from '@palatine/testing/start-service';
import { TestClock } from '@palatine/testing/test-clock';
import { walkPages } from '@palatine/testing/walk-pages';
import { Compile } from 'typebox/compile';

const HOUR_MS = 3_600_000;

const check = Compile(getAudit.reply);

async function audit(service: TestService, query = ''): Promise<AuditPage> {
  const page = await service.json<AuditPage>(`/v1/palatine/audit${query}`);
  assert.deepEqual([...check.Errors(page)], []);
  return page;
}

test('every write is audited, allowed or refused, with token, address, route, target, outcome and reason', async () => {
  await using service = await startService();
  const narrow = service.addToken('REST.Version.Read');
  await service.post('/v1/pdapi/ban/steam_1', '{"Reason":"duping"}');
  await service.post('/v1/pdapi/unban/steam_2');
  await service.post('/v1/pdapi/kick/steam_3', '{"Reason":5}');
  await service.post('/v1/pdapi/kick/steam_4', '{broken');
  await service.post('/v1/pdapi/Alert', '{}', { authorization: `Bearer ${narrow}` });
  await service.post('/v1/pdapi/ReloadConfig');
  await service.fetch('/v1/pdapi/players');
  const { Entries } = await audit(service);
  assert.deepEqual(pluck(Entries, 'Token', 'Route', 'Target', 'Outcome', 'Status', 'Reason'), [
    ['Administrator', 'POST /v1/pdapi/ReloadConfig', '', 'OK', 200, ''],
    [narrow, 'POST /v1/pdapi/Alert', '', 'MISSING_PERMISSION', 403, ''],
    ['Administrator', 'POST /v1/pdapi/kick/:player_identifier', 'steam_4', 'INVALID_JSON', 400, ''],
    ['Administrator', 'POST /v1/pdapi/kick/:player_identifier', 'steam_3', 'VALIDATION_FAILED', 400, ''],
    ['Administrator', 'POST /v1/pdapi/unban/:user_id', 'steam_2', 'BAN_NOT_FOUND', 404, ''],
    ['Administrator', 'POST /v1/pdapi/ban/:player_identifier', 'steam_1', 'OK', 200, 'duping'],
  ]);
  assert.equal(Entries[0]?.IP, '127.0.0.1');
});

test('the audit is filtered, and paged by cursor without gap or overlap', async () => {
  await using service = await startService();
  for (let number = 0; number < 25; number++) await service.post(`/v1/pdapi/ban/steam_${number % 5}`);
  const all = (await audit(service)).Entries;
  assert.equal(all.length, 25);
  const pages = await walkPages(({ Cursor }) =>
    audit(service, `?Limit=7${Cursor ? `&Cursor=${Cursor}` : ''}`),
  );
  const actual = pages.flatMap(({ Entries }) => Entries);
  assert.deepEqual(actual, all);
  assert.equal((await audit(service, '?Target=steam_3')).Entries.length, 5);
  assert.equal((await audit(service, '?Target=steam_3&Outcome=OK&Token=Administrator')).Entries.length, 5);
  assert.equal((await audit(service, '?Token=Nobody')).Entries.length, 0);
});

async function refusalOf(service: TestService, query: string): Promise<[status: number, message: string]> {
  const response = await service.fetch(`/v1/palatine/audit?${query}`);
  const { Error: error } = (await response.json()) as ErrorEnvelope;
  return [response.status, `${error?.Code}: ${error?.Message}`];
}

test('a value that a filter cannot take is refused, with what would be right', async () => {
  await using service = await startService();
  const wrong: [query: string, message: RegExp][] = [
    ...['0', 'x', '501'].map((limit): [string, RegExp] => [`Limit=${limit}`, /whole number from 1 to 500/]),
    ...['x', '-1'].map((cursor): [string, RegExp] => [`Cursor=${cursor}`, /Cursor must be a whole number/]),
    ...['yesterday', '2026-13-01', '2026-02-30', '1700000000', '2026-11-22T25:00:00Z', ''].flatMap(
      (time): [string, RegExp][] => [
        [`From=${time}`, /^VALIDATION_FAILED: From must be a time of ISO 8601, such as 2026-11-22/],
        [`To=${time}`, /^VALIDATION_FAILED: To must be a time/],
      ],
    ),
    ['Format=xml', /Format must be one of json, csv, jsonl/],
    ['Format=csv&Limit=5', /Limit belongs to pages/],
    ['Format=jsonl&Cursor=5', /Cursor belongs to pages/],
  ];
  for (const [query, message] of wrong) {
    const [status, error] = await refusalOf(service, query);
    assert.equal(status, 400, query);
    assert.match(error, message);
  }
});

test('a query parameter that the route does not have is refused, with the right name', async () => {
  await using service = await startService();
  const expected = [400, 'VALIDATION_FAILED: there is no query parameter "limit"; its name is Limit'];
  assert.deepEqual(await refusalOf(service, 'limit=2'), expected);
  const [status, message] = await refusalOf(service, 'Limit=2&Since=2026');
  assert.equal(status, 400);
  assert.match(message, /no query parameter "Since"; there are Token, Route, .*From, To, .*Format$/);
  const reader = service.addToken('REST.Version.Read');
  const refused = await service.fetch('/v1/palatine/audit?limit=2', { authorization: `Bearer ${reader}` });
  assert.equal(refused.status, 403, 'the permission comes first');
});

test('the audit keeps a write for as many days as Config.json says, give or take an hour', async () => {
  const clock = new TestClock();
  await using service = await startService({ clock, config: { audit: { keepDays: 1 } } });
  await service.post('/v1/pdapi/ban/steam_1');
  clock.suspend(12 * HOUR_MS);
  await service.post('/v1/pdapi/kick/steam_2', '{"Reason":5}');
  const targets = async () => (await audit(service)).Entries.map(({ Target }) => Target);
  clock.suspend(12 * HOUR_MS);
  assert.deepEqual(await targets(), ['steam_2', 'steam_1']);
  clock.suspend(HOUR_MS);
  assert.deepEqual(await targets(), ['steam_2']);
  clock.suspend(12 * HOUR_MS);
  assert.deepEqual(await targets(), []);
});

test('the audit keeps as many entries as Config.json says, the newest', async () => {
  const clock = new TestClock();
  await using service = await startService({ clock, config: { audit: { keepEntries: 5 } } });
  for (let number = 0; number < 12; number++) await service.post(`/v1/pdapi/ban/steam_${number}`);
  clock.advance(60_000);
  const targets = (await audit(service)).Entries.map(({ Target }) => Target);
  assert.deepEqual(targets, ['steam_11', 'steam_10', 'steam_9', 'steam_8', 'steam_7']);
});
