import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { byTier } from '@palatine/platform/testing';
import { filesBelow } from '@palatine/testing/folder-contents';
import { doWork, type WorkName } from './works.ts';

const SOURCE = resolve(import.meta.dirname, '../../apps/cli/src');
const WORK = join(import.meta.dirname, 'works.ts');
const MAX_MS = 60_000;
const runFile = promisify(execFile);

/** When to kill: this many ms after the start, or once the names in the data folder match. */
export type Moment = number | ((names: readonly string[]) => boolean);

/** The steps to kill a process after: the first, the middle and the last one, and all in a deep run. */
function stepsToKillAt(count: number): number[] {
  return byTier(
    [1, Math.ceil(count / 2), count],
    Array.from({ length: count }, (_, index) => index + 1),
  );
}

/** A work on a save folder, and the folder that holds all that it changes. */
export interface Job {
  folder: string;
  work: WorkName;
  args: readonly string[];
}

/** Kills a process after a step of a work, if it takes that many. */
async function killProcess({ work, args }: Job, step: number): Promise<void> {
  try {
    await runFile(process.execPath, [WORK, work, `${step}`, ...args]);
  } catch (error) {
    const { signal, stderr } = error as { signal?: string; stderr?: string };
    assert.equal(signal, 'SIGKILL', stderr);
  }
}

/**
 * Leaves the folder as a kill after a step leaves it. SIGKILL keeps every byte that was written: so does a copy that is
 * made at the step, which takes no process.
 */
export async function kill(job: Job, step: number): Promise<void> {
  if (step === 0) return;
  if (byTier(false, true)) return killProcess(job, step);
  const left = `${job.folder}-left`;
  let steps = 0;
  await doWork(job.work, job.args, () => {
    steps += 1;
    if (steps === step) copyFolder(job.folder, left);
  });
  if (steps < step) return;
  rmSync(job.folder, { recursive: true, force: true });
  renameSync(left, job.folder);
}

/** Does a work. @returns copies of the folder before it, after each of its steps, and at its end */
async function statesOf({ folder, work, args }: Job): Promise<string[]> {
  const states: string[] = [];
  const keepState = () => {
    const state = `${folder}-${states.length}`;
    copyFolder(folder, state);
    states.push(state);
  };
  keepState();
  await doWork(work, args, keepState);
  keepState();
  return states;
}

/**
 * Brings the folder into each state in which a kill can leave it: before the work, after each step, and at the end.
 * After some steps it is a process that is killed, and leaves what the copy holds. @returns the number of steps
 */
export async function forEachKill(
  job: Job,
  check: (about: string, step: number) => Promise<void>,
  isChecked = (_step: number) => true,
): Promise<number> {
  const states = await statesOf(job);
  const [start = ''] = states;
  const steps = states.length - 2;
  const killed = stepsToKillAt(steps).filter(isChecked);
  for (const [step, state] of states.entries()) {
    const about = `killed after step ${step} of ${steps}`;
    if (!isChecked(step)) continue;
    copyFolder(killed.includes(step) ? start : state, job.folder);
    if (killed.includes(step)) {
      await killProcess(job, step);
      assert.deepEqual(namesIn(job.folder), namesIn(state), about);
    }
    await check(about, step);
  }
  for (const state of states) rmSync(state, { recursive: true });
  return steps;
}

/** Puts a copy of a folder in the place of another. */
export function copyFolder(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, { recursive: true, preserveTimestamps: true });
}

/** The files below a folder, without the parts of their names that differ from run to run. */
function namesIn(folder: string): string[] {
  return filesBelow(folder)
    .map((path) => path.replace(/\d+-[0-9a-f]{12}|\d{8}T\d{6}Z/, ''))
    .sort();
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
