import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Audit } from '../game-server/control/commands.ts';
import { expectedErrors, readExpected } from './attached-expected.ts';
import { ServerLife } from './attached-life.ts';
import { logErrors } from './attached-log.ts';
import { Moderator } from './attached-moderator.ts';
import { Operator } from './attached-operator.ts';
import { type Order, Shop } from './attached-shop.ts';
import { StatusWatch, WRONG_STATUS_MS } from './attached-statuses.ts';
import { type AttachedTarget, startAttachedTarget } from './attached-target.ts';
import type { Memory } from './memory.ts';

const LOOK_MS = 500;
/** The longest time between two polls after failures. */
const LONGEST_BACK_OFF_MS = 60_000;
const LONGEST_SETTLING_MS = LONGEST_BACK_OFF_MS + WRONG_STATUS_MS;
/** Between the beginnings of two maintenances. */
const MAINTENANCE_MS = { least: 15_000, most: 40_000 };
/** Of the maintenances, how many see the program killed. */
const KILLED = 0.5;
const LAST_ATTEMPTS = 4;
/**
 * What is held at the end may be this much of what was held when the last kill was over: heap in use and external memory
 * of all threads, garbage collected.
 */
const MEMORY_SHARE = 1.2;
const SHOWN_ERRORS = 30;

export interface AttachedSoakOptions {
  readonly seed: number;
  /** Faults, kills and maintenances. */
  readonly stormMs: number;
  /** Then the same without kills, so that the memory of one process can be compared. */
  readonly steadyMs: number;
  /** What caches and tables may still take in a soak too short to fill them, in bytes. */
  readonly unfilledBytes: number;
  readonly sampleEveryMs: number;
  /** Between maintenances; by chance unless given. */
  readonly maintenanceEveryMs?: number;
  readonly onSample?: (sample: AttachedSample) => void;
}

/** One line of the table over time. */
export interface AttachedSample {
  readonly phase: Phase;
  readonly elapsedMs: number;
  readonly rssBytes: number;
  /** Of the server, and the step of a maintenance. */
  readonly state: string;
  readonly online: number;
  /** Starts of the stand-in and of the program. */
  readonly serverStarts: number;
  readonly starts: number;
  readonly faults: number;
  readonly orders: number;
  readonly unanswered: number;
  readonly delivered: number;
  readonly maintenances: number;
  readonly failedMaintenances: number;
  readonly longestLiveMs: number;
  readonly longestMs: number;
  readonly moderated: number;
  readonly checks: number;
  readonly errors: number;
}
type Phase = 'storm' | 'steady' | 'quiet';

export interface AttachedReport {
  readonly before: Memory;
  readonly after: Memory;
  readonly last: AttachedSample;
  readonly faults: ReadonlyMap<string, number>;
  readonly moderated: ReadonlyMap<string, number>;
  /** Orders that were refused, by what was said. */
  readonly refused: ReadonlyMap<string, number>;
  readonly failures: readonly string[];
  /** Lines of the log by level and text, those below a warning left out. */
  readonly warnings: ReadonlyMap<string, number>;
  /** One sentence for each thing that was not as it must be. */
  readonly errors: readonly string[];
}

/** Soaks the program beside a stand-in in players, faults, deliveries, maintenances and kills. */
export async function soakAttached(options: AttachedSoakOptions): Promise<AttachedReport> {
  await using target = await startAttachedTarget(options.seed);
  const run = await startRun(target, options);
  run.life.start();
  for (const worker of [...run.shops, run.moderator]) worker.start();
  const watching = run.watch();
  await run.during('storm', options.stormMs);
  run.kills = false;
  await run.during('steady', options.steadyMs * 0.3);
  const before = await target.memory();
  await run.during('steady', options.steadyMs * 0.7);
  await Promise.all(run.shops.map((shop) => shop.stop()));
  await run.moderator.stop();
  await run.life.stopFaults();
  await run.during('quiet', 0);
  await run.moderator.unbanAll();
  await run.finish();
  await run.life.stop();
  run.watching = false;
  await watching;
  const after = await target.memory();
  run.errors.push(...memoryErrors(before, after, options.unfilledBytes));
  const last = run.sample('quiet');
  const code = await target.end();
  if (code !== 0) run.errors.push(`SIGTERM ended the program with ${code}`);
  const { errors, warnings } = logErrors(target.output());
  return {
    before,
    after,
    last,
    faults: run.life.faults,
    moderated: run.moderator.done,
    refused: new Map(run.shops.flatMap(({ refused }) => [...refused])),
    failures: run.operator.failures,
    warnings,
    errors: [...run.allErrors(), ...errors].slice(0, SHOWN_ERRORS),
  };
}

async function startRun(target: AttachedTarget, options: AttachedSoakOptions): Promise<Run> {
  const first = await target.gameServer.control('audit');
  return new Run(target, options, first);
}

/** Everybody who takes part, and what they have found. */
class Run {
  readonly errors: string[] = [];
  readonly life: ServerLife;
  readonly shops: readonly Shop[];
  readonly moderator: Moderator;
  readonly operator: Operator;
  readonly statuses: StatusWatch;
  kills = true;
  watching = true;
  readonly #target: AttachedTarget;
  readonly #options: AttachedSoakOptions;
  readonly #first: Audit;
  readonly #startedAt = performance.now();
  #sampledAt = performance.now();
  #phase: Phase = 'storm';

  constructor(target: AttachedTarget, options: AttachedSoakOptions, first: Audit) {
    const { seed } = options;
    this.#target = target;
    this.#options = options;
    this.#first = first;
    const players = Object.values(first.players);
    const half = players.length >> 1;
    this.life = new ServerLife(target.gameServer, seed);
    this.shops = [players.slice(0, half), players.slice(half)].map((customers, index) => {
      const known = customers.map(({ playerId, technologies }) => [guidOf(playerId), technologies] as const);
      return new Shop(target, new Map(known), seed + index);
    });
    const troublemakers = players.filter((_, index) => index % 3 === 0).map(({ userId }) => userId);
    this.moderator = new Moderator(target, troublemakers, seed);
    this.operator = new Operator(target, Object.keys(first.players), seed);
    this.statuses = new StatusWatch(target, players.length);
  }

  /** Looks at statuses and kicks until the end. The program may be down for a moment. */
  async watch(): Promise<void> {
    for (; this.watching; await delay(LOOK_MS)) {
      await this.statuses.look().catch(() => {});
      await this.moderator.look();
      if (performance.now() - this.#sampledAt < this.#options.sampleEveryMs) continue;
      this.#sampledAt = performance.now();
      this.#options.onSample?.(this.sample(this.#phase));
    }
  }

  /** Maintains the server now and then, for so long. */
  async during(phase: Phase, ms: number): Promise<void> {
    this.#phase = phase;
    const endAt = performance.now() + ms;
    for (;;) {
      const { least, most } = MAINTENANCE_MS;
      const pauseMs = this.#options.maintenanceEveryMs ?? least + (most - least) * this.life.random();
      await delay(Math.min(pauseMs, Math.max(0, endAt - performance.now())));
      if (performance.now() >= endAt) return;
      const killed = this.kills && this.life.random() < KILLED;
      await this.life
        .whileMaintained(() => this.operator.maintain(killed))
        .catch((error: unknown) => {
          this.operator.failures.push(`not begun: ${String(error)}`);
        });
      await this.operator.checkSave();
      await this.checkExpected(false);
    }
  }

  /** Without faults: everything is delivered, everybody is shown right, and the save is sound. */
  async finish(): Promise<void> {
    await settles('the server is online', LONGEST_SETTLING_MS, this.errors, async () => {
      // After a crash that the service has not seen yet, the server is started by its supervisor.
      if (!(await this.#target.gameServer.control('supervision')).serving) return false;
      const { reply } = await this.#target.call('observer', (api) => api.getServer());
      return reply.State === 'Online' && reply.Maintenance.Running === undefined;
    });
    let waits = true;
    for (let attempt = 0; attempt < LAST_ATTEMPTS && waits; attempt++) {
      const isDone = await this.operator.maintain(false);
      if (!isDone) this.errors.push(`a maintenance without faults: ${this.operator.failures.at(-1)}`);
      const { reply } = await this.#target.call('observer', (api) => api.getServer());
      waits = reply.Deliveries.Pending + reply.Deliveries.Delivering > 0;
    }
    await this.checkExpected(true);
    await settles('nobody is shown wrong', LONGEST_SETTLING_MS, this.errors, async () => {
      return (await this.statuses.look()) === 0;
    });
    await settles('no ban is left at the server', LONGEST_SETTLING_MS, this.errors, async () => {
      return (await this.#target.gameServer.control('audit')).banned.length === 0;
    });
    await this.operator.checkSave();
  }

  async checkExpected(atEnd: boolean): Promise<void> {
    const orders = new Map<string, Order>(this.shops.flatMap(({ orders }) => [...orders]));
    try {
      const expected = await readExpected(this.#target, orders);
      if (expected !== undefined) this.errors.push(...expectedErrors(expected, this.#first, atEnd));
      else if (atEnd) this.errors.push('the deliveries could not be counted at the end');
    } catch (error) {
      if (atEnd) this.errors.push(`the deliveries could not be counted: ${String(error)}`);
    }
  }

  allErrors(): string[] {
    const parts = [this.operator, this.moderator, this.statuses, ...this.shops];
    return [...this.errors, ...parts.flatMap(({ errors }) => errors)];
  }

  sample(phase: Phase): AttachedSample {
    const { life, shops, operator, statuses, moderator } = this;
    return {
      phase,
      elapsedMs: performance.now() - this.#startedAt,
      rssBytes: rssOf(this.#target.pid),
      state: statuses.state,
      online: statuses.online,
      serverStarts: life.boots,
      starts: this.#target.starts,
      faults: [...life.faults.values()].reduce((sum, count) => sum + count, 0),
      orders: shops.reduce((sum, { orders }) => sum + orders.size, 0),
      unanswered: shops.reduce((sum, { unanswered }) => sum + unanswered, 0),
      delivered: operator.delivered,
      maintenances: operator.done,
      failedMaintenances: operator.failures.length,
      longestLiveMs: statuses.longestLiveMs,
      longestMs: statuses.longestMs,
      moderated: [...moderator.done.values()].reduce((sum, count) => sum + count, 0),
      checks: operator.checks,
      errors: this.allErrors().length,
    };
  }
}

/** Waits until something holds; that it does not is an error. */
async function settles(
  what: string,
  longestMs: number,
  errors: string[],
  holds: () => Promise<boolean>,
): Promise<void> {
  const end = performance.now() + longestMs;
  while (performance.now() < end) {
    if (await holds().catch(() => false)) return;
    await delay(LOOK_MS);
  }
  errors.push(`not within ${longestMs} ms after the last fault: ${what}`);
}

function memoryErrors(before: Memory, after: Memory, unfilledBytes: number): string[] {
  if (after.heldBytes <= before.heldBytes * MEMORY_SHARE + unfilledBytes) return [];
  const megabytes = ({ heldBytes }: Memory) => (heldBytes / 1e6).toFixed(1);
  return [`memory in use grew from ${megabytes(before)} to ${megabytes(after)} MB`];
}

/** 0 where the system does not tell, and while the program is down. */
function rssOf(pid: number): number {
  try {
    const [, kilobytes = '0'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) * 1024;
  } catch {
    return 0;
  }
}

function guidOf(digits: string): string {
  return digits.replace(/(.{8})(.{8})(.{8})(.{8})/, '$1-$2-$3-$4');
}
