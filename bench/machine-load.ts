import { percent } from './report.ts';

/** CPU seconds so far, of all cores together. */
export interface CpuReading {
  /** Of every process, and of the kernel. */
  busySeconds: number;
  /** In which the hypervisor gave our cores to somebody else. */
  stolenSeconds: number;
  /** Busy, stolen and idle. */
  totalSeconds: number;
  /** Of this process and its children, those that have ended included. */
  ownSeconds: number;
}

/** What the machine did besides the benchmark, as shares of all cores; the load average where that is all there is. */
export type MachineLoad =
  | { othersShare: number; stolenShare: number }
  | { loadAverage: number; cores: number };

/**
 * The share of all cores above which a figure tells more of others than of the service. On two cores with nothing else
 * to do, rows showed 0 to 3 %, and the rounds of a ratio differed by 5 to 10 %. A tenth of the cores moves a figure by
 * about as much as that; a build or a test run takes half of them.
 */
const MOST_SHARE = 0.1;
/** What the benchmark alone adds to a load average: the load generator and two threads of a server. */
const OWN_LOAD = 3;

/** What the machine did from one reading to the next. */
export function loadBetween(before: CpuReading, after: CpuReading): MachineLoad {
  const total = after.totalSeconds - before.totalSeconds;
  const own = after.ownSeconds - before.ownSeconds;
  const others = after.busySeconds - before.busySeconds - own;
  return {
    othersShare: Math.max(0, others / total), // a kernel may count stolen time as that of the process that lost it
    stolenShare: (after.stolenSeconds - before.stolenSeconds) / total,
  };
}

/** Whether the machine was too busy to measure the service. Without any CPU time counted it counts as too busy. */
export function isTooBusy(load: MachineLoad): boolean {
  if ('loadAverage' in load) return load.loadAverage > OWN_LOAD + MOST_SHARE * load.cores;
  return !(load.othersShare + load.stolenShare <= MOST_SHARE);
}

export function loadText(load: MachineLoad): string {
  if ('loadAverage' in load) return `load average ${load.loadAverage.toFixed(2)}`;
  return `others ${percent(load.othersShare)}, stolen ${percent(load.stolenShare)}`;
}

/** Says what the load of a row is, and from where on it is not measured. */
export function loadNote(load: MachineLoad): string {
  const not = 'a row counts as not measured';
  if ('loadAverage' in load) {
    return `This system does not tell the CPU time of all processes. The load is the load average before the row, the benchmark itself included; above ${(OWN_LOAD + MOST_SHARE * load.cores).toFixed(1)} ${not}.`;
  }
  return `Load: what other processes took of all cores while the row was measured, and what the hypervisor kept. Above ${percent(MOST_SHARE)} together ${not}.`;
}
