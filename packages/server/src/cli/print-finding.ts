import type { Finding } from '../doctor/finding.ts';
import { paint, type Terminal } from './terminal.ts';

const COLOURS = { ok: 'green', warn: 'yellow', fail: 'red' } as const;

/** Prints a finding, and below it what to do about it. */
export function printFinding({ check, state, found, todo }: Finding, { print }: Terminal): void {
  print([paint(COLOURS[state], state.padEnd(4)), `  ${check}: ${found}`]);
  if (todo !== undefined) print(`      → ${todo}`);
}
