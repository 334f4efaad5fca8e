import { type ChildProcess, spawn } from 'node:child_process';
import { Socket } from 'node:net';
import type { Clock } from '../game/clock.ts';
import { firstLine } from './control.ts';

/** What is kept of what a program writes. */
const OUTPUT_BYTES = 16 * 1024;
/** How long the last output may come after the end: a program that it left running may hold the pipe for ever. */
const DRAIN_MS = 200;
/** Our own settings, the password of the game server among them, are not for other programs. */
const OWN_VARIABLE = /^PALATINE_/i;

export interface RunOptions {
  readonly clock: Clock;
  readonly environment: NodeJS.ProcessEnv;
  readonly timeoutMs: number;
  /**
   * Of a program that may leave the game server behind: it writes nowhere, since a pipe of ours would break under
   * the server when we end, and signals of our terminal do not reach it.
   */
  readonly detached?: boolean;
}

/**
 * - `ended`: it ended by itself; `code` is undefined when a signal ended it.
 * - `not started`: there is no such program, or it cannot be run.
 * - `still running`: it took too long, and was left alone.
 */
export type ProgramResult =
  | {
      readonly kind: 'ended';
      readonly code: number | undefined;
      readonly said: string;
    }
  | { readonly kind: 'not started'; readonly why: string }
  | { readonly kind: 'still running' };

/**
 * Runs a program without a shell. Never rejects. `said` is the first line of its errors, or else of its standard output.
 */
export function runProgram(argv: readonly string[], options: RunOptions): Promise<ProgramResult> {
  const [program = '', ...args] = argv;
  const { clock, environment, timeoutMs, detached = false } = options;
  return new Promise((resolve) => {
    let child: ChildProcess;
    try {
      child = spawn(program, args, {
        shell: false,
        windowsHide: true,
        detached,
        env: foreignEnvironment(environment),
        stdio: detached ? 'ignore' : ['ignore', 'pipe', 'pipe'],
      });
    } catch (error) {
      // Of an argument with a zero byte, or a .cmd file on Windows.
      return resolve({ kind: 'not started', why: (error as Error).message });
    }
    const output = beginningOf(child.stdout);
    const errors = beginningOf(child.stderr);
    const settle = (result: ProgramResult) => {
      cancel();
      leave(child);
      resolve(result);
    };
    let cancel = clock.after(timeoutMs, () => settle({ kind: 'still running' }));
    child.on('error', (error) => settle({ kind: 'not started', why: error.message }));
    child.on('exit', (exitCode) => {
      const ended = () => {
        const code = exitCode ?? undefined;
        settle({ kind: 'ended', code, said: firstLine(errors()) || firstLine(output()) });
      };
      cancel();
      cancel = clock.after(DRAIN_MS, ended);
      child.on('close', ended);
    });
  });
}

/**
 * Lets this process end before the program, or before one that it has left running. Their pipes stay open, and are read
 * on: a program whose pipe is closed fails, or is ended, at the next thing it says.
 */
function leave(child: ChildProcess): void {
  child.unref();
  for (const stream of [child.stdout, child.stderr]) if (stream instanceof Socket) stream.unref();
}

function foreignEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !OWN_VARIABLE.test(name)));
}

/** Reads all of a stream, so that its writer never waits, and keeps the beginning. */
function beginningOf(stream: NodeJS.ReadableStream | null): () => string {
  let text = Buffer.alloc(0);
  stream?.on('data', (chunk: Buffer) => {
    if (text.length < OUTPUT_BYTES) text = Buffer.concat([text, chunk]).subarray(0, OUTPUT_BYTES);
  });
  stream?.on('error', () => {}); // it broke off: what came until then is all there is
  return () => text.toString('utf8');
}
