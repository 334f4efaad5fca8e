import type { Pace } from './arguments.ts';
import type { LoadGenerator } from './load.ts';
import type { MachineLoad } from './machine-load.ts';
import { percent, short, type Table, withRange } from './report.ts';
import { measureInTurn, measureRound, type Round, speedRatio } from './round.ts';
import { type Server, startPalatine } from './servers.ts';
import { median, type Ratio } from './statistics.ts';
import { givingItems, type WriteWorld } from './write-world.ts';

export const LARGE_PLAYERS = 10_000;
const CONNECTIONS = 64;

interface Subject {
  players: number;
  server: Server;
  recipients: string[];
}

export interface SizeFigures {
  players: number;
  recipients: number;
  rounds: Round[];
  /** The time of a write as a multiple of that in the small world. */
  cost: Ratio;
}

/**
 * The cost of a write in a small and in a large world: the same number of players in both, then all recipients of the
 * large one.
 */
export async function measureSizes(
  load: LoadGenerator,
  pace: Pace,
  small: WriteWorld,
  large: WriteWorld,
): Promise<{ sizes: SizeFigures[]; machineLoad: MachineLoad }> {
  await using smallServer = await startPalatine(small.data);
  await using largeServer = await startPalatine(large.data);
  const few = large.recipients.slice(0, small.recipients.length);
  const subjects = {
    small: { players: small.players, server: smallServer, recipients: small.recipients },
    few: { players: large.players, server: largeServer, recipients: few },
    all: { players: large.players, server: largeServer, recipients: large.recipients },
  } satisfies Record<string, Subject>;
  const names = Object.keys(subjects) as (keyof typeof subjects)[]; // the keys of subjects
  for (const { server } of Object.values(subjects)) server.pause();
  const { rounds, machineLoad } = await measureInTurn(names, pace, (name, settleMs, measureMs) =>
    round(subjects[name], load, settleMs, measureMs),
  );
  const sizes = names.map((name) => ({
    players: subjects[name].players,
    recipients: subjects[name].recipients.length,
    rounds: rounds[name],
    cost: speedRatio(rounds.small, rounds[name]),
  }));
  return { sizes, machineLoad };
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
