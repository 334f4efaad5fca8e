import { dirname } from 'node:path';
import type { Pace } from './arguments.ts';
import { fileSystemOf, flushesMs } from './disk.ts';
import { type LoadGenerator, type LoadKind, startLoad } from './load.ts';
import {
  atLeast,
  type Goal,
  type PartReport,
  percent,
  short,
  type Table,
  under,
  withRange,
} from './report.ts';
import { measureRound, type Round } from './round.ts';
import {
  copyDataFolder,
  type Server,
  startBareWrites,
  startPalatine,
  startSinglePalatine,
} from './servers.ts';
import { median, type Ratio, ratioOf } from './statistics.ts';
import { newFolder } from './tidy.ts';
import { measureSizes, type SizeFigures, sizeTable, worldText } from './write-size.ts';
import { givingItems, makeWriteWorld, readingPlayers, type WriteWorld } from './write-world.ts';

const PLAYERS = 30;
const READS_PER_WRITE = 9;
/** The goals apply to this number of connections. */
const GOAL_CONNECTIONS = 64;

const KINDS = {
  batching: 'Palatine',
  single: 'Palatine, one at a time',
  bare: 'bare node:http + SQLite',
} as const;
type Kind = keyof typeof KINDS;

const SCENARIOS = [
  { name: 'give/items, 1 connection', connections: 1, mixed: false },
  { name: 'give/items, 16 connections', connections: 16, mixed: false },
  { name: 'give/items, 64 connections', connections: GOAL_CONNECTIONS, mixed: false },
  { name: '9 GET /players : 1 give/items, 64 connections', connections: GOAL_CONNECTIONS, mixed: true },
] as const;
type Scenario = (typeof SCENARIOS)[number];

interface ScenarioFigures {
  scenario: Scenario;
  /** By server. */
  rounds: Record<Kind, Round[]>;
  /** Ratios of requests per second. */
  ratios: { toSingle: Ratio; toBare: Ratio; singleToBare: Ratio };
}

/** give/items, against the same service without batching and against a bare handler with SQLite alone. */
export async function benchWrites(pace: Pace): Promise<PartReport> {
  await using load = startLoad();
  const small = await makeWriteWorld(PLAYERS, load);
  const flushes: number[] = [];
  const scenarios = await measureScenarios(load, pace, small, flushes);
  const sizes = await measureSizes(load, pace, small);
  const sorted = flushes.toSorted((a, b) => a - b);
  const flush = { medianMs: median(sorted), p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN };
  const folder = dirname(small.data);
  return {
    title: `Writes to a world of ${PLAYERS} players, all online, and to a large one`,
    tables: [...scenarios.map(tableOf), sizeTable(sizes)],
    notes: [
      `Medians of ${pace.rounds} interleaved rounds of ${pace.roundMs} ms; a ratio is the median of the rounds' own ratios, with its least and most.`,
      `The world files lie on ${fileSystemOf(folder)} in ${folder}. Between the rounds, writing one page there and flushing it took ${short(flush.medianMs)} ms, p99 ${short(flush.p99Ms)} ms.`,
      `The bare handler has the same world file and the same settings of SQLite. It validates nothing, emits no event, and sends the players from memory.`,
    ],
    goals: goalsOf(scenarios, sizes),
    figures: { scenarios, sizes, fileSystem: fileSystemOf(folder), flush },
  };
}

async function measureScenarios(
  load: LoadGenerator,
  pace: Pace,
  world: WriteWorld,
  flushes: number[],
): Promise<ScenarioFigures[]> {
  await using batching = await startPalatine(copyDataFolder(world.data));
  await using single = await startSinglePalatine(copyDataFolder(world.data));
  await using bare = await startBareWrites(copyDataFolder(world.data), world.playersFile);
  const servers: Record<Kind, Server> = { batching, single, bare };
  const kinds = Object.keys(KINDS) as Kind[]; // the keys of KINDS
  for (const kind of kinds) servers[kind].pause();

  async function round(kind: Kind, scenario: Scenario, settleMs: number, measureMs: number): Promise<Round> {
    const server = servers[kind];
    server.resume();
    const figures = await measureRound(load, server, {
      kinds: requestsOf(scenario, server.port, world),
      connections: scenario.connections,
      settleMs,
      measureMs,
      minAnswers: 2 * scenario.connections,
    });
    server.pause();
    return figures;
  }

  const flushed = newFolder();
  const figures: ScenarioFigures[] = [];
  for (const scenario of SCENARIOS) {
    const rounds: Record<Kind, Round[]> = { batching: [], single: [], bare: [] };
    for (const kind of kinds) await round(kind, scenario, pace.warmUpMs, pace.settleMs);
    for (let number = 0; number < pace.rounds; number++) {
      flushes.push(...flushesMs(flushed));
      for (const kind of kinds) rounds[kind].push(await round(kind, scenario, pace.settleMs, pace.roundMs));
    }
    figures.push({ scenario, rounds, ratios: ratiosOf(rounds) });
  }
  return figures;
}

function requestsOf({ mixed }: Scenario, port: number, world: WriteWorld): LoadKind[] {
  const writes = givingItems(port, world.recipients);
  return mixed ? [writes, readingPlayers(port, world, READS_PER_WRITE)] : [writes];
}

function ratiosOf(rounds: Record<Kind, Round[]>): ScenarioFigures['ratios'] {
  const speeds = (kind: Kind) => rounds[kind].map((round) => round.requestsPerSecond);
  return {
    toSingle: ratioOf(speeds('batching'), speeds('single')),
    toBare: ratioOf(speeds('batching'), speeds('bare')),
    singleToBare: ratioOf(speeds('single'), speeds('bare')),
  };
}

function tableOf({ scenario, rounds, ratios }: ScenarioFigures): Table {
  const rows = (Object.keys(KINDS) as Kind[]).map((kind) => {
    const of = (figure: (round: Round) => number | undefined) =>
      median(rounds[kind].map((round) => figure(round) ?? Number.NaN));
    const quantiles = (place: number) => [
      short(of(({ kinds }) => kinds[place]?.p50Ms)),
      short(of(({ kinds }) => kinds[place]?.p99Ms)),
    ];
    return [
      KINDS[kind],
      short(of((round) => round.requestsPerSecond)),
      ...quantiles(0),
      ...(scenario.mixed ? quantiles(1) : []),
      kind === 'batching' ? withRange(ratios.toSingle) : '',
      kind === 'batching'
        ? withRange(ratios.toBare)
        : kind === 'single'
          ? withRange(ratios.singleToBare)
          : '',
      percent(of((round) => round.serverCpu)),
      percent(of((round) => round.generatorCpu)),
    ];
  });
  return {
    head: [
      scenario.name,
      'requests/s',
      'write p50 ms',
      'write p99 ms',
      ...(scenario.mixed ? ['read p50 ms', 'read p99 ms'] : []),
      'x one at a time',
      'x bare',
      'server CPU',
      'generator CPU',
    ],
    rows,
  };
}

function goalsOf(scenarios: readonly ScenarioFigures[], sizes: readonly SizeFigures[]): Goal[] {
  const busy = scenarios.find(({ scenario }) => scenario.connections === GOAL_CONNECTIONS && !scenario.mixed);
  if (busy === undefined) return [];
  const p99Ms = median(busy.rounds.batching.map((round) => round.p99Ms));
  return [
    atLeast(`${GOAL_CONNECTIONS} connections, times one at a time`, 4, busy.ratios.toSingle.median),
    under(`${GOAL_CONNECTIONS} connections, p99 on a resting machine`, 50, p99Ms, ' ms'),
    ...sizes
      .slice(1) // the first is the small world itself
      .map(({ players, recipients, cost }) =>
        under(`cost of a write, ${worldText(players, recipients)} : ${PLAYERS} players`, 1.5, cost.median),
      ),
  ];
}
