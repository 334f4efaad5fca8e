import type { Pace } from './arguments.ts';
import type { LoadGenerator } from './load.ts';
import { percent, short, type Table, withRange } from './report.ts';
import { measureRound, type Round } from './round.ts';
import { type Server, startPalatine } from './servers.ts';
import { median, type Ratio, ratioOf } from './statistics.ts';
import { givingItems, makeWriteWorld, type WriteWorld } from './write-world.ts';

const LARGE = 10_000;
const CONNECTIONS = 64;

interface Subject {
  players: number;
  server: Server;
  recipients: string[];
  rounds: Round[];
}

export interface SizeFigures {
  players: number;
  recipients: number;
  rounds: Round[];
  /** The time of a write as a multiple of that in the small world. */
  cost: Ratio;
}

/** The cost of a write in a small and in a large world. The last figures write to all players of the large one. */
export async function measureSizes(
  load: LoadGenerator,
  pace: Pace,
  small: WriteWorld,
): Promise<SizeFigures[]> {
  const large = await makeWriteWorld(LARGE, load);
  await using smallServer = await startPalatine(small.data);
  await using largeServer = await startPalatine(large.data);
  const few = large.recipients.slice(0, small.recipients.length);
  const subjects: Subject[] = [
    { players: small.players, server: smallServer, recipients: small.recipients, rounds: [] },
    { players: large.players, server: largeServer, recipients: few, rounds: [] },
    { players: large.players, server: largeServer, recipients: large.recipients, rounds: [] },
  ];
  for (const { server } of subjects) server.pause();
  for (const subject of subjects) await round(subject, load, pace.warmUpMs, pace.settleMs);
  for (let number = 0; number < pace.rounds; number++) {
    for (const subject of subjects) {
      subject.rounds.push(await round(subject, load, pace.settleMs, pace.roundMs));
    }
  }
  const speeds = (subject: Subject) => subject.rounds.map((one) => one.requestsPerSecond);
  return subjects.map((subject) => ({
    players: subject.players,
    recipients: subject.recipients.length,
    rounds: subject.rounds,
    cost: ratioOf(speeds(subjects[0] as Subject), speeds(subject)),
  }));
}

async function round(
  { server, recipients }: Subject,
  load: LoadGenerator,
  settleMs: number,
  measureMs: number,
) {
  server.resume();
  const figures = await measureRound(load, server, {
    kinds: [givingItems(server.port, recipients)],
    connections: CONNECTIONS,
    settleMs,
    measureMs,
    minAnswers: CONNECTIONS,
  });
  server.pause();
  return figures;
}

export function sizeTable(figures: readonly SizeFigures[]): Table {
  return {
    head: [
      `give/items, ${CONNECTIONS} connections, by world`,
      'requests/s',
      'p50 ms',
      'p99 ms',
      'cost of one to the small world',
      'server CPU',
    ],
    rows: figures.map(({ players, recipients, rounds, cost }) => [
      worldText(players, recipients),
      ...(['requestsPerSecond', 'p50Ms', 'p99Ms'] as const).map((name) =>
        short(median(rounds.map((one) => one[name]))),
      ),
      withRange(cost),
      percent(median(rounds.map((one) => one.serverCpu))),
    ]),
  };
}

export function worldText(players: number, recipients: number): string {
  return `${players.toLocaleString('en')} players, written to ${recipients.toLocaleString('en')}`;
}
