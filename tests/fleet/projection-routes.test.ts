import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { jetstream } from '@nats-io/jetstream';
import {
  type ErrorEnvelope,
  FLEET_ROUTES,
  type FleetAuditPage,
  type FleetEvent,
  type FleetEventsPage,
  type FleetPlayerSearch,
  type FleetSightings,
  type RouteShape,
} from '@palatine/contract';
import { SUBJECTS } from '@palatine/fleet';
import { dataPaths } from '@palatine/server/data-folder/data-folder.ts';
import { liveSettings } from '@palatine/server/data-folder/live-settings.ts';
import { Tokens } from '@palatine/server/data-folder/tokens.ts';
import { openProjection, type Projection } from '@palatine/server/gateway/projection/projection.ts';
import { mountProjection } from '@palatine/server/gateway/projection/projection-routes.ts';
import { makeApp } from '@palatine/server/http/app.ts';
import { RateLimit, TokenUse } from '@palatine/server/http/authorize.ts';
import { RefusalAudit } from '@palatine/server/http/refusal-audit.ts';
import { Traffic } from '@palatine/server/telemetry/traffic.ts';
import {
  anAuditEntry,
  anEvent,
  aRoster,
  aRosterPlayer,
  aWorldKey,
} from '@palatine/server/testing/fleet-messages.ts';
import pino from 'pino';
import { Compile } from 'typebox/compile';
import { eventBlocks } from '../harness/event-blocks.ts';
import { FLEET_CLOCK, makeStreams, PublishingWorld } from '../harness/fleet-streams.ts';
import { natsAccount, natsClient, natsTest as test } from '../harness/nats-server.ts';
import { until } from '../harness/until.ts';

const [ONE, TWO] = [aWorldKey(1), aWorldKey(2)];
const GUSTAV = {
  uid: 'D894F2B1-00000000-00000000-00000000',
  userId: 'steam_76561198272054602',
  name: 'Gustav',
};

interface Gateway {
  projection: Projection;
  url: string;
  /** A world whose events can go on. */
  worlds: { one: PublishingWorld; two: PublishingWorld };
  publish(): Promise<void>;
  fetch(path: string, token?: string, init?: RequestInit): Promise<Response>;
}

/** A gateway with two worlds of six events and four audit entries each; the token `limited` sees the first one only. */
async function startGateway(context: TestContext): Promise<Gateway> {
  const nats = await natsAccount();
  const nc = await natsClient(nats);
  context.after(() => nc.close());
  await makeStreams(nc);
  const folder = mkdtempSync(join(tmpdir(), 'palatine-gateway-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  const log = pino({ level: 'silent' });
  const projection = openProjection({ file: join(folder, 'fleet.db'), nc, log, clock: FLEET_CLOCK });
  context.after(() => projection.close());

  const worlds = { one: new PublishingWorld(ONE), two: new PublishingWorld(TWO) };
  for (const world of Object.values(worlds)) {
    for (let id = 1; id <= 6; id++) world.add(anEvent(id));
    const audit = new PublishingWorld(world.key, 'audit');
    for (let id = 1; id <= 4; id++) audit.add(anAuditEntry(id, { Reason: id === 4 ? '=1+1' : '' }));
    await audit.publish(nc);
    const players = [
      aRosterPlayer(1, GUSTAV),
      aRosterPlayer(2, { name: 'Zoe', online: true, formerNames: ['Gus'] }),
    ];
    await jetstream(nc).publish(SUBJECTS.roster(world.key), await aRoster(players));
  }
  const publish = async () => {
    for (const world of Object.values(worlds)) await world.publish(nc);
  };
  await publish();
  await until('the projection has everything', () => {
    const all = { worlds: 'all', limit: 100 } as const;
    const counts = [
      projection.eventPage(all).rows.length,
      projection.auditPage(all).rows.length,
      projection.searchPlayers({ ...all, byUserId: false }).rows.length,
    ];
    return counts.join() === '12,8,4';
  });
  const url = await listen(context, folder, projection);
  return {
    projection,
    url,
    worlds,
    publish,
    fetch: (path, token = 'admin-example', init = {}) =>
      fetch(`${url}/v1/fleet${path}`, {
        ...init,
        headers: { authorization: `Bearer ${token}`, ...init.headers },
      }),
  };
}

/** Serves the routes of the projection on a free port. @returns its address. */
async function listen(context: TestContext, folder: string, projection: Projection): Promise<string> {
  const data = dataPaths(folder);
  mkdirSync(data.tokens, { recursive: true });
  const permissions: Record<string, string[]> = {
    'admin-example': ['Palatine.Fleet.*'],
    'limited-example': ['Palatine.Fleet.*'],
    'public-example': ['Palatine.Fleet.Players.Read'],
  };
  for (const [secret, Permissions] of Object.entries(permissions)) {
    const Name = secret.split('-')[0];
    writeFileSync(join(data.tokens, `${Name}.json`), JSON.stringify({ Name, Token: secret, Permissions }));
  }
  const tokens = new Tokens(data.tokens, { skipped() {}, doubtful() {} }, FLEET_CLOCK);
  await tokens.refresh();
  const settings = liveSettings(data);
  const policy = {
    tokens,
    settings,
    limit: new RateLimit(() => 0),
    use: new TokenUse(FLEET_CLOCK.now),
    refusals: new RefusalAudit(() => {}, FLEET_CLOCK),
  };
  const app = makeApp({
    policy,
    cors: settings.current.rest.Cors,
    log: pino({ level: 'silent' }),
    traffic: new Traffic(),
  });
  mountProjection(app, policy, projection, {
    clock: FLEET_CLOCK,
    worldsOf: ({ name }) => (name === 'limited' ? new Set([ONE]) : 'all'),
    nameOf: (world) => (world === ONE ? 'First' : ''),
    refresh: () => Promise.resolve([]),
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  context.after(async () => {
    app.server.closeAllConnections(); // that of a watcher who leaves during `close` would stay for 72 s
    await app.close();
  });
  const { port } = app.server.address() as { port: number };
  return `http://127.0.0.1:${port}`;
}

async function read<T>(response: Response, route: RouteShape): Promise<T> {
  assert.equal(response.status, 200, await response.clone().text());
  const value = (await response.json()) as T;
  assert.deepEqual([...Compile(route.reply).Errors(value)], []);
  return value;
}

async function codeOf(response: Response): Promise<string> {
  return ((await response.json()) as ErrorEnvelope).Error.Code;
}

test('players are searched over all worlds, and UserIds need their permission', async (context) => {
  const gateway = await startGateway(context);
  const search = async (query: string, token?: string) =>
    read<FleetPlayerSearch>(await gateway.fetch(`/players?${query}`, token), FLEET_ROUTES.searchFleetPlayers);
  const { Rows } = await search('Find=gus');
  assert.deepEqual(
    Rows.map(({ WorldName, Name, UserId }) => [WorldName, Name, UserId]),
    [
      ['First', 'Gustav', GUSTAV.userId],
      ['First', 'Zoe', aRosterPlayer(2).userId],
      ['', 'Gustav', GUSTAV.userId],
      ['', 'Zoe', aRosterPlayer(2).userId],
    ],
  );
  const first = await search('Find=gus&Limit=3');
  const second = await search(`Find=gus&Limit=3&Cursor=${first.Next}`);
  assert.deepEqual([...first.Rows, ...second.Rows], Rows);
  assert.equal(second.Next, undefined);
  assert.deepEqual((await search(`World=${ONE.toUpperCase()}&Online=true`)).Rows, [Rows[1]]);
  assert.equal((await search('Find=gus', 'limited-example')).Rows.length, 2);
  assert.equal((await search(`Find=gus&World=${TWO}`, 'limited-example')).Rows.length, 0);
  assert.equal((await search('Find=27205460')).Rows.length, 2);
  assert.equal((await search('Find=27205460', 'public-example')).Rows.length, 0);
  assert.ok((await search('Find=gus', 'public-example')).Rows.every((row) => !('UserId' in row)));
  for (const wrong of ['World=x', 'Cursor=1', 'Limit=0', 'Search=x']) {
    assert.equal(await codeOf(await gateway.fetch(`/players?${wrong}`)), 'VALIDATION_FAILED', wrong);
  }
});

test('a UserId is seen in every world that knows it and that the token may see', async (context) => {
  const gateway = await startGateway(context);
  const path = `/players/${GUSTAV.userId}`;
  const seen = async (token: string) =>
    read<FleetSightings>(await gateway.fetch(path, token), FLEET_ROUTES.getFleetPlayer);
  const everywhere = (await seen('admin-example')).Worlds.map(({ World }) => World);
  assert.deepEqual(everywhere, [ONE, TWO]);
  const limited = (await seen('limited-example')).Worlds.map(({ World }) => World);
  assert.deepEqual(limited, [ONE]);
  assert.equal(await codeOf(await gateway.fetch('/players/steam_nobody')), 'PLAYER_NOT_FOUND');
});

test('the audit of all worlds is read by pages and exported as files', async (context) => {
  const gateway = await startGateway(context);
  const page = async (query: string, token?: string) =>
    read<FleetAuditPage>(await gateway.fetch(`/audit?${query}`, token), FLEET_ROUTES.getFleetAudit);
  const { Entries, Next } = await page('Limit=5');
  assert.equal(Entries.length, 5);
  assert.equal((await page(`Limit=5&Cursor=${Next}`)).Entries.length, 3);
  const own = await page('', 'limited-example');
  const rows = own.Entries.map(({ World, WorldName, Incarnation, Id }) => [
    World,
    WorldName,
    Incarnation,
    Id,
  ]);
  assert.deepEqual(
    rows,
    [4, 3, 2, 1].map((id) => [ONE, 'First', 'one', id]),
  );
  assert.deepEqual((await page(`World=${TWO}`, 'limited-example')).Entries, []);
  assert.equal((await page(`World=${TWO}&Outcome=OK&Player=steam_1`)).Entries.length, 4);
  assert.equal(await codeOf(await gateway.fetch('/audit', 'public-example')), 'MISSING_PERMISSION');

  const csv = await gateway.fetch('/audit?Format=csv', 'limited-example');
  assert.match(csv.headers.get('content-type') ?? '', /^text\/csv/);
  const lines = (await csv.text()).trimEnd().split('\r\n');
  assert.match(lines[0] ?? '', /^World,WorldName,Incarnation,Id,Time,Token,/);
  assert.equal(lines.length, 5);
  assert.match(lines[1] ?? '', /,'=1\+1,/);
  const jsonl = await gateway.fetch(`/audit?Format=jsonl&World=${TWO}`);
  assert.equal((await jsonl.text()).trimEnd().split('\n').length, 4);
  assert.equal(await codeOf(await gateway.fetch('/audit?Format=csv&Limit=3')), 'VALIDATION_FAILED');
});

test('past events of all worlds are read by pages and exported as files', async (context) => {
  const gateway = await startGateway(context);
  const page = async (query: string, token?: string) =>
    read<FleetEventsPage>(await gateway.fetch(`/events/past?${query}`, token), FLEET_ROUTES.getFleetEvents);
  const { Entries, Next } = await page('Limit=10&Type=Player.Joined,message');
  assert.equal(Entries.length, 10);
  const rest = await page(`Before=${Next}`);
  assert.equal(rest.Entries.length, 2);
  const ids = [...Entries, ...rest.Entries].map(({ Id }) => Id);
  assert.deepEqual(
    ids,
    ids.toSorted((one, other) => other - one),
  );
  assert.ok((await page('', 'limited-example')).Entries.every(({ World }) => World === ONE));
  assert.equal((await page(`Player=${GUSTAV.userId}&World=${TWO}`)).Entries.length, 6);
  assert.equal((await page('Text=nothing')).Entries.length, 0);
  assert.equal((await page('From=2026-07-12T00:00:02Z&To=2026-07-12T00:00:04Z')).Entries.length, 4);
  const csv = await gateway.fetch('/events/past?Format=csv');
  const lines = (await csv.text()).trimEnd().split('\r\n');
  assert.equal(lines[0], 'Id,World,WorldName,Incarnation,EventId,Time,Type,Data');
  assert.equal(lines.length, 13);
  const jsonl = await gateway.fetch('/events/past?Format=jsonl', 'limited-example');
  assert.equal((await jsonl.text()).trimEnd().split('\n').length, 6);
});

/** Watches until so many events have arrived. */
async function watch(
  gateway: Gateway,
  count: number,
  { token = 'admin-example', since = '' } = {},
): Promise<{ events: Promise<FleetEvent[]> }> {
  const stop = new AbortController();
  const headers: Record<string, string> = since === '' ? {} : { 'last-event-id': since };
  const response = await gateway.fetch('/events', token, { headers, signal: stop.signal });
  assert.equal(response.status, 200);
  const check = Compile(FLEET_ROUTES.watchFleetEvents.reply);
  const events = (async () => {
    const found: FleetEvent[] = [];
    for await (const blocks of eventBlocks(response)) {
      for (const { id, data } of blocks) {
        const event: unknown = JSON.parse(data);
        assert.ok(check.Check(event));
        found.push(event as FleetEvent); // it has just been checked
        assert.equal(found.at(-1)?.Id, id);
      }
      if (found.length >= count) break;
    }
    stop.abort();
    return found;
  })();
  return { events };
}

const named = (events: readonly FleetEvent[]) =>
  events.map(({ World, Event }) => `${World === ONE ? 1 : 2} ${Event.Id}`);

test('a watcher sees what happens in the worlds of the token, and resumes after the last id', async (context) => {
  const gateway = await startGateway(context);
  const { one, two } = gateway.worlds;
  const [all, limited] = [await watch(gateway, 4), await watch(gateway, 2, { token: 'limited-example' })];
  for (const world of [one, two]) for (const id of [7, 8]) world.add(anEvent(id));
  await gateway.publish();
  const seen = await all.events;
  assert.deepEqual(named(seen), ['1 7', '1 8', '2 7', '2 8']);
  assert.deepEqual(named(await limited.events), ['1 7', '1 8']);

  for (const world of [one, two]) world.add(anEvent(9));
  const resumed = await watch(gateway, 4, { since: String(seen[1]?.Id) });
  await gateway.publish();
  assert.deepEqual(named(await resumed.events), ['2 7', '2 8', '1 9', '2 9']);

  for (const since of ['0', '4711', String(Number.MAX_SAFE_INTEGER)]) {
    const anew = await watch(gateway, 18, { since });
    const events = named(await anew.events);
    assert.deepEqual([events.length, events[0]], [18, '1 1'], since);
  }
  const wrong = await gateway.fetch('/events', undefined, { headers: { 'last-event-id': 'x' } });
  assert.equal(await codeOf(wrong), 'VALIDATION_FAILED');
});
