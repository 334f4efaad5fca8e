import type { BanDeliveries } from './deliveries.ts';
import { type Partner, startFleetPartner } from './partner.ts';

/** The messages to worlds-process.ts: connect all, say how many bans were taken over, give what was counted. */
export type WorldsOrder = 'connect' | 'count' | 'take';

/** Simulated worlds with the keys 1 to `count`, in some processes. */
export interface SimulatedWorlds extends AsyncDisposable {
  count: number;
  /** Resolves when all of them take requests. */
  connect(): Promise<void>;
  /** How many times a world has taken a ban over. */
  delivered(): Promise<number>;
  /** What was counted since the last call. */
  takeDeliveries(): Promise<BanDeliveries[]>;
}

const MOST_PER_PROCESS = 1250;
const LEAST_PROCESSES = 2;
const CONNECT_MS = 120_000;
const ASK_MS = 30_000;

/** As many connections as worlds would have, which answer and do nothing else. */
export interface BareWorlds extends AsyncDisposable {
  connect(): Promise<void>;
}

export function startBareWorlds(server: string, count: number): BareWorlds {
  const partners = startProcesses('bare-worlds-process.ts', server, count);
  return {
    connect: async () => void (await Promise.all(partners.map((one) => one.ask('connect', CONNECT_MS)))),
    [Symbol.asyncDispose]: () => endAll(partners),
  };
}

export function startSimulatedWorlds(server: string, count: number): SimulatedWorlds {
  const partners = startProcesses('worlds-process.ts', server, count);
  const askAll = <T>(order: WorldsOrder, withinMs = ASK_MS) =>
    Promise.all(partners.map((partner: Partner) => partner.ask<T>(order, withinMs)));
  return {
    count,
    connect: async () => void (await askAll('connect', CONNECT_MS)),
    delivered: async () => (await askAll<number>('count')).reduce((sum, one) => sum + one, 0),
    takeDeliveries: async () => (await askAll<BanDeliveries[]>('take')).flat(),
    [Symbol.asyncDispose]: () => endAll(partners),
  };
}

function startProcesses(script: string, server: string, count: number): Partner[] {
  const processes = Math.max(LEAST_PROCESSES, Math.ceil(count / MOST_PER_PROCESS));
  return shares(count, processes).map(({ first, count: share }) =>
    startFleetPartner(script, [server, String(first), String(share)]),
  );
}

async function endAll(partners: readonly Partner[]): Promise<void> {
  await Promise.all(partners.map((partner) => partner[Symbol.asyncDispose]()));
}

/** Splits the numbers from 1 to `count` into parts of about the same length. */
export function shares(count: number, parts: number): { first: number; count: number }[] {
  return Array.from({ length: parts }, (_, part) => {
    const [from, to] = [part, part + 1].map((at) => Math.floor((at * count) / parts)) as [number, number];
    return { first: from + 1, count: to - from };
  });
}
