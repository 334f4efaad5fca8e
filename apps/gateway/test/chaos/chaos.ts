import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { FleetWorld } from '@palatine/contract';
import { createStore } from '@palatine/engine/store';
import { recipientsIn } from '@palatine/testing/crash-writes';
import { type NatsCluster, startNats, startNatsCluster } from '@palatine/testing/nats-server';
import { newWorldKey, WITHOUT_ACCOUNTS } from '@palatine/testing/start-fleet';
import { newFolder } from '@palatine/testing/start-service';
import { until } from '@palatine/testing/until';
import { loadCatalogue } from '@palatine/world/catalogue';
import { makeDemoWorld } from '@palatine/world/demo';
import { type CallerResults, countOf, startCallers } from './callers.ts';
import { checkProjection, fleetBansOf } from './check-fleet.ts';
import { appliedKeys, checkStore, itemsOf, type StoreErrors } from './check-stores.ts';
import { FAULTS, type Fault } from './faults.ts';
import { Program } from './program.ts';

export interface ChaosOptions {
  /** Nodes of the broker. */
  nodes?: 1 | 3;
  worlds?: number;
  processes?: number;
  callers?: number;
  /** Grants that are confirmed before each fault, and after the last. */
  grants?: number;
  /** Minimum of confirmed bans. */
  bans?: number;
  faults: readonly Fault[];
  mutant?: 'no cancel' | 'no key';
}

export interface ChaosResult {
  results: CallerResults;
  errors: StoreErrors;
  /** Rows that the gateway lacks, and differences between lists. */
  fleetErrors: string[];
}

/** For a machine that has much else to do. */
const HANG_MS = 120_000;

const SETTLE_MS = 90_000;
const CALL_MS = 20_000;
const BAN_PAUSE_MS = 150;
const TOKEN = 'token-of-the-chaos-test';

/** Runs a fleet under load while its parts are killed and stopped, and compares the answers with what is on disk. */
export async function runChaos({
  nodes = 3,
  worlds = 20,
  processes = 4,
  callers = 24,
  grants = 250,
  bans = 40,
  faults,
  mutant,
}: ChaosOptions): Promise<ChaosResult> {
  await using undo = new AsyncDisposableStack();
  const folder = newFolder();
  undo.defer(() => rmSync(folder, { recursive: true, force: true }));
  const cluster = undo.use(nodes === 1 ? await oneNode() : await startNatsCluster(nodes));
  const fixture = makeWorlds(folder, worlds, cluster.servers);
  const hosts = Array.from({ length: processes }, (_, index) => {
    const data = fixture.folders.filter((_, at) => at % processes === index);
    return new Program('world-process.ts', data);
  });
  const gatewayFolder = join(folder, 'gateway');
  writeToken(gatewayFolder);
  const flags = mutant === 'no cancel' ? ['--no-cancel'] : [];
  const gateway = new Program('gateway-process.ts', [gatewayFolder, '0', ...cluster.servers, ...flags]);
  for (const program of [...hosts, gateway]) undo.defer(() => program.signal('SIGKILL'));

  /** Changes when the gateway restarts. */
  const address = { url: (await gateway.start())[0] ?? '' };
  const url = () => address.url;
  for (const host of hosts) await host.start();
  await until('the gateway has every world', async () => {
    const online = (await worldsAt(url())).filter(({ State }) => State === 'Online');
    return online.length === worlds;
  });
  const load = startCallers({
    url,
    token: TOKEN,
    worlds: fixture.keys,
    player: fixture.userId,
    callers,
    repeatWithKey: mutant !== 'no key',
  });
  await putList(url());
  const banWriter = startBanWriter(url);
  const { results } = load;
  const moreGrants = async () => {
    const expected = countOf(results.confirmed) + grants;
    await until(`${grants} grants more`, () => countOf(results.confirmed) >= expected, HANG_MS);
  };
  const nextFailure = async () => {
    const before = results.failures;
    await until('a call fails', () => results.failures > before, HANG_MS);
  };
  /** Without keys a write is doubled by a caller that sends it again under another one: kills go on until one has. */
  const isDoubled = () =>
    fixture.folders.some((data) =>
      appliedKeys(data)
        .keys()
        .some((key) => results.abandoned.has(key)),
    );
  await moreGrants();
  do {
    for (const name of faults) {
      await FAULTS[name]({ cluster, hosts, gateway, address, nextFailure });
      await moreGrants();
    }
  } while (mutant === 'no key' && !isDoubled());
  await until(`${bans} bans`, () => banWriter.banned.size >= bans, HANG_MS);
  await load.end();
  await banWriter.end();
  const projectionErrors = () =>
    fixture.folders.flatMap((data, index) => checkProjection(gatewayFolder, data, fixture.keys[index] ?? ''));
  const isSettled = async () => {
    const lists = fixture.folders.map((data) => new Set(fleetBansOf(data)));
    const listed = lists.every((list) => [...banWriter.banned].every((user) => list.has(user)));
    if (!listed || projectionErrors().length > 0) return false;
    return (await worldsAt(url())).every(
      ({ State, EventsBehind, AuditBehind }) => State === 'Online' && EventsBehind + AuditBehind === 0,
    );
  };
  await until('the fleet settles', isSettled, SETTLE_MS).catch(() => {}); // the result says what is missing
  for (const program of [gateway, ...hosts]) await program.signal('SIGKILL');
  const errors: StoreErrors = { lost: [], doubled: [], late: [] };
  for (const [index, data] of fixture.folders.entries()) {
    const { itemsBefore, uid: player } = fixture;
    const storeErrors = checkStore(data, fixture.keys[index] ?? '', results, { itemsBefore, player });
    for (const kind of ['lost', 'doubled', 'late'] as const) errors[kind].push(...storeErrors[kind]);
  }
  const fleetErrors = projectionErrors();
  const lists = fixture.folders.map(fleetBansOf);
  for (const [index, list] of lists.entries()) {
    const missing = [...banWriter.banned].filter((user) => !list.includes(user)).length;
    if (missing > 0) fleetErrors.push(`world ${index} lacks ${missing} bans of ${banWriter.banned.size}`);
    if (list.join() !== lists[0]?.join()) fleetErrors.push(`world ${index} has another list than the first`);
  }
  return { results, errors, fleetErrors };
}

/** A broker without copies. */
async function oneNode(): Promise<NatsCluster> {
  const node = await startNats();
  return { nodes: [node], servers: node.servers, [Symbol.asyncDispose]: () => node[Symbol.asyncDispose]() };
}

/** Calls the gateway. Rejects when it is killed meanwhile. */
async function call(url: string, path: string, method = 'GET', body?: object) {
  const response = await fetch(`${url}/v1/fleet/${path}`, {
    method,
    headers: { authorization: `Bearer ${TOKEN}` },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(CALL_MS),
  });
  return { status: response.status, answer: (await response.json()) as unknown };
}

/** The worlds as a gateway lists them. */
async function worldsAt(url: string) {
  const { answer } = await call(url, 'worlds');
  return (answer as { Worlds: Pick<FleetWorld, 'State' | 'EventsBehind' | 'AuditBehind'>[] }).Worlds;
}

/** The list that the bans go to. A cluster that has just started may need a moment. */
async function putList(url: string): Promise<void> {
  const put = () => call(url, 'lists/main', 'PUT', { Kind: 'Ban' });
  await until('the list is there', async () => (await put()).status === 200);
}

/** Puts users on the list `main`, one after another, until it is ended. `banned`: those whose ban was confirmed. */
function startBanWriter(url: () => string) {
  const banned = new Set<string>();
  let ending = false;
  async function run(): Promise<void> {
    for (let number = 0; !ending; number++) {
      const Id = `steam_7656119${String(number).padStart(10, '0')}`;
      // The outcome is unknown when the gateway was killed.
      const put = call(url(), 'lists/main/bans', 'POST', { Id, Reason: 'chaos' }).catch(() => undefined);
      if ((await put)?.status === 200) banned.add(Id);
      await delay(BAN_PAUSE_MS);
    }
  }
  const running = run();
  return {
    banned,
    async end() {
      ending = true;
      await running;
    },
  };
}

function makeWorlds(folder: string, count: number, servers: readonly string[]) {
  const sizes = { players: 6, online: 5, palsPerPlayer: 2, guilds: 1, camps: 1 };
  const { world } = makeDemoWorld({ catalogue: loadCatalogue(), seed: 1, nowMs: Date.now(), sizes });
  const recipient = recipientsIn(world)[0];
  if (recipient === undefined) throw new Error('the demo world has nobody who can be given items');
  const keys = Array.from({ length: count }, newWorldKey);
  const folders = keys.map((key) => {
    const data = join(folder, `world-${key.slice(0, 8)}`);
    mkdirSync(data);
    createStore(join(data, 'world.db'), world);
    const file = { ...WITHOUT_ACCOUNTS, Servers: servers, World: key, Name: `World ${key.slice(0, 4)}` };
    writeFileSync(join(data, 'fleet.json'), JSON.stringify(file));
    return data;
  });
  const { uid, userId } = recipient;
  return { keys, folders, uid, userId, itemsBefore: itemsOf(folders[0] ?? '', uid) };
}

function writeToken(gateway: string): void {
  const tokens = join(gateway, 'RESTAPI', 'Tokens');
  mkdirSync(tokens, { recursive: true });
  const token = { Name: 'Chaos', Token: TOKEN, Permissions: '*' };
  writeFileSync(join(tokens, 'Chaos.json'), JSON.stringify(token));
}
