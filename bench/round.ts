import type { Pace } from './arguments.ts';
import type { LoadFigures, LoadGenerator, LoadOrder } from './load.ts';
import type { MachineLoad } from './machine-load.ts';
import { withMachineLoad } from './machine-reading.ts';
import { cpuSeconds } from './process-figures.ts';
import type { Server } from './servers.ts';
import { type Ratio, ratioOf } from './statistics.ts';

export interface Round extends LoadFigures {
  /** All threads of the server together, as a share of one core; NaN where the system does not report it. */
  serverCpu: number;
  /** The same for each answer, in µs. */
  serverCpuMicros: number;
}

/** The rounds of each subject, and what the machine did besides meanwhile. */
export interface Rounds<Subject extends string> {
  rounds: Record<Subject, Round[]>;
  machineLoad: MachineLoad;
}

/** Runs one round of load on a running server. */
export async function measureRound(
  load: LoadGenerator,
  { pid, port }: Server,
  order: Omit<LoadOrder, 'port'>,
): Promise<Round> {
  const before = cpuSeconds(pid);
  const startedAt = performance.now();
  const figures = await load.measure({ ...order, port });
  const seconds = cpuSeconds(pid) - before;
  return {
    ...figures,
    serverCpu: seconds / ((performance.now() - startedAt) / 1000),
    serverCpuMicros: (seconds * 1e6) / (figures.answers + figures.settlingAnswers),
  };
}

/** Warms every subject up, then measures them in turn, so that a ratio is of one moment. */
export async function measureInTurn<Subject extends string>(
  subjects: readonly Subject[],
  { rounds: count, roundMs, settleMs, warmUpMs }: Pace,
  round: (subject: Subject, settleMs: number, measureMs: number) => Promise<Round>,
  beforeEach: () => void = () => {},
): Promise<Rounds<Subject>> {
  for (const subject of subjects) await round(subject, warmUpMs, settleMs);
  const rounds = Object.fromEntries(
    subjects.map((subject) => [subject, []]),
  ) as unknown as Rounds<Subject>['rounds']; // an entry for each subject
  const { machineLoad } = await withMachineLoad(async () => {
    for (let number = 0; number < count; number++) {
      beforeEach();
      for (const subject of subjects) rounds[subject].push(await round(subject, settleMs, roundMs));
    }
  });
  return { rounds, machineLoad };
}

/** Requests per second, against those of another subject. */
export function speedRatio(rounds: readonly Round[], baseline: readonly Round[]): Ratio {
  const speeds = (of: readonly Round[]) => of.map(({ requestsPerSecond }) => requestsPerSecond);
  return ratioOf(speeds(rounds), speeds(baseline));
}

export function roundsNote({ rounds, roundMs }: Pace): string {
  return `Medians of ${rounds} interleaved rounds of ${roundMs} ms; a ratio is the median of the rounds' own ratios, with its least and most.`;
}
