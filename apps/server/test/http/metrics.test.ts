import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { type ErrorEnvelope, getEvents, pathOf } from '@palatine/contract';
import { startService, type TestService } from '@palatine/testing/start-service';
import { TestClock } from '@palatine/testing/test-clock';
import { aDemo } from '@palatine/testing/worlds';

const DASHBOARD = resolve(import.meta.dirname, '../../../../docs/grafana-dashboard.json');

async function scrape(service: TestService): Promise<string> {
  const response = await service.fetch('/metrics');
  assert.equal(response.status, 200);
  assert.match(response.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
  return response.text();
}

const refusalsIn = (text: string) =>
  text.split('\n').filter((line) => line.startsWith('palatine_http_refusals_total{'));

test('requests are counted by route and status, and refusals by code', async () => {
  await using service = await startService();
  for (let sent = 0; sent < 3; sent++) await service.fetch('/v1/pdapi/players');
  await service.fetch('/v1/pdapi/guild/none');
  await service.fetch('/v1/pdapi/players', { authorization: 'Bearer wrong' });
  await service.fetch('/nothing/here');
  await service.post('/v1/pdapi/give', '{"UserID":"steam_1","EXP":0}');
  const requests = (labels: string) => service.metric(`palatine_http_requests_total{${labels}}`);
  const refusals = (labels: string) => service.metric(`palatine_http_refusals_total{${labels}}`);
  assert.equal(await requests('method="GET",route="/v1/pdapi/players",status="200"'), 3);
  assert.equal(await requests('method="GET",route="/v1/pdapi/players",status="401"'), 1);
  assert.equal(await requests('method="GET",route="/v1/pdapi/guild/:guild_id",status="404"'), 1);
  assert.equal(await requests('method="any",route="none",status="404"'), 1);
  assert.equal(await refusals('method="GET",route="/v1/pdapi/players",code="INVALID_TOKEN"'), 1);
  assert.equal(await refusals('method="GET",route="/v1/pdapi/guild/:guild_id",code="GUILD_NOT_FOUND"'), 1);
  assert.equal(await refusals('method="any",route="none",code="ROUTE_NOT_FOUND"'), 1);
  assert.equal(await refusals('method="POST",route="/v1/pdapi/give",code="VALIDATION_FAILED"'), 1);
  const seconds = 'palatine_http_request_duration_seconds';
  assert.equal(await service.metric(`${seconds}_count{method="GET",route="/v1/pdapi/players"}`), 4);
  assert.equal(
    await service.metric(`${seconds}_bucket{method="GET",route="/v1/pdapi/players",le="+Inf"}`),
    4,
  );
});

test('the legacy refusal counts as VALIDATION_FAILED each time it is sent, also with one key', async () => {
  await using service = await startService();
  const headers = { 'idempotency-key': 'order-1' };
  const give = () => service.post('/v1/pdapi/give', '{"UserID":"steam_1","EXP":0}', { headers });
  const [first, again] = [await (await give()).text(), await (await give()).text()];
  assert.match(first, /^\{"Errors":2,"Error":\{/);
  assert.equal(again, first);
  const counted =
    'palatine_http_refusals_total{method="POST",route="/v1/pdapi/give",code="VALIDATION_FAILED"} 2';
  assert.deepEqual(refusalsIn(await scrape(service)), [counted]);
});

test('a body that looks like another refusal counts under its own code', async () => {
  await using service = await startService();
  const text = '{"Error":{"Code":"INTERNAL_ERROR"';
  const { status } = await service.post('/v1/pdapi/Broadcast', { Message: text });
  assert.equal(status, 200);
  const refused = await service.post(`/v1/pdapi/kick/${encodeURIComponent(text)}`);
  assert.ok((await refused.text()).includes('INTERNAL_ERROR'), 'the refusal quotes it');
  assert.deepEqual(refusalsIn(await scrape(service)), [
    'palatine_http_refusals_total{method="POST",route="/v1/pdapi/kick/:player_identifier",code="PLAYER_NOT_FOUND"} 1',
  ]);
});

const failures = (service: TestService, of: string) =>
  service.metric(`palatine_storage_failures_total{of="${of}"}`);

test('every write that could not be stored counts as a storage failure, whatever code it answers', async () => {
  const { world, beginner } = aDemo();
  await using service = await startService({ world });
  assert.equal(await failures(service, 'command'), 0);
  const [camp] = world.camps.values();
  const codes: [string, unknown, string][] = [
    [`give/items/${beginner.userId}`, { Items: [{ ItemID: 'Wood', Count: 1 }] }, 'GRANT_FAILED'],
    [`deletebase/${camp?.id}`, {}, 'DELETE_BASE_FAILED'],
    ['ban/steam_1', {}, 'INTERNAL_ERROR'],
  ];
  using database = new DatabaseSync(join(service.data, 'world.db'));
  database.exec('begin immediate'); // while another holds the file, every commit fails
  await Promise.all(
    codes.map(async ([path, body, code]) => {
      const answer = await service.post(`/v1/pdapi/${path}`, body);
      assert.equal(((await answer.json()) as ErrorEnvelope).Error.Code, code);
    }),
  );
  database.exec('rollback');
  assert.equal(await failures(service, 'command'), codes.length);
  assert.equal((await service.post('/v1/pdapi/ban/steam_1')).status, 200);
  assert.equal(await failures(service, 'command'), codes.length, 'a success does not count');
  assert.equal(await failures(service, 'own'), 0);
});

test('a base that could not be archived counts as a storage failure', async () => {
  const { world } = aDemo();
  await using service = await startService({ world });
  rmSync(join(service.data, 'Archives'), { recursive: true });
  writeFileSync(join(service.data, 'Archives'), 'a file in the place of the folder');
  const [camp] = world.camps.values();
  const answer = await service.post(`/v1/pdapi/deletebase/${camp?.id}`, '{}');
  assert.equal(((await answer.json()) as ErrorEnvelope).Error.Code, 'DELETE_BASE_FAILED');
  assert.equal(await failures(service, 'command'), 1);
});

test('a change of the game itself that could not be stored is a separate storage failure', async () => {
  const clock = new TestClock();
  await using service = await startService({ simulate: 'Moving', clock });
  clock.advance(29_999);
  using database = new DatabaseSync(join(service.data, 'world.db'));
  database.exec('begin immediate');
  clock.advance(1); // the time to save where players are; there are no expired keys to delete
  database.exec('rollback');
  assert.deepEqual([await failures(service, 'own'), await failures(service, 'command')], [1, 0]);
});

test('batches, commits and steps of the game are counted, and the sizes of its world', async () => {
  const clock = new TestClock();
  await using service = await startService({ simulate: 'Always', clock });
  for (const Message of ['one', 'two', 'three']) await service.api.broadcast({ body: { Message } });
  clock.advance(250);
  assert.equal(await service.metric('palatine_batch_commands_sum'), 3);
  assert.ok((await service.metric('palatine_commit_duration_seconds_count')) >= 3);
  assert.ok((await service.metric('palatine_commit_duration_seconds_sum')) > 0);
  // One at the start, then one every 100 ms.
  assert.equal(await service.metric('palatine_simulation_step_duration_seconds_count'), 3);
  assert.equal(await service.metric('palatine_world_players'), service.figures.players);
  assert.equal(await service.metric('palatine_world_characters'), service.figures.characters);
});

test('the metrics show the present size of the world, not that of the start', async () => {
  await using service = await startService();
  const { Players } = await service.api.getPlayers();
  const before = await service.metric('palatine_world_online');
  const victim = Players.find(({ Status }) => Status === 'Online')?.UserId ?? '';
  await service.api.kickPlayer({ params: { player_identifier: victim } });
  assert.equal(await service.metric('palatine_world_online'), before - 1);
});

test('an event stream is counted when it begins, and its watcher until it ends', async () => {
  await using service = await startService();
  const stop = new AbortController();
  await service.fetch(pathOf(getEvents), { signal: stop.signal });
  assert.equal(await service.metric('palatine_event_watchers'), 1);
  const labels = `{method="GET",route="${pathOf(getEvents)}",status="200"}`;
  assert.equal(await service.metric(`palatine_http_requests_total${labels}`), 1);
  stop.abort();
});

test('every metric on the Grafana dashboard is one of /metrics', async () => {
  await using service = await startService();
  await service.api.getPlayers();
  const text = await scrape(service);
  const documented = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name));
  const dashboard = JSON.parse(readFileSync(DASHBOARD, 'utf8')) as {
    panels: { title: string; targets?: { expr: string }[] }[];
  };
  const expressions = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  assert.ok(expressions.length > 10);
  const used = new Set(expressions.flatMap((expr) => expr.match(/\b(?:palatine|process|nodejs)_\w+/g) ?? []));
  for (const name of used) {
    const metric = documented.has(name) ? name : name.replace(/_(bucket|sum|count)$/, '');
    assert.ok(documented.has(metric), name);
  }
  const ours = [...documented].filter((name) => name.startsWith('palatine_'));
  const names = [...used].map((name) => name.replace(/_(bucket|sum|count)$/, ''));
  const actual = ours.filter((name) => !names.includes(name));
  assert.deepEqual(actual, [], 'each of ours is on the dashboard');
});
