import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { byTier } from '@palatine/save/testing';

const SOURCE = resolve(import.meta.dirname, '../../apps/cli/src');
const MAX_MS = 60_000;
/** Concurrent rounds, each with its own process. */
const AT_ONCE = 4;
const runFile = promisify(execFile);

/** When to kill: this many ms after the start, or once the names in the data folder match. */
export type Moment = number | ((names: readonly string[]) => boolean);

/** The steps to kill some work after: every third one, and all in a deep run. */
export function stepsToKillAt(count: number): number[] {
  const stride = byTier(3, 1);
  return Array.from({ length: Math.ceil(count / stride) }, (_, index) => 1 + index * stride);
}

/**
 * Runs a program that kills itself after a step, or else prints its steps at its end.
 * @returns the steps; undefined when it was killed
 */
export async function runToStep(program: string, args: readonly string[]): Promise<number | undefined> {
  try {
    const { stdout } = await runFile(process.execPath, [program, ...args]);
    return Number(stdout);
  } catch (error) {
    const { signal, stderr } = error as { signal?: string; stderr?: string };
    assert.equal(signal, 'SIGKILL', stderr);
    return undefined;
  }
}

/** Does work for each round, some at once. */
export async function forEachRound<T>(
  rounds: readonly T[],
  work: (round: T) => Promise<void>,
): Promise<void> {
  const waiting = rounds.values();
  const worker = async () => {
    for (const round of waiting) await work(round);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** Starts the service and kills it at the moment, unless it ends before. */
export function startAndKill(args: readonly string[], data: string, moment: Moment): Promise<void> {
  return runAndKill(['start.ts', '--port', '0', '--data', data, ...args], data, moment);
}

/** Runs a command of the command line and kills it at the moment, unless it ends before. */
export function commandAndKill(args: readonly string[], data: string, moment: Moment): Promise<void> {
  return runAndKill(['main.ts', ...args, '--data', data], data, moment);
}

async function runAndKill([program = '', ...args]: string[], data: string, moment: Moment): Promise<void> {
  const child = spawn(process.execPath, [resolve(SOURCE, program), ...args], { stdio: 'ignore' });
  const startedAt = Date.now();
  const hasCome = () =>
    typeof moment === 'number'
      ? Date.now() - startedAt >= moment
      : (existsSync(data) && moment(readdirSync(data))) || Date.now() - startedAt > MAX_MS;
  const exited = once(child, 'exit');
  const watch = setInterval(() => {
    if (hasCome()) child.kill('SIGKILL');
  }, 1);
  await exited;
  clearInterval(watch);
}
