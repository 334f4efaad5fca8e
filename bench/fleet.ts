import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { FleetWorld, PlayersReply } from '@palatine/contract';
import {
  BUCKETS,
  BucketFollower,
  connectBroker,
  type Heartbeat,
  packRoster,
  parseListKey,
  rosterNowReply,
  SUBJECTS,
} from '@palatine/fleet';
import { startFence } from '@palatine/server/fleet/fence.ts';
import { ForwardedCalls } from '@palatine/server/fleet/forwarded-calls.ts';
import { sendHeartbeats } from '@palatine/server/fleet/roster.ts';
import { publishWithAck } from '@palatine/server/fleet/stream-end.ts';
import { WorldRequests } from '@palatine/server/fleet/world-requests.ts';
import { systemClock as clock } from '@palatine/server/game/clock.ts';
import type { LocalRequest, LocalResponse } from '@palatine/server/http/local-request.ts';
import { toRefusal } from '@palatine/server/http/respond.ts';
import pino from 'pino';
import { noNats, startNats } from '../tests/harness/nats-server.ts';
import { until } from '../tests/harness/until.ts';
import { cpuSeconds, drive, get, type LoadFigures, load, type Request, send } from './load.ts';
import {
  type Column,
  demoFolder,
  ended,
  inTurns,
  LATENCY_COLUMNS,
  LOAD_COLUMNS,
  newDataFolder,
  PALATINE_CLI,
  printTable,
  type Row,
  residentMb,
  type Scale,
  type Server,
  startNode,
  startPalatine,
  startServer,
  track,
} from './shared.ts';

// Run as a program, this file has some worlds of a fleet, or for the baseline as many connections that only answer:
// node fleet.ts worlds|bare BROKER FIRST COUNT.

const PROCESSES = 2;
const LIST = 'main';
const PLAYERS_PER_WORLD = 200;
/** In all worlds together. */
const PER_SECOND = 200;
const AT_ONCE = 16;
const BODY_CHARS = 1000;
/** Until the gateway has read what the worlds have sent when they joined. */
const SETTLE_MS = 10_000;
const IDLE_MS = 5000;

interface Broker {
  url: string;
  pid: number;
}

/** Requests, searches and bans through a gateway in front of many worlds, against the same messages over NATS alone. */
export async function benchFleet(scale: Scale): Promise<void> {
  if (noNats !== false) return void process.stdout.write(`\nThe fleet is not measured: ${noNats}\n`);
  await using bareNats = await startNats();
  await using nats = await startNats();
  const bareBroker = { url: bareNats.url, pid: track(bareNats.process()).pid ?? 0 };
  const broker = { url: nats.url, pid: track(nats.process()).pid ?? 0 };
  await using bare = await startWorlds('bare', bareBroker, scale.worlds);
  await using gateway = await startGateway(broker);
  await using fleet = await startWorlds('worlds', broker, scale.worlds);
  await until('every world is online', async () => (await countOnline(gateway)) === scale.worlds);
  const onlineSeconds = (performance.now() - fleet.startedAt) / 1000;
  await delay(SETTLE_MS);
  await printRest(scale, {
    bare: { pids: [bareBroker.pid], seconds: bare.seconds },
    fleet: { pids: [broker.pid, gateway.pid], seconds: onlineSeconds },
  });
  await using connection = await connectBare(bareBroker);
  const measured = { scale, bareBroker, broker, bare, gateway, fleet, request: connection.request };
  await measureRequests(measured);
  await measureSearches(measured);
  await measureBans(measured);
  await measureRealWorld(measured);
}

interface Measured {
  scale: Scale;
  bareBroker: Broker;
  broker: Broker;
  bare: Worlds;
  fleet: Worlds;
  gateway: Server;
  /** Over NATS, to the connection with that number. */
  request(number: number): Promise<unknown>;
}

/** Memory once all are connected, and what they do while nobody asks anything. */
async function printRest(
  { worlds }: Scale,
  sides: Record<'bare' | 'fleet', { pids: readonly number[]; seconds: number }>,
): Promise<void> {
  const figures = Object.values(sides).map(async ({ pids, seconds }) => {
    const cpu = () => pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0);
    const before = cpu();
    await delay(IDLE_MS);
    const mb = pids.reduce((sum, pid) => sum + residentMb(pid), 0);
    return { seconds, mb, cores: (cpu() - before) / (IDLE_MS / 1000) };
  });
  const [bare, fleet] = await Promise.all(figures);
  if (bare === undefined || fleet === undefined) return;
  const columns: Column<typeof bare>[] = [
    ['connected after s', ({ seconds }) => seconds],
    ['MB of the broker, and the gateway', ({ mb }) => mb],
    ['cores at rest', ({ cores }) => cores],
  ];
  printTable(`${worlds} worlds`, columns, [
    { name: 'bare NATS connections', measured: [bare] },
    { name: '  worlds and a gateway', measured: [fleet], baseline: [bare] },
  ]);
}

/** Reads and writes to one world after another. */
async function measureRequests({ scale, bareBroker, broker, gateway, request }: Measured): Promise<void> {
  const toWorlds = (suffix: string, more: Omit<Request, 'path'> = {}) =>
    Array.from({ length: scale.worlds }, (_, at) => ({
      path: `/worlds/${keyOf(at + 1)}/v1/pdapi/${suffix}`,
      ...more,
    }));
  const reads = toWorlds('players');
  const writes = toWorlds('give/items/steam_1', GRANT);
  const pids = [broker.pid, gateway.pid];
  const rows: Row<LoadFigures>[] = [];
  for (const pace of [{ connections: AT_ONCE }, { connections: AT_ONCE, perSecond: PER_SECOND }]) {
    const options = { ...pace, forMs: scale.roundMs };
    const turns = await inTurns(scale.rounds, {
      bare: {
        measure: () => drive([bareBroker.pid], (number) => request(1 + (number % scale.worlds)), options),
      },
      reads: { measure: () => load(gateway, { requests: reads, pids, ...options }) },
      writes: { measure: () => load(gateway, { requests: writes, pids, ...options }) },
    });
    const name = 'perSecond' in pace ? `${pace.perSecond} a second` : `${pace.connections} at once`;
    rows.push({ name: `${name}, bare NATS`, measured: turns.bare });
    rows.push({ name: '  reads', measured: turns.reads, baseline: turns.bare });
    rows.push({ name: '  writes', measured: turns.writes, baseline: turns.bare });
  }
  printTable('Requests through the gateway', LOAD_COLUMNS, rows);
}

/** Searches among the players of all worlds. Those that ask the worlds first are a second apart: an answer is shared. */
async function measureSearches({ scale, bareBroker, broker, gateway, request }: Measured): Promise<void> {
  const path = '/v1/fleet/players?Find=player&Limit=20';
  const numbers = Array.from({ length: scale.worlds }, (_, at) => at + 1);
  const options = { connections: 1, forMs: scale.roundMs, perSecond: 1 };
  const pids = [broker.pid, gateway.pid];
  const turns = await inTurns(scale.rounds, {
    one: { measure: () => drive([bareBroker.pid], () => request(1), options) },
    search: { measure: () => load(gateway, { requests: [{ path }], pids, ...options }) },
    all: { measure: () => drive([bareBroker.pid], () => Promise.all(numbers.map(request)), options) },
    live: { measure: () => load(gateway, { requests: [{ path: `${path}&Live=true` }], pids, ...options }) },
  });
  printTable(`Search among ${scale.worlds * PLAYERS_PER_WORLD} players`, LATENCY_COLUMNS, [
    { name: 'a request over bare NATS', measured: turns.one },
    { name: '  search', measured: turns.search, baseline: turns.one },
    { name: 'a request to each world over bare NATS', measured: turns.all },
    { name: '  search that asks each world', measured: turns.live, baseline: turns.all },
  ]);
}

/** Bans on a list that every world follows, against a message that every connection gets. */
async function measureBans({ scale, bareBroker, gateway, bare, fleet }: Measured): Promise<void> {
  await using connection = await connectBare(bareBroker);
  let bans = 0;
  async function timed(worlds: Worlds, send: (id: string) => Promise<unknown>) {
    const id = `steam_${++bans}`;
    const startedAt = performance.now();
    const applied = worlds.untilApplied(id);
    await send(id);
    const answeredMs = performance.now() - startedAt;
    await applied;
    return { answeredMs, appliedMs: performance.now() - startedAt };
  }
  const path = `/v1/fleet/lists/${LIST}/bans`;
  const ban = (id: string) =>
    send(gateway.port, { method: 'POST', path, body: JSON.stringify({ UserId: id, Reason: 'bench' }) });
  const turns = await inTurns(4 * scale.repeats, {
    bare: { measure: () => timed(bare, connection.publish) },
    fleet: { measure: () => timed(fleet, ban) },
  });
  const columns: Column<(typeof turns.bare)[number]>[] = [
    ['answered ms', ({ answeredMs }) => answeredMs],
    ['in all worlds ms', ({ appliedMs }) => appliedMs],
  ];
  printTable('A ban', columns, [
    { name: 'bare NATS, to all connections', measured: turns.bare },
    { name: '  on a shared list', measured: turns.fleet, baseline: turns.bare },
  ]);
}

/** Requests of a real world through the gateway, beside those at its own port. */
async function measureRealWorld({ scale, broker, gateway }: Measured): Promise<void> {
  const data = await demoFolder('players=32,online=32');
  const key = keyOf(scale.worlds + 1);
  const settings = { Servers: [broker.url], World: key, Name: 'Real', CredentialsFile: '', CAFile: '' };
  writeFileSync(join(data, 'fleet.json'), JSON.stringify(settings));
  await using world = await startPalatine(data);
  await until('the world is online', async () => (await countOnline(gateway)) > scale.worlds);
  const { Players } = JSON.parse(String(await get(world.port, '/v1/pdapi/players'))) as PlayersReply;
  const player = Players.find(({ Status, UserId }) => Status === 'Online' && UserId !== '')?.UserId ?? '';
  const requests: Record<string, Request> = {
    '/version': { path: '/v1/pdapi/version' },
    '/players': { path: '/v1/pdapi/players' },
    '/give/items': { path: `/v1/pdapi/give/items/${player}`, ...GRANT },
  };
  const rows: Row<LoadFigures>[] = [];
  for (const [name, request] of Object.entries(requests)) {
    const behind = { ...request, path: `/worlds/${key}${request.path}` };
    const options = { connections: 1, forMs: scale.roundMs / 2 };
    const turns = await inTurns(scale.rounds, {
      own: { measure: () => load(world, { requests: [request], ...options }) },
      behind: {
        measure: () =>
          load(gateway, { requests: [behind], pids: [world.pid, broker.pid, gateway.pid], ...options }),
      },
    });
    rows.push({ name: `${name} at the world`, measured: turns.own });
    rows.push({ name: '  through the gateway', measured: turns.behind, baseline: turns.own });
  }
  printTable('A world of 32 players', LOAD_COLUMNS, rows);
}

const GRANT = {
  method: 'POST',
  body: JSON.stringify({ Items: [{ ItemID: 'PalSphere', Count: 1 }] }),
} as const;

/** A gateway as an operator starts it, with a list that every world follows. */
async function startGateway({ url }: Broker): Promise<Server> {
  const gateway = await startServer(
    PALATINE_CLI,
    'fleet',
    'start',
    '--nats',
    url,
    '--data',
    newDataFolder(),
    '--port',
  );
  const body = JSON.stringify({ Kind: 'Ban', Title: 'Bench' });
  await send(gateway.port, { method: 'PUT', path: `/v1/fleet/lists/${LIST}`, body });
  return gateway;
}

async function countOnline({ port }: Server): Promise<number> {
  const { Worlds } = JSON.parse(String(await get(port, '/v1/fleet/worlds'))) as { Worlds: FleetWorld[] };
  return Worlds.filter(({ State }) => State === 'Online').length;
}

/** The key of the world with that number, from 1. */
function keyOf(number: number): string {
  return number.toString(16).padStart(32, '0');
}

async function connectBare({ url }: Broker) {
  const connection = await connectBroker({ servers: [url], name: 'bench' });
  const body = Buffer.alloc(300);
  return {
    request: (number: number) => connection.request(`bare.${number}`, body, { timeout: 10_000 }),
    async publish(id: string) {
      connection.publish('bare.all', id);
      await connection.flush();
    },
    [Symbol.asyncDispose]: () => connection.close(),
  };
}

/** Worlds, or bare connections, in some processes. */
interface Worlds extends AsyncDisposable {
  startedAt: number;
  /** Until all of them took requests. */
  seconds: number;
  /** Resolves when every one has taken over the ban of somebody. */
  untilApplied(id: string): Promise<void>;
}

/** A message of a process of worlds: all of them take requests, or one has taken over a ban. */
type Said = { ready: true } | { banned: string };

async function startWorlds(role: keyof typeof ROLES, { url }: Broker, count: number): Promise<Worlds> {
  const share = Math.ceil(count / PROCESSES);
  const startedAt = performance.now();
  const waiting = new Map<string, { missing: number; resolve(): void }>();
  const children = Array.from({ length: PROCESSES }, (_, at): ChildProcess => {
    const args = [role, url, String(1 + at * share), String(Math.min(share, count - at * share))];
    const child = startNode([import.meta.filename, ...args], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child.on('message', (said: Said) => {
      const ban = 'banned' in said ? waiting.get(said.banned) : undefined;
      if (ban !== undefined && --ban.missing === 0) ban.resolve();
    });
    return child;
  });
  await Promise.all(children.map((child) => once(child, 'message')));
  return {
    startedAt,
    seconds: (performance.now() - startedAt) / 1000,
    untilApplied(id) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      waiting.set(id, { missing: count, resolve });
      const timer = setTimeout(() => reject(new Error(`a ban was not in all worlds after 30 s`)), 30_000);
      return promise.finally(() => clearTimeout(timer));
    },
    async [Symbol.asyncDispose]() {
      for (const child of children) child.disconnect();
      await Promise.all(children.map((child) => ended(child)));
    },
  };
}

// In the processes of worlds

const ROLES = { worlds: startSimulatedWorld, bare: startBareConnection };

async function runWorlds([role = '', url = '', first, count]: readonly string[]): Promise<void> {
  process.on('disconnect', () => process.exit(0));
  const start = ROLES[role as keyof typeof ROLES]; // startWorlds has named it
  for (let number = Number(first); number < Number(first) + Number(count); number++) {
    await start(url, number, (banned) => void process.send?.({ banned } satisfies Said));
  }
  process.send?.({ ready: true } satisfies Said);
}

async function startBareConnection(url: string, number: number, onBan: (id: string) => void): Promise<void> {
  const connection = await connectBroker({ servers: [url], name: `bare ${number}` });
  const answer = Buffer.alloc(BODY_CHARS);
  connection.subscribe(`bare.${number}`, { callback: (_error, message) => void message.respond(answer) });
  connection.subscribe('bare.all', { callback: (_error, message) => onBan(message.string()) });
  await connection.flush();
}

/** Takes part in a fleet as a world does, by the link's own code, with a connection of its own and no game behind it. */
async function startSimulatedWorld(url: string, number: number, onBan: (id: string) => void): Promise<void> {
  const world = keyOf(number);
  const connection = await connectBroker({
    servers: [url],
    name: `world ${number}`,
    inboxPrefix: `_INBOX_${world}`,
  });
  const log = pino({ level: 'warn' }, pino.destination(2));
  const instance = randomBytes(12).toString('hex');
  const calls = new ForwardedCalls(['*']);
  const requests = new WorldRequests({
    ...{ connection, world, instance, calls, attached: false, clock, log },
    answer: (request) => answer(calls, request),
    game: { outcomeOf: () => Promise.resolve(undefined) }, // asked only for ends of lost writes
  });
  connection.subscribe(SUBJECTS.probe(world, instance), {
    callback: (_error, message) => void message.respond(),
  });
  const sequence = await publishWithAck(
    connection,
    SUBJECTS.roster(world),
    await packRoster(rosterOf(number)),
  );
  connection.subscribe(SUBJECTS.rosterNow(world), {
    callback: (_error, message) => void message.respond(rosterNowReply.pack({ sequence })),
  });
  sendHeartbeats(connection, world, clock, () => heartbeatOf(number, instance));
  new BucketFollower({
    connection,
    bucket: BUCKETS.lists,
    prefixes: [LIST],
    seen: { sequence: 0, timeMs: 0 },
    take(messages) {
      for (const { key } of messages) {
        const parsed = parseListKey(key);
        if (parsed?.of === 'Entry') onBan(parsed.subject.Id);
      }
    },
    report: (problem, error) => log.debug({ err: error, world }, problem),
  }).start();
  await new Promise<void>((resolve) => {
    const onChange = (may: boolean) => {
      if (!may) return requests.close();
      requests.open();
      resolve();
    };
    startFence({ connection, world, instance, clock, log, onChange });
  });
  await connection.flush();
}

/** Asks for leave as the routes of a service do, and answers. */
async function answer(calls: ForwardedCalls, { headers }: LocalRequest): Promise<LocalResponse> {
  try {
    await calls.leaveOf(headers.authorization)?.();
    return responseOf(200, JSON.stringify({ Simulated: true, Text: 'x'.repeat(BODY_CHARS) }));
  } catch (error) {
    const refusal = toRefusal(error);
    return responseOf(refusal.status, JSON.stringify(refusal.toEnvelope()));
  }
}

function responseOf(status: number, text: string): LocalResponse {
  const bytes = Buffer.from(text);
  async function* body() {
    yield bytes;
  }
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(bytes.length),
  };
  return { status, headers, body: body(), cancel() {} };
}

function rosterOf(world: number) {
  const players = Array.from({ length: PLAYERS_PER_WORLD }, (_, at) => {
    const number = world * PLAYERS_PER_WORLD + at;
    return {
      uid: `${number.toString(16).toUpperCase().padStart(8, '0')}-00000000-00000000-00000000`,
      userId: `steam_7656119${String(number).padStart(10, '0')}`,
      name: `Player ${number}`,
      formerNames: [],
      platform: 'Steam',
      online: at % 2 === 0,
    };
  });
  return { players, total: players.length };
}

function heartbeatOf(number: number, instance: string): Heartbeat {
  return {
    ...{ name: `Simulated ${number}`, tags: ['bench'], instance, previous: '' },
    ...{ incarnation: instance, version: 'bench', attached: false, ready: true, players: 100, queue: 0 },
    ...{ lag: { events: 0, audit: 0 }, lists: [LIST], allow: ['*'] },
  };
}

if (import.meta.main) await runWorlds(process.argv.slice(2));
