import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Beside } from '@palatine/testing/maintained';
import type { FromMaintenance, MaintenanceCall, MaintenanceState } from './maintenance-process.ts';

const PROGRAM = join(import.meta.dirname, 'maintenance-process.ts');
const READY_MS = 240_000;

/** A process that maintains a game server, and can be killed at any moment. */
export class MaintainedProcess {
  /** The steps it told, in their order. */
  readonly steps: string[] = [];
  readonly #child: ChildProcess;
  readonly #exited: Promise<unknown>;
  readonly #waiting = new Map<number, (message: { value?: unknown; error?: string }) => void>();
  readonly #onStep = new Set<(step: string) => void>();
  #ready: () => void = () => {};
  #numbers = 0;
  #text = '';

  constructor(beside: Beside) {
    this.#child = fork(PROGRAM, [JSON.stringify(beside)], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        this.#text = `${this.#text}${chunk}`.slice(-200_000);
        if (process.env.ROUNDS_LOG !== undefined) process.stderr.write(chunk);
      });
    }
    this.#exited = once(this.#child, 'exit');
    this.#child.on('message', (message: FromMaintenance) => this.#take(message));
  }

  #take(message: FromMaintenance): void {
    if ('ready' in message) return this.#ready();
    if ('step' in message) {
      this.steps.push(message.step);
      for (const listener of this.#onStep) listener(message.step);
      return;
    }
    this.#waiting.get(message.number)?.(message);
    this.#waiting.delete(message.number);
  }

  /** Resolves once it has gone on with what was interrupted; rejects when it ends before. */
  async ready(): Promise<void> {
    const ready = new Promise<void>((resolve) => {
      this.#ready = resolve;
    });
    let limit: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      limit = setTimeout(() => reject(new Error(`it does not start:\n${this.#text}`)), READY_MS);
    });
    const ended = this.#exited.then(() => Promise.reject(new Error(`it ended:\n${this.#text}`)));
    await Promise.race([ready, late, ended]).finally(() => clearTimeout(limit));
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

  /** Resolves when it begins a step, at once where it has told that step already. */
  reaches(step: string): Promise<void> {
    if (this.steps.includes(step)) return Promise.resolve();
    return new Promise((resolve) => {
      const listener = (reached: string) => {
        if (reached !== step && reached !== '') return;
        this.#onStep.delete(listener);
        resolve();
      };
      this.#onStep.add(listener);
      void this.#exited.then(() => resolve());
    });
  }

  output(): string {
    return this.#text;
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#exited;
  }
}
