import { type ChildProcess, type ForkOptions, fork, type SpawnOptions, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { diskFolder } from './disk.ts';

/**
 * Every process and folder the benchmark makes goes with it, however it ends. What takes longer than it may is
 * ended by the code that waits for it; this is the safety net.
 */
const children = new Set<ChildProcess>();
const root = mkdtempSync(join(diskFolder(), 'palatine-bench-'));
let folders = 0;

process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL'); // takes stopped ones as well
  try {
    rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  } catch {
    process.stderr.write(`bench: ${root} could not be removed\n`); // a child was still writing there
  }
});
for (const [signal, number] of [
  ['SIGINT', 2],
  ['SIGTERM', 15],
  ['SIGHUP', 1],
] as const) {
  process.on(signal, () => process.exit(128 + number));
}

/** A new empty folder that goes with the benchmark. */
export function newFolder(): string {
  return mkdtempSync(join(root, `${++folders}-`));
}

/** Starts a script with the Node that runs the benchmark. */
export function startNode(
  script: string,
  args: readonly string[],
  { env, ...options }: SpawnOptions = {},
): ChildProcess {
  return track(spawn(process.execPath, [script, ...args], { env: { ...environment(), ...env }, ...options }));
}

/** Starts a script that is talked to with messages. */
export function startPartner(
  script: string,
  args: readonly string[] = [],
  options: ForkOptions = {},
): ChildProcess {
  return track(fork(script, [...args], { execArgv: [], env: environment(), ...options }));
}

export function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/** The processes of the benchmark that run or are paused, but this one. */
export function childPids(): number[] {
  return [...children].flatMap(({ pid }) => pid ?? []);
}

/** Resolves when the child has ended, by itself or, after `graceMs`, by force. */
export async function ended(child: ChildProcess, graceMs: number): Promise<void> {
  if (hasEnded(child)) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  child.once('exit', () => resolve());
  const force = setTimeout(() => child.kill('SIGKILL'), graceMs);
  await promise;
  clearTimeout(force);
}

/** Ends a child with the benchmark, however that ends. */
export function track(child: ChildProcess): ChildProcess {
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

/** Ours without what would lead a server to another folder, port or batch, and without its chatter. */
function environment(): NodeJS.ProcessEnv {
  const { INIT_CWD, PALATINE_DATA, PALATINE_PORT, ...env } = process.env;
  return { ...env, PALATINE_LOG: 'warn' };
}
