import { dirname } from 'node:path';
import type { Pace } from './arguments.ts';
import { diskNote, fileSystemOf, flushesMs, flushFigures } from './disk.ts';
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
import { measureInTurn, measureRound, type Round, type Rounds, roundsNote, speedRatio } from './round.ts';
import {
  copyDataFolder,
  type Server,
  startBareWrites,
  startPalatine,
  startSinglePalatine,
} from './servers.ts';
import { median, type Ratio } from './statistics.ts';
import { newFolder } from './tidy.ts';
import { LARGE_PLAYERS, measureSizes, type SizeFigures, sizeTable, worldText } from './write-size.ts';
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
const ALL_KINDS = Object.keys(KINDS) as Kind[]; // the keys of KINDS

interface Scenario {
  name: string;
  connections: number;
  /** With reads between the writes. */
  mixed: boolean;
}
const SCENARIOS: readonly Scenario[] = [
  ...[1, 16, GOAL_CONNECTIONS].map(writing),
  { name: '9 GET /players : 1 give/items, 64 connections', connections: GOAL_CONNECTIONS, mixed: true },
];

/** Writes alone, over so many connections. */
export function writing(connections: number): Scenario {
  const name = `give/items, ${connections} ${connections === 1 ? 'connection' : 'connections'}`;
  return { name, connections, mixed: false };
}

/** The rounds of some of the servers. */
interface ScenarioRounds<Measured extends Kind> extends Rounds<Measured> {
  scenario: Scenario;
}

interface ScenarioFigures extends ScenarioRounds<Kind> {
  /** Ratios of requests per second. */
  ratios: { toSingle: Ratio; toBare: Ratio; singleToBare: Ratio };
}

/** give/items, against the same service without batching and against a bare handler with SQLite alone. */
export async function benchWrites(pace: Pace): Promise<PartReport> {
  await using load = startLoad();
  const small = await makeWriteWorld(PLAYERS, load);
  const flushes: number[] = [];
  const measured = await measureScenarios(SCENARIOS, ALL_KINDS, { load, pace, world: small, flushes });
  const scenarios = measured.map((one): ScenarioFigures => ({ ...one, ratios: ratiosOf(one.rounds) }));
  const { sizes } = await measureSizes(load, pace, small, await makeWriteWorld(LARGE_PLAYERS, load));
  const flush = flushFigures(flushes);
  const folder = dirname(small.data);
  return {
    title: `Writes to a world of ${PLAYERS} players, all online, and to a large one`,
    tables: [...scenarios.map(tableOf), sizeTable(sizes)],
    notes: [
      roundsNote(pace),
      diskNote(folder, flush),
      `The bare handler has the same world file and the same settings of SQLite. It validates nothing, emits no event, indexes its audit with each write, and sends the players from memory.`,
    ],
    goals: goalsOf(scenarios, sizes),
    figures: { scenarios, sizes, fileSystem: fileSystemOf(folder), flush },
  };
}

interface ScenarioOptions {
  load: LoadGenerator;
  pace: Pace;
  world: WriteWorld;
  /** Takes the ms of flushes between the rounds. */
  flushes: number[];
}

/** Measures some of the servers over copies of a world, in one scenario after the other. */
export async function measureScenarios<Measured extends Kind>(
  scenarios: readonly Scenario[],
  measured: readonly Measured[],
  { load, pace, world, flushes }: ScenarioOptions,
): Promise<ScenarioRounds<Measured>[]> {
  await using batching = await startPalatine(copyDataFolder(world.data));
  await using single = await startSinglePalatine(copyDataFolder(world.data));
  await using bare = await startBareWrites(copyDataFolder(world.data), world.playersFile);
  const servers: Record<Kind, Server> = { batching, single, bare };
  for (const kind of ALL_KINDS) servers[kind].pause();

  async function round(scenario: Scenario, kind: Kind, settleMs: number, measureMs: number): Promise<Round> {
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
  const flush = () => void flushes.push(...flushesMs(flushed));
  const figures: ScenarioRounds<Measured>[] = [];
  for (const scenario of scenarios) {
    const rounds = await measureInTurn(measured, pace, round.bind(null, scenario), flush);
    figures.push({ scenario, ...rounds });
  }
  return figures;
}

function requestsOf({ mixed }: Scenario, port: number, world: WriteWorld): LoadKind[] {
  const writes = givingItems(port, world.recipients);
  return mixed ? [writes, readingPlayers(port, world, READS_PER_WRITE)] : [writes];
}

function ratiosOf(rounds: Record<Kind, Round[]>): ScenarioFigures['ratios'] {
  return {
    toSingle: speedRatio(rounds.batching, rounds.single),
    toBare: speedRatio(rounds.batching, rounds.bare),
    singleToBare: speedRatio(rounds.single, rounds.bare),
  };
}

function tableOf({ scenario, rounds, ratios }: ScenarioFigures): Table {
  const rows = ALL_KINDS.map((kind) => {
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
