import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { ended, startPartner } from '../tidy.ts';

interface Reply {
  id: number;
  value?: unknown;
  failed?: string;
}

/** A process of the benchmark that answers orders. It ends when it is disposed of. */
export interface Partner extends AsyncDisposable {
  pid: number;
  /** Rejects with the error of the process, when it has ended, and after so long. */
  ask<T>(order: unknown, withinMs: number): Promise<T>;
}

const STOP_MS = 5000;
const running = new Set<ChildProcess>();

/** Ends every process of a measurement that takes too long; what waits for one of them then rejects. */
export function endFleetPartners(): void {
  for (const child of running) child.kill('SIGKILL');
}

/** Starts a script of this folder that calls `answerOrders`. */
export function startFleetPartner(script: string, args: readonly string[] = []): Partner {
  const child = startPartner(join(import.meta.dirname, script), [...args], { serialization: 'advanced' });
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let last = 0;
  child.on('message', ({ id, value, failed }: Reply) => {
    if (failed === undefined) waiting.get(id)?.resolve(value);
    else waiting.get(id)?.reject(new Error(`${script}: ${failed}`));
    waiting.delete(id);
  });
  running.add(child);
  child.once('exit', () => {
    running.delete(child);
    for (const { reject } of waiting.values()) reject(new Error(`${script} has ended`));
  });
  return {
    pid: child.pid as number, // fork throws where it cannot start a process
    ask<T>(order: unknown, withinMs: number): Promise<T> {
      const { promise, resolve, reject } = Promise.withResolvers<T>();
      const id = ++last;
      const timer = setTimeout(
        () => reject(new Error(`${script} did not answer within ${withinMs / 1000} s`)),
        withinMs,
      );
      waiting.set(id, { resolve: resolve as (value: unknown) => void, reject }); // the scripts of this folder answer as they are asked
      child.send({ id, order }, (error) => {
        if (error !== null) reject(error);
      });
      return promise.finally(() => clearTimeout(timer));
    },
    async [Symbol.asyncDispose]() {
      if (child.connected) child.disconnect();
      await ended(child, STOP_MS);
    },
  };
}

/** In a script: answers each order, and ends with the benchmark. */
export function answerOrders<T>(answer: (order: T) => unknown): void {
  async function reply({ id, order }: { id: number; order: T }): Promise<void> {
    try {
      const value = await answer(order);
      process.send?.({ id, value } satisfies Reply);
    } catch (error) {
      process.send?.({ id, failed: (error as Error).message } satisfies Reply);
    }
  }
  process.on('message', (message: { id: number; order: T }) => void reply(message));
  process.on('disconnect', () => process.exit(0));
}
