import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { hasEnded, outputOf } from '@palatine/testing/child-process';
import type { Beside } from '@palatine/testing/maintained';
import { until } from '@palatine/testing/until';
import type { FromMaintenance, MaintenanceCall, MaintenanceState } from './maintenance-process.ts';

const PROGRAM = join(import.meta.dirname, 'maintenance-process.ts');

/** A process that maintains a game server, and can be killed at any moment. */
export class MaintainedProcess {
  /** The steps it told, in their order. */
  readonly steps: string[] = [];
  readonly output: () => string;
  readonly #child: ChildProcess;
  readonly #exited: Promise<unknown>;
  readonly #waiting = new Map<number, (message: { value?: unknown; error?: string }) => void>();
  #isReady = false;
  #numbers = 0;

  constructor(beside: Beside) {
    this.#child = fork(PROGRAM, [JSON.stringify(beside)], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    this.output = outputOf(this.#child.stdout, this.#child.stderr);
    this.#exited = once(this.#child, 'exit');
    this.#child.on('message', (message: FromMaintenance) => this.#take(message));
  }

  #take(message: FromMaintenance): void {
    if ('ready' in message) this.#isReady = true;
    else if ('step' in message) this.steps.push(message.step);
    else {
      this.#waiting.get(message.number)?.(message);
      this.#waiting.delete(message.number);
    }
  }

  /** Resolves once it has gone on with what was interrupted; rejects when it ends before. */
  ready(): Promise<void> {
    return until('the process that maintains is ready', () => {
      assert.ok(!hasEnded(this.#child), `it ended:\n${this.output()}`);
      return this.#isReady;
    });
  }

  call(call: MaintenanceCall): Promise<unknown> {
    const number = ++this.#numbers;
    return new Promise((resolve, reject) => {
      this.#waiting.set(number, ({ value, error }) =>
        error === undefined ? resolve(value) : reject(new Error(error)),
      );
      void this.#exited.then(() => reject(new Error('killed')));
      this.#child.send({ number, call }, (error) => error && reject(error));
    });
  }

  state(): Promise<MaintenanceState> {
    return this.call({ ask: 'state' }) as Promise<MaintenanceState>; // its own type
  }

  /** Resolves when the process begins a step, or ends; at once if it has begun that step before. */
  reaches(step: string): Promise<void> {
    const reported = this.steps.length;
    const isPast = () =>
      this.steps.includes(step) || this.steps.includes('', reported) || hasEnded(this.#child);
    return until(`it reaches ${step}`, isPast);
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#exited;
  }
}
