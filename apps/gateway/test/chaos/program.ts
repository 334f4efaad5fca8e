import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

/** How long a program may take to say that it is ready, on a machine that has much else to do. */
const READY_MS = 120_000;

/** A program of the chaos test, which dies and starts again over the same folders. */
export class Program {
  readonly #script: string;
  readonly #args: readonly string[];
  #child: ChildProcess | undefined;

  constructor(script: string, args: readonly string[]) {
    this.#script = resolve(import.meta.dirname, script);
    this.#args = args;
  }

  /** Starts it, and waits for its line `ready`. @returns the words after it. */
  async start(): Promise<string[]> {
    const child = spawn(process.execPath, [this.#script, ...this.#args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    let output = '';
    return new Promise((ready, failed) => {
      const limit = setTimeout(() => failed(new Error(`${this.#script} is not ready:\n${output}`)), READY_MS);
      const read = (chunk: Buffer) => {
        output += chunk.toString();
        const line = /^ready ?(.*)\n/m.exec(output);
        if (line === null) return;
        clearTimeout(limit);
        ready((line[1] ?? '').split(' '));
      };
      child.stdout.on('data', read);
      child.stderr.on('data', read);
      child.once('exit', (code) => {
        clearTimeout(limit);
        failed(new Error(`${this.#script} ended with ${code}:\n${output}`));
      });
    });
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  /** Sends a signal; waits for the end of a program that it ends. */
  async signal(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    if (signal === 'SIGKILL') await ended;
  }
}
