import { setTimeout as delay } from 'node:timers/promises';
import { LIMITS } from '@palatine/contract';
import { seededRandom } from '@palatine/world/testing';
import { until } from '../harness/until.ts';
import { type Figures, readFigures, socketsOf } from './figures.ts';
import { HOSTILE, type HostileKind, type Hostility } from './hostile-callers.ts';
import type { Memory } from './memory.ts';
import { OrdinaryCallers, type OrdinaryFigures } from './ordinary-callers.ts';
import { type Caller, startTarget, type Target } from './target.ts';

const PLAYERS = 24;
const ORDINARY_CALLERS = 8;
/** Between two rounds of a hostile caller. */
const PAUSE_MS = 50;
/** Events that are sent at once. */
const BATCH = 250;
/**
 * What is held after the soak may be this much of what was held after the warm-up: heap in use and external memory of
 * both threads, garbage collected. RSS is printed only: it counts pages that the allocators keep for the next burst.
 */
const MEMORY_SHARE = 1.2;
/** Only the caller that reads the metrics. */
const OWN_CONNECTIONS = 1;

export interface SoakOptions {
  scheme: 'http' | 'https';
  seed: number;
  /** Events to begin with. When the game keeps no more, later ones take the place of earlier ones. */
  events: number;
  warmUpMs: number;
  /** What the bounded caches may still take after a warm-up too short to fill them, in bytes. */
  unfilledBytes: number;
  soakMs: number;
  sampleEveryMs: number;
  kinds: readonly HostileKind[];
  onSample?: (sample: SoakSample) => void;
}

/** One line of the table over time. */
export interface SoakSample extends Figures {
  phase: 'warm-up' | 'soak';
  elapsedMs: number;
  ordinary: Readonly<OrdinaryFigures>;
  /** Rounds that the hostile callers have ended so far. */
  hostileRounds: number;
}

export interface SoakReport {
  /** What was held before the soak and after it, with all hostile callers gone. */
  before: Memory;
  after: Memory;
  ordinary: OrdinaryFigures;
  /** Rounds of each kind. */
  rounds: Map<HostileKind, number>;
  /** One sentence for each thing that was not as it must be. */
  errors: string[];
}

/** Soaks the program in hostile and ordinary requests, and looks at what is left when the hostile callers are gone. */
export async function soak(options: SoakOptions): Promise<SoakReport> {
  await using target = await startTarget(options.scheme, PLAYERS);
  using observer = target.caller();
  const [hostileTo = '', ...others] = await onlinePlayers(observer);
  const ordinary = new OrdinaryCallers(target);
  await ordinary.start(others.slice(0, ORDINARY_CALLERS));
  const rounds = new Map<HostileKind, number>();
  const errors: string[] = [];
  const startedAt = performance.now();

  async function sample(name: SoakSample['phase']): Promise<void> {
    try {
      options.onSample?.({
        ...(await readFigures(observer)),
        phase: name,
        elapsedMs: performance.now() - startedAt,
        ordinary: { ...ordinary.figures },
        hostileRounds: [...rounds.values()].reduce((sum, count) => sum + count, 0),
      });
    } catch (error) {
      errors.push((error as Error).message);
    }
  }

  /** Runs every hostile caller for so long, then waits until all it held is free. */
  async function phase(name: SoakSample['phase'], ms: number): Promise<Memory> {
    const endAt = performance.now() + ms;
    const callers = options.kinds.map((kind, index) =>
      runHostile(kind, target, `${options.seed} ${name} ${index}`, hostileTo, endAt, rounds).catch(
        (error: unknown) => errors.push(`${kind}: ${String(error)}`),
      ),
    );
    while (performance.now() < endAt) {
      await delay(Math.min(options.sampleEveryMs, Math.max(0, endAt - performance.now())));
      await sample(name);
    }
    await Promise.all(callers);
    return target.memory();
  }

  const socketsAtRest = socketsOf(target.pid);
  await sendEvents(target, options.events);
  const before = await phase('warm-up', options.warmUpMs);
  const after = await phase('soak', options.soakMs);
  await ordinary.stop();
  errors.push(...ordinary.figures.wrong.slice(0, 20));
  errors.push(
    ...(await leftovers(observer, target.pid, socketsAtRest)),
    ...memoryErrors(before, after, options.unfilledBytes),
  );
  const code = await target.process.end('SIGTERM');
  if (code !== 0) errors.push(`SIGTERM ended the program with ${code}:\n${target.process.output()}`);
  return { before, after, ordinary: ordinary.figures, rounds, errors };
}

/** The UserIds of those who are online with a character. */
async function onlinePlayers(caller: Caller): Promise<string[]> {
  const { body } = await caller.request('GET', '/v1/pdapi/players');
  const { Players } = JSON.parse(body) as { Players: { UserId: string; Status: string }[] };
  const found: string[] = [];
  for (const { UserId, Status } of Players) {
    if (Status !== 'Online') continue;
    const { status } = await caller.request('GET', `/v1/pdapi/progression/${UserId}`);
    if (status === 200) found.push(UserId);
  }
  if (found.length <= ORDINARY_CALLERS) throw new Error(`only ${found.length} players are online`);
  return found;
}

/** Repeats one kind of hostile caller until `endAt`. It has to expect a refusal or a reset, but no hang. */
async function runHostile(
  kind: HostileKind,
  target: Target,
  seed: string,
  player: string,
  endAt: number,
  rounds: Map<HostileKind, number>,
): Promise<void> {
  using caller = target.caller();
  const hostility: Hostility = { target, caller, random: seededRandom(seed), player };
  while (performance.now() < endAt) {
    await HOSTILE[kind](hostility).catch(forgiveReset);
    rounds.set(kind, (rounds.get(kind) ?? 0) + 1);
    await delay(PAUSE_MS);
  }
}

function forgiveReset(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') throw error;
}

async function sendEvents(target: Target, count: number): Promise<void> {
  using caller = target.caller();
  const body = { Message: 'x'.repeat(LIMITS.messageChars) };
  for (let sent = 0; sent < count; sent += BATCH) {
    await Promise.all(
      Array.from({ length: BATCH }, () => caller.request('POST', '/v1/pdapi/Broadcast', { body })),
    );
  }
}

/** What is still held a while after the last caller has gone. */
async function leftovers(observer: Caller, pid: number, socketsAtRest: number): Promise<string[]> {
  const held = async () => {
    const { connections, watchers, queueDepth, gameThreadRestarts } = await readFigures(observer);
    return [
      ...(connections > OWN_CONNECTIONS
        ? [`${connections} connections are open, ${OWN_CONNECTIONS} is ours`]
        : []),
      ...(watchers > 0 ? [`${watchers} watchers are left`] : []),
      ...(queueDepth > 0 ? [`${queueDepth} slots of the queue are taken`] : []),
      ...(gameThreadRestarts > 0 ? [`the game thread died ${gameThreadRestarts} times`] : []),
      ...(socketsOf(pid) > socketsAtRest
        ? [`${socketsOf(pid)} sockets are open, ${socketsAtRest} were`]
        : []),
    ];
  };
  await until('everything is free', async () => (await held()).length === 0).catch(() => {}); // returned below
  return held();
}

function memoryErrors(before: Memory, after: Memory, unfilledBytes: number): string[] {
  if (after.heldBytes <= before.heldBytes * MEMORY_SHARE + unfilledBytes) return [];
  const megabytes = ({ heldBytes }: Memory) => (heldBytes / 1e6).toFixed(1);
  return [`memory in use grew from ${megabytes(before)} to ${megabytes(after)} MB`];
}
