import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

const MAIN = resolve(import.meta.dirname, '../../packages/server/src/cli/main.ts');
const HANG_MS = 60_000;

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs the command line to its end, as the installed program does. */
export function runCommand(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  return runProgram([MAIN, ...args], env);
}

/** Runs a script with this Node to its end. */
export async function runProgram(
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  cwd = process.cwd(),
): Promise<Ended> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const limit = setTimeout(() => child.kill('SIGKILL'), HANG_MS);
  const [code] = (await once(child, 'close')) as [number | null];
  clearTimeout(limit);
  return { code, stdout, stderr };
}

/** Runs a command with `--json` and parses its output. */
export async function runJson<T>(args: readonly string[]): Promise<{ code: number | null; answer: T }> {
  const { code, stdout } = await runCommand([...args, '--json']);
  return { code, answer: JSON.parse(stdout) as T };
}
