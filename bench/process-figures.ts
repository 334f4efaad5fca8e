import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The unit of process times on Linux, on every platform Node supports. */
const TICKS_PER_SECOND = 100;
const KB = 1024;

/** Resident memory of a process in bytes; NaN where the system does not report it. */
export function residentBytes(pid: number): number {
  if (process.platform === 'linux') {
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * KB;
  }
  const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
  return Number.parseInt(stdout ?? '', 10) * KB;
}

/** CPU seconds of all threads of a process so far; NaN where the system does not report it. */
export function cpuSeconds(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN;
  const { own } = cpuTicks(pid);
  return own / TICKS_PER_SECOND;
}

/** As cpuSeconds, with the children of the process that have ended. */
export function cpuSecondsWithEnded(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN;
  const { own, ended } = cpuTicks(pid);
  return (own + ended) / TICKS_PER_SECOND;
}

function cpuTicks(pid: number): { own: number; ended: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' '); // the process name before it may contain spaces and brackets
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15).map(Number);
  return { own: user + system, ended: endedUser + endedSystem };
}

/** CPU seconds of all cores of the machine together so far; undefined where the system does not report it. */
export function machineCpuSeconds(): { busy: number; stolen: number; total: number } | undefined {
  if (process.platform !== 'linux') return undefined;
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
  const seconds = line
    .split(/ +/)
    .slice(1)
    .map((ticks) => Number(ticks) / TICKS_PER_SECOND);
  const [user = 0, nice = 0, system = 0, idle = 0, waiting = 0, irq = 0, softIrq = 0, stolen = 0] = seconds;
  const busy = user + nice + system + irq + softIrq;
  return { busy, stolen, total: busy + stolen + idle + waiting };
}
