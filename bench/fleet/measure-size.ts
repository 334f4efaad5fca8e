import { cpus, loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { Pace } from '../arguments.ts';
import { cpuSeconds, residentBytes } from '../process-figures.ts';
import { quantile } from '../statistics.ts';
import { type DeliveryFigures, deliveryFigures } from './deliveries.ts';
import { type LiveSearchFigures, measureLiveSearch } from './live-search.ts';
import { machineMs } from './machine-clock.ts';
import { type MeasuredGateway, startMeasuredGateway } from './measured-gateway.ts';
import type { OpenLoopFigures } from './open-loop.ts';
import { type Requests, startBareRequests, startHttpRequests, startNatsRequests } from './requests.ts';
import { type SimulatedWorlds, startBareWorlds, startSimulatedWorlds } from './simulated-worlds.ts';

export interface Broker {
  url: string;
  pid: number;
}

export interface RequestFigures extends OpenLoopFigures {
  way: 'bare NATS' | 'NATS alone' | 'HTTP';
  perSecond: number;
  /** Cores that the broker used, and the process that plays the gateway. */
  brokerCores: number;
  gatewayCores: number;
  /** Of all processes of the machine together. */
  machineCores: number;
  load: number;
}

export interface BanFigures {
  bans: number;
  expected: number;
  delivered: number;
  repeats: number;
  p50Ms: number;
  p99Ms: number;
  /** From the first ban to the last delivery. */
  seconds: number;
  load: number;
}

/** What a fleet of some size takes. */
export interface SizeFigures {
  worlds: number;
  connectSeconds: number;
  /** From the first connection until the gateway has every world registered and online. */
  onlineSeconds: number;
  connectedBytes: number;
  afterBytes: number;
  gatewayBytes: number;
  loadConnected: number;
  /** Cores that the broker and the gateway use while nobody asks anything: heartbeats, pings and checks. */
  idleBrokerCores: number;
  idleGatewayCores: number;
  requests: RequestFigures[];
  liveSearch: LiveSearchFigures;
  oneBan: BanFigures;
  manyBans: BanFigures;
}

const PER_SECOND = 2000;
/** Where HTTP cannot carry as many in time. */
const FEWER_PER_SECOND = 1000;
const CARRIED_P99_MS = 50;
/** Shorter, and the figures are those of a JIT compiler at work. */
const LEAST_WARM_UP_MS = 2000;
const LEAST_MS = 5000;
/** As long as from one heartbeat to the next. */
const IDLE_MS = 5000;
const SINGLE_BANS = 20;
/** Between two of them: longer than a change takes to all worlds. */
const BAN_PAUSE_MS = 500;
const MANY_BANS = 500;
const MOST_DELIVERIES = 500_000;
const ONLINE_MS = 120_000;
const DELIVERED_MS = 60_000;
const POLL_MS = 100;

/** The same rate of plain requests over as many connections: the least that this machine takes for it. */
export async function measureBare(broker: Broker, worlds: number, pace: Pace): Promise<RequestFigures> {
  await using bare = startBareWorlds(broker.url, worlds);
  await bare.connect();
  await using requests = startBareRequests(broker.url);
  const over = { broker, requests, gateway: requests.pid, worlds, pace };
  return await measureRate('bare NATS', PER_SECOND, over);
}

/** Connects a number of worlds to a broker without any, and measures. */
export async function measureSize(broker: Broker, worlds: number, pace: Pace): Promise<SizeFigures> {
  await using gateway = await startMeasuredGateway(broker.url);
  await using fleet = startSimulatedWorlds(broker.url, worlds);
  const beganMs = performance.now();
  await fleet.connect();
  const connectSeconds = (performance.now() - beganMs) / 1000;
  await reached(`${worlds} worlds are online`, worlds, ONLINE_MS, gateway.countOnline);
  const onlineSeconds = (performance.now() - beganMs) / 1000;
  const connectedBytes = residentBytes(broker.pid);
  const loadConnected = loadavg()[0] ?? 0;
  const idle = await coresDuring([broker.pid, gateway.pid], () => delay(IDLE_MS));

  const requests = await measureRequests(broker, gateway, worlds, pace);
  const liveSearch = await measureLiveSearch(broker.url, gateway);
  const oneBan = await measureSingleBans(gateway, fleet);
  const manyBans = await measureManyBans(gateway, fleet);
  const afterBytes = residentBytes(broker.pid);
  const gatewayBytes = residentBytes(gateway.pid);
  const [idleBrokerCores = 0, idleGatewayCores = 0] = idle.cores;
  return {
    ...{ worlds, connectSeconds, onlineSeconds, connectedBytes, afterBytes, gatewayBytes, loadConnected },
    ...{ idleBrokerCores, idleGatewayCores, requests, liveSearch, oneBan, manyBans },
  };
}

async function measureRequests(
  broker: Broker,
  gateway: MeasuredGateway,
  worlds: number,
  pace: Pace,
): Promise<RequestFigures[]> {
  const figures: RequestFigures[] = [];
  {
    await using requests = startNatsRequests(broker.url);
    figures.push(
      await measureRate('NATS alone', PER_SECOND, { broker, requests, gateway: requests.pid, worlds, pace }),
    );
  }
  await using requests = startHttpRequests(gateway.url, gateway.token);
  const over = { broker, requests, gateway: gateway.pid, worlds, pace };
  const full = await measureRate('HTTP', PER_SECOND, over);
  figures.push(full);
  const carried = full.answered === full.sent && full.p99Ms <= CARRIED_P99_MS;
  if (!carried) figures.push(await measureRate('HTTP', FEWER_PER_SECOND, over));
  return figures;
}

interface RateOptions {
  broker: Broker;
  requests: Requests;
  /** The process id of whatever plays the gateway. */
  gateway: number;
  worlds: number;
  pace: Pace;
}

async function measureRate(
  way: RequestFigures['way'],
  perSecond: number,
  { broker, requests, gateway, worlds, pace }: RateOptions,
): Promise<RequestFigures> {
  const { settleMs } = pace;
  const warmUpMs = Math.max(pace.warmUpMs, LEAST_WARM_UP_MS);
  await requests.send({ worlds, perSecond, durationMs: warmUpMs, settleMs: 0 });
  const durationMs = Math.max(pace.rounds * pace.roundMs, LEAST_MS);
  const { result, cores, machineCores } = await coresDuring([broker.pid, gateway], () =>
    requests.send({ worlds, perSecond, durationMs, settleMs }),
  );
  const [brokerCores = 0, gatewayCores = 0] = cores;
  return { way, perSecond, ...result, brokerCores, gatewayCores, machineCores, load: loadavg()[0] ?? 0 };
}

/** Runs something, and tells how many cores each of some processes used meanwhile. */
async function coresDuring<T>(
  pids: readonly number[],
  run: () => Promise<T>,
): Promise<{ result: T; cores: number[]; machineCores: number }> {
  const before = pids.map(cpuSeconds);
  const busyBefore = busySeconds();
  const beganMs = machineMs();
  const result = await run();
  const seconds = (machineMs() - beganMs) / 1000;
  const cores = pids.map((pid, index) => (cpuSeconds(pid) - (before[index] ?? 0)) / seconds);
  return { result, cores, machineCores: (busySeconds() - busyBefore) / seconds };
}

/** How long all cores of the machine have worked so far, together. */
function busySeconds(): number {
  const busyMs = cpus().map(({ times: { user, nice, sys, irq } }) => user + nice + sys + irq);
  return busyMs.reduce((sum, one) => sum + one, 0) / 1000;
}

/** Bans by one, each to all worlds before the next. */
async function measureSingleBans(gateway: MeasuredGateway, fleet: SimulatedWorlds): Promise<BanFigures> {
  const startedMs: Record<string, number> = {};
  await fleet.takeDeliveries();
  for (let ban = 0; ban < SINGLE_BANS; ban++) {
    const id = `steam_one_${ban}`;
    startedMs[id] = await gateway.ban(id);
    await delay(BAN_PAUSE_MS);
  }
  return banFigures(fleet, startedMs);
}

/** Bans in a row, 16 under way. */
async function measureManyBans(gateway: MeasuredGateway, fleet: SimulatedWorlds): Promise<BanFigures> {
  const count = Math.min(MANY_BANS, Math.floor(MOST_DELIVERIES / fleet.count));
  const ids = Array.from({ length: count }, (_, ban) => `steam_many_${ban}`);
  const beganMs = await gateway.banAll(ids);
  return banFigures(fleet, Object.fromEntries(ids.map((id) => [id, beganMs])));
}

async function banFigures(
  fleet: SimulatedWorlds,
  startedMs: Readonly<Record<string, number>>,
): Promise<BanFigures> {
  const bans = Object.keys(startedMs).length;
  const expected = bans * fleet.count;
  await reached('', expected, DELIVERED_MS, fleet.delivered).catch(() => {}); // the figures tell what is missing
  await delay(POLL_MS); // what comes twice comes late
  const counted = deliveryFigures(await fleet.takeDeliveries(), startedMs);
  return { bans, expected, ...summary(counted, startedMs), load: loadavg()[0] ?? 0 };
}

function summary(
  { delivered, repeats, latenciesMs, lastMs }: DeliveryFigures,
  startedMs: Readonly<Record<string, number>>,
) {
  const beganMs = Math.min(...Object.values(startedMs));
  return {
    ...{ delivered, repeats },
    p50Ms: quantile(latenciesMs, 0.5),
    p99Ms: quantile(latenciesMs, 0.99),
    seconds: (lastMs - beganMs) / 1000,
  };
}

/** Resolves when a count is reached. Rejects after so long. */
async function reached(
  what: string,
  wanted: number,
  withinMs: number,
  count: () => Promise<number>,
): Promise<void> {
  const endMs = machineMs() + withinMs;
  let last = 0;
  while (machineMs() < endMs) {
    last = await count();
    if (last >= wanted) return;
    await delay(POLL_MS);
  }
  throw new Error(`${what}: only ${last} after ${withinMs / 1000} s`);
}
