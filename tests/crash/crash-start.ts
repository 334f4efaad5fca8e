import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';

const MAIN = resolve(import.meta.dirname, '../../packages/server/src/main.ts');
const LONGEST_MS = 60_000;

/** When to kill: this many ms after the start, or once the names in the data folder match. */
export type Moment = number | ((names: readonly string[]) => boolean);

/** Starts the program and kills it at the moment, unless it ends before. */
export async function startAndKill(args: readonly string[], data: string, moment: Moment): Promise<void> {
  const child = spawn(process.execPath, [MAIN, '--port', '0', '--data', data, ...args], { stdio: 'ignore' });
  const startedAt = Date.now();
  const hasCome = () =>
    typeof moment === 'number'
      ? Date.now() - startedAt >= moment
      : (existsSync(data) && moment(readdirSync(data))) || Date.now() - startedAt > LONGEST_MS;
  const exited = once(child, 'exit');
  const watch = setInterval(() => {
    if (hasCome()) child.kill('SIGKILL');
  }, 1);
  await exited;
  clearInterval(watch);
}
