import { readFileSync } from 'node:fs';

/** The processor time of this process and, on Linux, of those that it started and saw end. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  const stat = process.platform === 'linux' ? readFileSync('/proc/self/stat', 'utf8') : '';
  const [children = 0, inKernel = 0] = stat.split(' ').slice(15, 17).map(Number); // in hundredths of a second
  return (user + system) / 1000 + (children + inKernel) * 10;
}
