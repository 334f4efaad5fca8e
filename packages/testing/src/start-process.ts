import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { runProgram } from '@palatine/cli/run-program';
import { hasEnded, outputOf } from './child-process.ts';
import { until } from './until.ts';

/** The real program, as `npm start` runs it once everything is installed. */
const MAIN = resolve(import.meta.dirname, '../../../apps/cli/src/start.ts');
const START_MS = 240_000;

export interface StartedProcess extends AsyncDisposable {
  child: ChildProcess;
  url: string;
  output(): string;
  /** The administrator token it printed; '' when it printed none. */
  token: string;
  /** Sends a signal and waits for the end. @returns the exit code, or the signal's name. */
  end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals | null>;
}

function run(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  stderr: number | 'pipe' = 'pipe',
  program = MAIN,
  openFiles?: number,
) {
  const limited = openFiles === undefined ? [] : ['sh', '-c', `ulimit -n ${openFiles}; exec "$@"`, 'sh'];
  const [command = '', ...rest] = [...limited, process.execPath, program, ...args];
  const child = spawn(command, rest, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', stderr] });
  return { child, output: outputOf(child.stdout, child.stderr) };
}

/**
 * Starts the program, on a free port unless one is given, and waits until it serves. Rejects with its output if it ends before.
 * @param stderr a descriptor that standard error goes to, instead of the output
 * @param program another one than that of a world
 * @param openFiles its limit of open files
 */
export async function startProcess(
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  stderr?: number,
  program?: string,
  openFiles?: number,
): Promise<StartedProcess> {
  const port = args.includes('--port') ? [] : ['--port', '0'];
  const { child, output } = run([...args, ...port], env, stderr, program, openFiles);
  const end = async (signal: NodeJS.Signals) => {
    const exited = once(child, 'exit');
    if (hasEnded(child)) return child.exitCode ?? child.signalCode;
    child.kill(signal);
    const [code, by] = (await exited) as [number | null, NodeJS.Signals | null];
    return code ?? by;
  };
  await until('the program serves', () => {
    assert.ok(!hasEnded(child), `the program ended with ${child.exitCode}:\n${output()}`);
    return output().endsWith('\n\n');
  });
  return {
    child,
    output,
    url: /(https?:\S+)\/v1\/pdapi/.exec(output())?.[1] ?? '',
    token: /Bearer ([\w-]+)/.exec(output())?.[1] ?? '',
    end,
    async [Symbol.asyncDispose]() {
      await end('SIGKILL');
    },
  };
}

/** Runs the program in this process, with arguments that it refuses or that ask for help or the version. */
export async function runArguments(
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<{ code: number; output: string }> {
  let output = '';
  const stream = {
    write(text: string) {
      output += text;
      return true;
    },
  };
  const shell = { env: { ...process.env, ...env }, cwd: process.cwd() };
  const code = await runProgram(args, { stdout: stream, stderr: stream, ...shell });
  return { code, output };
}

export async function runToEnd(
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<{ code: number | null; output: string }> {
  const { child, output } = run(args, env);
  const limit = setTimeout(() => child.kill('SIGKILL'), START_MS);
  const [code] = (await once(child, 'exit')) as [number | null];
  clearTimeout(limit);
  return { code, output: output() };
}
