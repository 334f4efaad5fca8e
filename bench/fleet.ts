import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import type { FleetWorld, PlayersReply } from '@palatine/contract';
import { dataPaths } from '@palatine/data-dir/data-folder';
import { fleetFile } from '@palatine/data-dir/server-file';
import type { Game } from '@palatine/engine/game';
import { connectBroker } from '@palatine/fleet/connection';
import { systemClock as clock } from '@palatine/platform/clock';
import { type LinkOptions, startLink } from '@palatine/server/start-link';
import { worldTokens } from '@palatine/server/world-tokens';
import { noNats, startNats } from '@palatine/testing/nats-server';
import { until } from '@palatine/testing/until';
import type { FleetBan } from '@palatine/world/fleet-bans';
import pino from 'pino';
import { cpuSeconds, drive, get, type LoadFigures, load, quantile, type Request, send } from './load.ts';
import {
  type Column,
  demoFolder,
  ended,
  inTurns,
  LOAD_COLUMNS,
  newDataFolder,
  newFolder,
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

// Run as a program, this file has some worlds of a fleet: node fleet.ts BROKER FIRST COUNT.

const PROCESSES = 2;
const LIST = 'main';
const BARE = 'bare';
const BANS = 50;
const BAN_MS = 30_000;
const AT_ONCE = 16;
const IDLE_MS = 5000;

/** Reads, writes and bans through a gateway in front of many worlds, beside request-reply over NATS alone. */
export async function benchFleet(scale: Scale): Promise<void> {
  if (noNats !== false) return void process.stdout.write(`\nThe fleet is not measured: ${noNats}\n`);
  await using nats = await startNats();
  const broker = { url: nats.url, pid: track(nats.process()).pid ?? 0 };
  await using gateway = await startGateway(broker.url);
  await using simulated = await startSimulatedWorlds(broker.url, scale.worlds);
  const key = keyOf(scale.worlds + 1);
  await using world = await startRealWorld(broker.url, key);
  await until('every world is online', async () => (await countOnline(gateway)) === scale.worlds + 1);
  const fleet: Fleet = { scale, broker, gateway, simulated, world, key };
  const memory = [await measureRest(fleet)];
  await measureRequests(fleet);
  await measureBans(fleet);
  memory.push(await measureRest(fleet));
  printRest(fleet, memory);
}

interface Fleet {
  scale: Scale;
  broker: { url: string; pid: number };
  gateway: Server;
  simulated: SimulatedWorlds;
  /** A real world of 32 players, and its key. */
  world: Server;
  key: string;
}

/** Requests at a world's own port, and the same ones through the gateway. */
async function measureRequests({ scale, broker, gateway, world, key }: Fleet): Promise<void> {
  const players = await get(world.port, '/v1/pdapi/players');
  const { Players } = JSON.parse(String(players)) as PlayersReply;
  const user = Players.find(({ Status, UserId }) => Status === 'Online' && UserId !== '')?.UserId ?? '';
  const give = JSON.stringify({ Items: [{ ItemID: 'PalSphere', Count: 1 }] });
  const read: Request = { path: '/v1/pdapi/players' };
  const write: Request = { method: 'POST', path: `/v1/pdapi/give/items/${user}`, body: give };
  const behind = (request: Request, world: string) => ({
    ...request,
    path: `/worlds/${world}${request.path}`,
  });
  const everyWorld = Array.from({ length: scale.worlds }, (_, at) => behind(read, keyOf(at + 1)));
  const pids = [world.pid, broker.pid, gateway.pid];
  await using bare = await connectBroker({ servers: [broker.url], name: 'bench' });
  const rows: Row<LoadFigures>[] = [];
  for (const connections of [1, AT_ONCE]) {
    const options = { connections, forMs: scale.roundMs };
    const through = (requests: Request[]) => ({
      measure: () => load(gateway, { requests, pids, ...options }),
    });
    const turns = await inTurns(scale.rounds, {
      bare: {
        measure: () => drive([broker.pid], () => bare.request(BARE, '', { timeout: 10_000 }), options),
      },
      own: { measure: () => load(world, { requests: [read], ...options }) },
      read: through([behind(read, key)]),
      every: through(everyWorld),
      ownWrite: { measure: () => load(world, { requests: [write], ...options }) },
      write: through([behind(write, key)]),
    });
    rows.push(
      { name: `${connections} at once: bare request-reply over NATS`, measured: turns.bare },
      { name: 'players at the world', measured: turns.own },
      { name: '  through the gateway', measured: turns.read, baseline: turns.own },
      { name: '  of every simulated world', measured: turns.every, baseline: turns.own },
      { name: 'give/items at the world', measured: turns.ownWrite },
      { name: '  through the gateway', measured: turns.write, baseline: turns.ownWrite },
    );
  }
  printTable(`Requests, with ${players.length} bytes of players`, LOAD_COLUMNS, rows);
}

/** Bans on a list that every world enforces, one after another. */
async function measureBans({ scale, gateway, simulated }: Fleet): Promise<void> {
  const path = `/v1/fleet/lists/${LIST}/bans`;
  const bans: { answered: number; enforced: number }[] = [];
  for (let number = 1; number <= BANS; number++) {
    const Id = `steam_${number}`;
    const startedAt = performance.now();
    const enforced = simulated.untilEnforced(Id);
    await send(gateway.port, { method: 'POST', path, body: JSON.stringify({ Id, Reason: 'bench' }) });
    const answered = performance.now() - startedAt;
    await enforced;
    bans.push({ answered, enforced: performance.now() - startedAt });
  }
  const shareOf = (name: 'answered' | 'enforced', share: number) =>
    quantile(
      bans.map((ban) => ban[name]).sort((left, right) => left - right),
      share,
    );
  const columns: Column<'answered' | 'enforced'>[] = [
    ['p50 ms', (name) => shareOf(name, 0.5), 'without ratio'],
    ['p99 ms', (name) => shareOf(name, 0.99), 'without ratio'],
  ];
  printTable(`${BANS} bans`, columns, [
    { name: 'answered', measured: ['answered'] },
    { name: `enforced by ${scale.worlds} worlds`, measured: ['enforced'] },
  ]);
}

const PARTS = ['broker', 'gateway'] as const;
type Rest = Record<(typeof PARTS)[number], { mb: number; cores: number }>;

/** Memory, and what they do while nobody asks anything. */
async function measureRest({ broker, gateway }: Fleet): Promise<Rest> {
  const before = [broker, gateway].map(({ pid }) => cpuSeconds(pid));
  await delay(IDLE_MS);
  const [ofBroker, ofGateway] = [broker, gateway].map(({ pid }, at) => ({
    mb: residentMb(pid),
    cores: (cpuSeconds(pid) - (before[at] ?? 0)) / (IDLE_MS / 1000),
  }));
  return { broker: ofBroker, gateway: ofGateway } as Rest; // of two processes
}

function printRest({ scale }: Fleet, measured: readonly Rest[]): void {
  const columns = PARTS.flatMap((part): Column<Rest>[] => [
    [`MB of the ${part}`, (rest) => rest[part].mb, 'without ratio'],
    ['cores', (rest) => rest[part].cores, 'without ratio'],
  ]);
  const names = ['connected', 'after the load'];
  const rows = measured.map((rest, at) => ({ name: names[at] ?? '', measured: [rest] }));
  printTable(`${scale.worlds} worlds, at rest`, columns, rows);
}

/** A gateway as an operator starts it, with a list that every world enforces. */
async function startGateway(broker: string): Promise<Server> {
  const command = ['--max-semi-space-size=8', PALATINE_CLI, 'fleet', 'start'];
  const gateway = await startServer(...command, '--nats', broker, '--data', newDataFolder(), '--port');
  const body = JSON.stringify({ Kind: 'Ban', Title: 'Bench' });
  await send(gateway.port, { method: 'PUT', path: `/v1/fleet/lists/${LIST}`, body });
  return gateway;
}

async function startRealWorld(broker: string, key: string): Promise<Server> {
  const data = await demoFolder('players=32,online=32');
  writeFileSync(join(data, fleetFile.name), JSON.stringify({ ...settingsOf(broker, key), Name: 'Real' }));
  return startPalatine(data);
}

async function countOnline({ port }: Server): Promise<number> {
  const { Worlds } = JSON.parse(String(await get(port, '/v1/fleet/worlds'))) as { Worlds: FleetWorld[] };
  return Worlds.filter(({ State }) => State === 'Online').length;
}

/** The key of the world with that number, from 1. */
function keyOf(number: number): string {
  return number.toString(16).padStart(32, '0');
}

function settingsOf(broker: string, World: string) {
  return { ...fleetFile.defaults, Servers: [broker], World, CredentialsFile: '', CAFile: '', Lists: [LIST] };
}

interface SimulatedWorlds extends AsyncDisposable {
  /** Resolves when every world enforces the ban of a user. */
  untilEnforced(userId: string): Promise<void>;
}

/** A message of a process of worlds: all of them were started, or one enforces a ban. */
type ChildMessage = { started: true } | { banned: string };

async function startSimulatedWorlds(broker: string, count: number): Promise<SimulatedWorlds> {
  const share = Math.ceil(count / PROCESSES);
  const waiting = new Map<string, { missing: number; resolve(): void }>();
  const children = Array.from({ length: PROCESSES }, (_, at): ChildProcess => {
    const args = [broker, String(1 + at * share), String(Math.min(share, count - at * share))];
    const child = startNode([import.meta.filename, ...args], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child.on('message', (childMessage: ChildMessage) => {
      const ban = 'banned' in childMessage ? waiting.get(childMessage.banned) : undefined;
      if (ban !== undefined && --ban.missing === 0) ban.resolve();
    });
    return child;
  });
  await Promise.all(children.map((child) => once(child, 'message')));
  return {
    untilEnforced(userId) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      waiting.set(userId, { missing: count, resolve });
      const timer = setTimeout(() => reject(new Error('a ban has not reached all worlds')), BAN_MS);
      return promise.finally(() => clearTimeout(timer));
    },
    async [Symbol.asyncDispose]() {
      for (const child of children) child.disconnect();
      await Promise.all(children.map((child) => ended(child)));
    },
  };
}

// In the processes of worlds

const PLAYERS = Array.from({ length: 32 }, (_, at) => ({
  uid: `${at.toString(16).toUpperCase().padStart(8, '0')}-00000000-00000000-00000000`,
  userId: `steam_7656119${String(at).padStart(10, '0')}`,
  name: `Player ${at}`,
  formerNames: [],
  platform: 'Steam',
  online: true,
}));

async function runWorlds([broker = '', first, count]: readonly string[]): Promise<void> {
  process.on('disconnect', () => process.exit(0));
  const data = dataPaths(newFolder());
  const answer = Buffer.alloc(9000, 'x');
  for (let number = Number(first); number < Number(first) + Number(count); number++) {
    startSimulatedWorld(settingsOf(broker, keyOf(number)), data, answer);
  }
  if (first === '1') {
    const bare = await connectBroker({ servers: [broker], name: BARE });
    bare.subscribe(BARE, { callback: (_error, message) => void message.respond(answer) });
    await bare.flush();
  }
  process.send?.({ started: true } satisfies ChildMessage);
}

/** The link of a world with its own connection, without a disk or a game. */
function startSimulatedWorld(
  settings: LinkOptions['settings'],
  data: LinkOptions['data'],
  bytes: Buffer,
): void {
  const { World: world, Allow: allow, TokenGraceHours: graceHours } = settings;
  const database = new DatabaseSync(':memory:');
  const log = pino({ level: 'warn' }, pino.destination(2));
  const tokens = worldTokens({ world, allow, graceHours, database, clock, log });
  const routes = { handle: () => ({ bytes, etag: '"1"' }) };
  const table = Object.assign(new Map(), { version: 0 });
  const enforced = new Set<string>();
  const game = {
    reads: {
      figures: { incarnation: world },
      playersVersion: '1',
      world: { sessions: { size: PLAYERS.length }, userBans: table, ipBans: table },
      knownPlayers: () => ({ players: PLAYERS, total: PLAYERS.length }),
      outbox: () => ({ incarnation: world, from: 1, to: 0, records: [], gaps: [], newestId: 0 }),
    },
    writes: {
      queue: { frozen: false, depth: 0 },
      outcomeOf: () => Promise.resolve(undefined),
      applyFleetLists(bans: readonly FleetBan[]) {
        for (const { id } of bans) {
          if (!enforced.has(id)) process.send?.({ banned: id } satisfies ChildMessage);
          enforced.add(id);
        }
        return Promise.resolve({ inForce: bans.length, overridden: 0, local: 0, leftOut: 0 });
      },
    },
    watchers: { events: () => () => {} },
  } as unknown as Game; // what a link asks of it
  startLink({
    settings,
    data,
    database,
    tokens,
    routes: routes as never,
    game,
    attached: undefined,
    clock,
    log,
  });
}

if (import.meta.main) await runWorlds(process.argv.slice(2));
