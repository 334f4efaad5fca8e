import type { LoadFigures, LoadGenerator, LoadOrder } from './load.ts';
import { cpuSeconds } from './process-figures.ts';
import type { Server } from './servers.ts';

export interface Round extends LoadFigures {
  /** Of one core, all threads of the server together; NaN where the system does not tell. */
  serverCpu: number;
}

/** Load on a server that runs. */
export async function measureRound(
  load: LoadGenerator,
  { pid, port }: Server,
  order: Omit<LoadOrder, 'port'>,
): Promise<Round> {
  const before = cpuSeconds(pid);
  const begunAt = performance.now();
  const figures = await load.measure({ ...order, port });
  const serverCpu = (cpuSeconds(pid) - before) / ((performance.now() - begunAt) / 1000);
  return { ...figures, serverCpu };
}
