import { noNats, startNats } from '../tests/harness/nats-server.ts';
import type { Pace } from './arguments.ts';
import { type Baselines, measureBaselines } from './fleet/baselines.ts';
import { measureBare, measureSize, type SizeFigures } from './fleet/measure-size.ts';
import { endFleetPartners } from './fleet/partner.ts';
import { measureRealWorld, type RealWorldFigures } from './fleet/real-world.ts';
import { READS_PER_WRITE } from './fleet/requests.ts';
import {
  banTable,
  fleetGoals,
  liveSearchTable,
  realWorldTable,
  requestTable,
  sizeTable,
} from './fleet/tables.ts';
import { benchFleetSearch } from './fleet-search.ts';
import { type PartReport, short } from './report.ts';
import { track } from './tidy.ts';

const QUICK_SIZES = [100, 1000];
const SIZES = [...QUICK_SIZES, 5000];
const TITLE = 'A fleet: a broker, a gateway and simulated worlds on this machine';
/** The targets of a fleet count up to this load; above it they say what is met all the same. */
const JUDGED_LOAD = 6;
/** A size that takes longer is given up. */
const SIZE_MS = 240_000;

export interface FleetBenchOptions {
  pace: Pace;
  quick: boolean;
  /** How many worlds to simulate; undefined for the usual sizes. */
  worlds: readonly number[] | undefined;
}

/** Requests, bans, memory and search of a fleet at some sizes, and a real world beside its own port. */
export async function benchFleet({ pace, quick, worlds }: FleetBenchOptions): Promise<PartReport> {
  if (noNats !== false) {
    return { title: `${TITLE}: not measured`, tables: [], notes: [noNats], goals: [], figures: undefined };
  }
  const { baselines, real } = await withBroker(async ({ url }) => ({
    baselines: await measureBaselines(url, pace),
    real: await measureRealWorld(url, pace),
  }));
  const [sizes, notes]: [SizeFigures[], string[]] = [[], []];
  for (const count of worlds ?? (quick ? QUICK_SIZES : SIZES)) {
    try {
      const bare = await withBroker((broker) => inTime(measureBare(broker, count, pace)));
      const size = await withBroker((broker) => inTime(measureSize(broker, count, pace)));
      sizes.push({ ...size, requests: [bare, ...size.requests] });
    } catch (error) {
      notes.push(`${short(count)} worlds: not measured: ${(error as Error).message}`);
    }
  }
  const search = await benchFleetSearch(pace);
  return {
    title: TITLE,
    tables: [
      sizeTable(sizes),
      requestTable(sizes, baselines),
      liveSearchTable(sizes, baselines),
      banTable(sizes),
      realWorldTable(real),
      ...search.tables,
    ],
    notes: [...notesOf(baselines, sizes), ...notes, ...search.notes],
    goals: [...fleetGoals(sizes), ...search.goals],
    figures: { baselines, real, sizes, search: search.figures } satisfies FleetFigures,
  };
}

interface FleetFigures {
  baselines: Baselines;
  real: RealWorldFigures[];
  sizes: SizeFigures[];
  search: unknown;
}

/** Runs something over a new broker, which goes with it. */
async function withBroker<T>(run: (broker: { url: string; pid: number }) => Promise<T>): Promise<T> {
  await using nats = await startNats();
  const { pid } = track(nats.process());
  return await run({ url: nats.url, pid: pid as number }); // it has just answered
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    endFleetPartners();
  }, SIZE_MS);
  try {
    return await work;
  } catch (error) {
    if (late) throw new Error(`it took more than ${SIZE_MS / 1000} s`, { cause: error });
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

function notesOf({ natsMs, httpMs }: Baselines, sizes: readonly SizeFigures[]): string[] {
  const busiest = Math.max(0, ...sizes.flatMap(({ requests }) => requests.map(({ load }) => load)));
  const overHttp = sizes.flatMap(({ requests }) => requests).filter(({ way }) => way === 'HTTP');
  const failures = sizes.flatMap(({ worlds, requests }) =>
    requests.flatMap(({ way, perSecond, failures: found }) =>
      Object.entries(found).map(
        ([what, count]) => `${short(worlds)} worlds, ${short(perSecond)}/s over ${way}: ${count} x ${what}`,
      ),
    ),
  );
  return [
    `Baselines, one at a time: NATS request and reply ${short(natsMs)} ms, bare node:http ${short(httpMs)} ms. A latency of the open loop runs from when the request was due.`,
    `${READS_PER_WRITE} reads to a write with leave. Bare NATS: plain requests over as many connections, without a fleet; what it takes of the broker, a fleet cannot go below. NATS alone: a gateway's client of worlds and the sender in one process. A ban is delivered when a world takes it over: it gathers changes for 20 ms.`,
    ...(overHttp.some(({ perSecond }) => perSecond < 2000)
      ? [
          'Where 99 of 100 requests over HTTP took more than 50 ms at 2,000 a second, 1,000 a second were measured as well.',
        ]
      : []),
    ...(busiest > JUDGED_LOAD
      ? [`The load average came to ${short(busiest)}: the targets are meant for up to ${JUDGED_LOAD}.`]
      : []),
    ...failures,
  ];
}
