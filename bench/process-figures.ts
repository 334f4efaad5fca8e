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
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' '); // the process name before it may contain spaces and brackets
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}
