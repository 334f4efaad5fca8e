import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { hasEnded, outputOf } from '@palatine/testing/child-process';
import { until } from '@palatine/testing/until';

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
    const output = outputOf(child.stdout, child.stderr);
    const line = () => /^ready ?(.*)\n/m.exec(output());
    const isReady = () => {
      assert.ok(!hasEnded(child), `${this.#script} ended with ${child.exitCode}:\n${output()}`);
      return line() !== null;
    };
    await until(`${this.#script} is ready`, isReady);
    return (line()?.[1] ?? '').split(' ');
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  /** Sends a signal; waits for the end of a program that it ends. */
  async signal(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (child === undefined || hasEnded(child)) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    if (signal === 'SIGKILL') await ended;
  }
}
