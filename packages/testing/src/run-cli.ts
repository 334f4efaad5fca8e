import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { runCli } from '@palatine/cli/run-cli';

const MAIN = resolve(import.meta.dirname, '../../../apps/cli/src/main.ts');
const HANG_MS = 240_000;

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

export async function runCommand(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const printed = Promise.all([text(stdout), text(stderr)]);
  const ended = new AbortController();
  const hangs = Promise.withResolvers<never>();
  const limit = setTimeout(() => hangs.reject(new Error(`palatine ${args.join(' ')} does not end`)), HANG_MS);
  const command = runCli(args, {
    stdin: Readable.from([]),
    stdout,
    stderr,
    env: { ...process.env, ...env },
    cwd: process.cwd(),
    signal: ended.signal,
  });
  const code = await Promise.race([command, hangs.promise]).finally(() => {
    clearTimeout(limit);
    ended.abort();
  });
  stdout.end();
  stderr.end();
  const [out, err] = await printed;
  return { code, stdout: out, stderr: err };
}

/** Runs a command to its end as a process, as the installed program does. */
export function runProcess(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  return runProgram([MAIN, ...args], env);
}

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
  const limit = setTimeout(() => child.kill('SIGKILL'), HANG_MS);
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  clearTimeout(limit);
  return { code, stdout, stderr };
}

/** Runs a command with `--json` in this process, and parses its output. */
export async function runJson<T>(args: readonly string[]): Promise<{ code: number | null; answer: T }> {
  const { code, stdout } = await runCommand([...args, '--json']);
  return { code, answer: JSON.parse(stdout) as T };
}

export async function succeeds(args: readonly string[], env?: NodeJS.ProcessEnv): Promise<Ended> {
  const ended = await runCommand(args, env);
  assert.equal(ended.code, 0, `${args.join(' ')}: ${ended.stdout}${ended.stderr}`);
  return ended;
}

export async function isRefused(
  args: readonly string[],
  message: RegExp,
  { code = 1, env = {} }: { code?: number; env?: NodeJS.ProcessEnv } = {},
): Promise<Ended> {
  const ended = await runCommand(args, env);
  assert.match(ended.stderr, message);
  assert.equal(ended.code, code, args.join(' '));
  return ended;
}
