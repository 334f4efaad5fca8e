import type { LoadFigures, LoadGenerator, LoadOrder } from './load.ts';
import { cpuSeconds } from './process-figures.ts';
import type { Server } from './servers.ts';

export interface Round extends LoadFigures {
  /** All threads of the server together, as a share of one core; NaN where the system does not report it. */
  serverCpu: number;
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
  const serverCpu = (cpuSeconds(pid) - before) / ((performance.now() - startedAt) / 1000);
  return { ...figures, serverCpu };
}
