import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Linux counts the time of processes in these, everywhere Node runs. */
const TICKS_PER_SECOND = 100;
const KB = 1024;

/** Resident memory of a process in bytes; NaN where the system does not tell. */
export function residentBytes(pid: number): number {
  if (process.platform === 'linux') {
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * KB;
  }
  const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
  return Number.parseInt(stdout ?? '', 10) * KB;
}

/** Seconds all threads of a process have run so far; NaN where the system does not tell. */
export function cpuSeconds(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN;
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' '); // the name before it may hold anything
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}
