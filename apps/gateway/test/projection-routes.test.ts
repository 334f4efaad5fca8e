import assert from 'node:assert/strict';
import {
  type ErrorEnvelope,
  FLEET_ROUTES,
  type FleetEvent,
  type RouteReply,
  type RouteShape,
} from '@palatine/contract';
import { eventBlocks } from '@palatine/testing/event-blocks';
import { anAuditEntry, anEvent, aRosterPlayer, aWorldKey } from '@palatine/testing/fleet-messages';
import { FLEET_CLOCK, PublishingWorld } from '@palatine/testing/fleet-streams';
import { natsAccount, natsClient, natsTest as test } from '@palatine/testing/nats-server';
import { startTestGateway } from '@palatine/testing/start-fleet';
import { until } from '@palatine/testing/until';
import { Compile } from 'typebox/compile';

const [ONE, TWO] = [aWorldKey(1), aWorldKey(2)];
const GUSTAV = {
  uid: 'D894F2B1-00000000-00000000-00000000',
  userId: 'steam_76561198272054602',
  name: 'Gustav',
};

type By = 'Admin' | 'Limited' | 'Public';
type Gateway = Awaited<ReturnType<typeof startGateway>>;

/**
 * A gateway with two worlds of six events and four audit entries each, and two further entries; the token `Limited`
 * sees the first world only.
 */
async function startGateway() {
  await using undo = new AsyncDisposableStack();
  const nats = await natsAccount();
  const gateway = undo.use(await startTestGateway(nats, { clock: FLEET_CLOCK }));
  const { projection } = gateway;
  const nc = await natsClient(nats);
  undo.defer(() => nc.close());
  gateway.worlds.admit(ONE, 'First', []);
  const make = (Name: By, permission: string, world: string) =>
    gateway.client.createFleetToken({ body: { Name, Permissions: [permission], Worlds: [world] } });
  const secrets = {
    Admin: gateway.token,
    Limited: (await make('Limited', 'Palatine.Fleet.*', ONE)).Secret,
    Public: (await make('Public', 'Palatine.Fleet.Players.Read', '*')).Secret,
  };

  const worlds = { first: new PublishingWorld(ONE), second: new PublishingWorld(TWO) };
  for (const world of Object.values(worlds)) {
    for (let id = 1; id <= 6; id++) world.add(anEvent(id));
    const audit = new PublishingWorld(world.key, 'audit');
    for (let id = 1; id <= 4; id++) audit.add(anAuditEntry(id, { Reason: id === 4 ? '=1+1' : '' }));
    await audit.publish(nc);
    const zoe = aRosterPlayer(2, { name: 'Zoe', online: true, formerNames: ['Gus'] });
    await projection.applyPlayers(world.key, 'one', [aRosterPlayer(1, GUSTAV), zoe]);
  }
  const publish = async () => {
    for (const world of Object.values(worlds)) await world.publish(nc);
  };
  await publish();
  await until('the projection has everything', () => {
    const all = { worlds: 'all', limit: 100 } as const;
    return (
      projection.use((tables) => tables.eventPage(all)).rows.length === 12 &&
      projection.use((tables) => tables.auditPage(all)).rows.length === 10
    );
  });
  const running = undo.move();
  return {
    /** Worlds that emit further events. */
    worlds,
    publish,
    fetch: (path: string, by: By = 'Admin', init: RequestInit = {}) =>
      gateway.fetch(`/v1/fleet${path}`, { ...init, authorization: `Bearer ${secrets[by]}` }),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

async function read<R extends RouteShape>(response: Response, route: R): Promise<RouteReply<R>> {
  assert.equal(response.status, 200, await response.clone().text());
  const value = (await response.json()) as RouteReply<R>;
  assert.deepEqual([...Compile(route.reply).Errors(value)], []);
  return value;
}

async function codeOf(response: Response): Promise<string> {
  return ((await response.json()) as ErrorEnvelope).Error.Code;
}

test('players are searched over all worlds, and UserIds need their permission', async () => {
  await using gateway = await startGateway();
  const search = async (query: string, token?: By) =>
    read(await gateway.fetch(`/players?${query}`, token), FLEET_ROUTES.searchFleetPlayers);
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
  assert.equal((await search('Find=gus', 'Limited')).Rows.length, 2);
  assert.equal((await search(`Find=gus&World=${TWO}`, 'Limited')).Rows.length, 0);
  assert.equal((await search('Find=27205460')).Rows.length, 2);
  assert.equal((await search('Find=27205460', 'Public')).Rows.length, 0);
  assert.ok((await search('Find=gus', 'Public')).Rows.every((row) => !('UserId' in row)));
  for (const wrong of ['World=x', 'Cursor=1', 'Limit=0', 'Search=x']) {
    assert.equal(await codeOf(await gateway.fetch(`/players?${wrong}`)), 'VALIDATION_FAILED', wrong);
  }
});

test('the audit of all worlds is read by pages and exported as files', async () => {
  await using gateway = await startGateway();
  const page = async (query: string, token?: By) =>
    read(await gateway.fetch(`/audit?${query}`, token), FLEET_ROUTES.getFleetAudit);
  const { Entries, Next } = await page('Limit=5');
  assert.equal(Entries.length, 5);
  const names = (await page(`Limit=5&Cursor=${Next}`)).Entries.map(({ WorldName }) => WorldName);
  assert.deepEqual([names.length, names.slice(3)], [5, ['Gateway', 'Gateway']]);
  const ownPage = await page('', 'Limited');
  const rows = ownPage.Entries.map(({ World, WorldName, Incarnation, Id }) => [
    World,
    WorldName,
    Incarnation,
    Id,
  ]);
  assert.deepEqual(
    rows,
    [4, 3, 2, 1].map((id) => [ONE, 'First', 'one', id]),
  );
  assert.deepEqual((await page(`World=${TWO}`, 'Limited')).Entries, []);
  assert.equal((await page(`World=${TWO}&Outcome=OK&Player=steam_1`)).Entries.length, 4);
  assert.equal(await codeOf(await gateway.fetch('/audit', 'Public')), 'MISSING_PERMISSION');

  const csv = await gateway.fetch('/audit?Format=csv', 'Limited');
  assert.match(csv.headers.get('content-type') ?? '', /^text\/csv/);
  const lines = (await csv.text()).trimEnd().split('\r\n');
  assert.match(lines[0] ?? '', /^World,WorldName,Incarnation,Id,Time,Token,/);
  assert.equal(lines.length, 5);
  assert.match(lines[1] ?? '', /,"'=1\+1",/);
  const jsonl = await gateway.fetch(`/audit?Format=jsonl&World=${TWO}`);
  assert.equal((await jsonl.text()).trimEnd().split('\n').length, 4);
  assert.equal(await codeOf(await gateway.fetch('/audit?Format=csv&Limit=3')), 'VALIDATION_FAILED');
});

test('past events of all worlds are read by pages and exported as files', async () => {
  await using gateway = await startGateway();
  const page = async (query: string, token?: By) =>
    read(await gateway.fetch(`/events/past?${query}`, token), FLEET_ROUTES.getFleetEvents);
  const { Entries, Next } = await page('Limit=10&Type=Player.Joined,message');
  assert.equal(Entries.length, 10);
  const rest = await page(`Cursor=${Next}`);
  assert.equal(rest.Entries.length, 2);
  const ids = [...Entries, ...rest.Entries].map(({ Id }) => Id);
  assert.deepEqual(
    ids,
    ids.toSorted((left, right) => right - left),
  );
  assert.ok((await page('', 'Limited')).Entries.every(({ World }) => World === ONE));
  assert.equal((await page(`Player=${GUSTAV.userId}&World=${TWO}`)).Entries.length, 6);
  assert.equal((await page('Text=nothing')).Entries.length, 0);
  assert.equal((await page('From=2026-07-12T00:00:02Z&To=2026-07-12T00:00:04Z')).Entries.length, 4);
  const csv = await gateway.fetch('/events/past?Format=csv');
  const lines = (await csv.text()).trimEnd().split('\r\n');
  assert.equal(lines[0], 'Id,World,WorldName,Incarnation,EventId,Time,Type,Data');
  assert.equal(lines.length, 13);
  const jsonl = await gateway.fetch('/events/past?Format=jsonl', 'Limited');
  assert.equal((await jsonl.text()).trimEnd().split('\n').length, 6);
});

/** Watches until `count` events have arrived. */
async function watch(
  gateway: Gateway,
  count: number,
  { token = 'Admin' as By, since = '' } = {},
): Promise<{ events: Promise<FleetEvent[]> }> {
  const stop = new AbortController();
  const headers: Record<string, string> = since === '' ? {} : { 'last-event-id': since };
  const response = await gateway.fetch('/events', token, { headers, signal: stop.signal });
  assert.equal(response.status, 200);
  const check = Compile(FLEET_ROUTES.watchFleetEvents.reply);
  const events = (async () => {
    const watched: FleetEvent[] = [];
    for await (const blocks of eventBlocks(response)) {
      for (const { id, data } of blocks) {
        const event: unknown = JSON.parse(data);
        assert.ok(check.Check(event));
        watched.push(event as FleetEvent); // it has just been checked
        assert.equal(watched.at(-1)?.Id, id);
      }
      if (watched.length >= count) break;
    }
    stop.abort();
    return watched;
  })();
  return { events };
}

const labels = (events: readonly FleetEvent[]) =>
  events.map(({ World, Event }) => `${World === ONE ? 1 : 2} ${Event.Id}`);

test('a watcher sees what happens in the worlds of the token, and resumes after the last id', async () => {
  await using gateway = await startGateway();
  const { first, second } = gateway.worlds;
  const [all, limited] = [await watch(gateway, 4), await watch(gateway, 2, { token: 'Limited' })];
  for (const world of [first, second]) for (const id of [7, 8]) world.add(anEvent(id));
  await gateway.publish();
  const allEvents = await all.events;
  assert.deepEqual(labels(allEvents), ['1 7', '1 8', '2 7', '2 8']);
  assert.deepEqual(labels(await limited.events), ['1 7', '1 8']);

  for (const world of [first, second]) world.add(anEvent(9));
  const resumed = await watch(gateway, 4, { since: String(allEvents[1]?.Id) });
  await gateway.publish();
  assert.deepEqual(labels(await resumed.events), ['2 7', '2 8', '1 9', '2 9']);

  for (const since of ['0', '4711', String(Number.MAX_SAFE_INTEGER)]) {
    const restarted = await watch(gateway, 18, { since });
    const events = labels(await restarted.events);
    assert.deepEqual([events.length, events[0]], [18, '1 1'], since);
  }
  const wrong = await gateway.fetch('/events', undefined, { headers: { 'last-event-id': 'x' } });
  assert.equal(await codeOf(wrong), 'VALIDATION_FAILED');
});
