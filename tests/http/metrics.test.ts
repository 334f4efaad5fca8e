import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { getEvents, pathOf } from '@palatine/contract';
import { startService, type TestService } from '../harness/start-service.ts';

const DASHBOARD = resolve(import.meta.dirname, '../../docs/grafana-dashboard.json');

async function scrape(service: TestService): Promise<string> {
  const response = await service.fetch('/metrics');
  assert.equal(response.status, 200);
  assert.match(response.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
  return response.text();
}

/** The value of one line of the response; 0 without the line. */
function value(text: string, line: string): number {
  const found = text.split('\n').find((one) => one.startsWith(`${line} `));
  return Number(found?.slice(line.length + 1) ?? 0);
}

test('requests are counted by route and status, and refusals by code', async () => {
  await using service = await startService();
  for (let sent = 0; sent < 3; sent++) await service.fetch('/v1/pdapi/players');
  await service.fetch('/v1/pdapi/guild/none');
  await service.fetch('/v1/pdapi/players', { authorization: 'Bearer wrong' });
  await service.fetch('/nothing/here');
  await service.fetch('/v1/pdapi/give', { method: 'POST', body: '{"UserID":"steam_1","EXP":0}' });
  const text = await scrape(service);
  const requests = (labels: string) => value(text, `palatine_http_requests_total{${labels}}`);
  const refusals = (labels: string) => value(text, `palatine_http_refusals_total{${labels}}`);
  assert.equal(requests('method="GET",route="/v1/pdapi/players",status="200"'), 3);
  assert.equal(requests('method="GET",route="/v1/pdapi/players",status="401"'), 1);
  assert.equal(requests('method="GET",route="/v1/pdapi/guild/:guild_id",status="404"'), 1);
  assert.equal(requests('method="any",route="none",status="404"'), 1);
  assert.equal(refusals('method="GET",route="/v1/pdapi/players",code="INVALID_TOKEN"'), 1);
  assert.equal(refusals('method="GET",route="/v1/pdapi/guild/:guild_id",code="GUILD_NOT_FOUND"'), 1);
  assert.equal(refusals('method="any",route="none",code="ROUTE_NOT_FOUND"'), 1);
  assert.equal(refusals('method="POST",route="/v1/pdapi/give",code="VALIDATION_FAILED"'), 1);
  const seconds = 'palatine_http_request_duration_seconds';
  assert.equal(value(text, `${seconds}_count{method="GET",route="/v1/pdapi/players"}`), 4);
  assert.equal(value(text, `${seconds}_bucket{method="GET",route="/v1/pdapi/players",le="+Inf"}`), 4);
});

test('batches, commits and steps of the game thread are counted, and the sizes of its world', async () => {
  await using service = await startService({ simulate: 'Always' });
  for (const Message of ['one', 'two', 'three']) await service.api.broadcast({ body: { Message } });
  await delay(250);
  const text = await scrape(service);
  assert.equal(value(text, 'palatine_batch_commands_sum'), 3);
  assert.ok(value(text, 'palatine_commit_duration_seconds_count') >= 3);
  assert.ok(value(text, 'palatine_commit_duration_seconds_sum') > 0);
  assert.ok(value(text, 'palatine_simulation_step_duration_seconds_count') >= 2);
  assert.equal(value(text, 'palatine_world_players'), service.figures.players);
  assert.equal(value(text, 'palatine_world_characters'), service.figures.characters);
  assert.equal(value(text, 'palatine_game_thread_up'), 1);
});

test('the metrics show the present size of the world, not that of the start', async () => {
  await using service = await startService();
  const { Players } = await service.api.getPlayers();
  const before = value(await scrape(service), 'palatine_world_online');
  const victim = Players.find(({ Status }) => Status === 'Online')?.UserId ?? '';
  await service.api.kickPlayer({ params: { player_identifier: victim } });
  assert.equal(value(await scrape(service), 'palatine_world_online'), before - 1);
});

test('the counters of the game thread outlive it, and its restarts are counted', async () => {
  await using service = await startService();
  await service.api.broadcast({ body: { Message: 'before' } });
  await service.game.kill();
  while (!service.game.ready) await delay(10);
  await service.api.broadcast({ body: { Message: 'after' } });
  const text = await scrape(service);
  assert.equal(value(text, 'palatine_batch_commands_sum'), 2);
  assert.equal(value(text, 'palatine_game_thread_restarts_total'), 1);
});

test('an event stream is counted when it begins, and its watcher until it ends', async () => {
  await using service = await startService();
  const stop = new AbortController();
  await service.fetch(pathOf(getEvents), { signal: stop.signal });
  const text = await scrape(service);
  assert.equal(value(text, 'palatine_event_watchers'), 1);
  assert.equal(
    value(text, `palatine_http_requests_total{method="GET",route="${pathOf(getEvents)}",status="200"}`),
    1,
  );
  stop.abort();
});

test('/metrics needs a token with its permission', async () => {
  await using service = await startService();
  assert.equal((await service.fetch('/metrics', { authorization: '' })).status, 401);
  const other = service.addToken('REST.Players.Read');
  assert.equal((await service.fetch('/metrics', { authorization: `Bearer ${other}` })).status, 403);
  const scraper = service.addToken('Palatine.Metrics.Read');
  assert.equal((await service.fetch('/metrics', { authorization: `Bearer ${scraper}` })).status, 200);
});

test('every metric on the Grafana dashboard is one of /metrics', async () => {
  await using service = await startService();
  await service.api.getPlayers();
  const text = await scrape(service);
  const known = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name));
  const dashboard = JSON.parse(readFileSync(DASHBOARD, 'utf8')) as {
    panels: { title: string; targets?: { expr: string }[] }[];
  };
  const expressions = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  assert.ok(expressions.length > 10);
  const used = new Set(expressions.flatMap((expr) => expr.match(/\b(?:palatine|process|nodejs)_\w+/g) ?? []));
  for (const name of used) {
    const metric = known.has(name) ? name : name.replace(/_(bucket|sum|count)$/, '');
    assert.ok(known.has(metric), name);
  }
  const ours = [...known].filter((name) => name.startsWith('palatine_'));
  const shown = [...used].map((name) => name.replace(/_(bucket|sum|count)$/, ''));
  assert.deepEqual(
    ours.filter((name) => !shown.includes(name)),
    [],
    'each of ours is on the dashboard',
  );
});
