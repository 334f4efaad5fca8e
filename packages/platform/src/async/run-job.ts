import { type ChildProcess, fork } from 'node:child_process';
import { Worker } from 'node:worker_threads';
import { ConfigError, errorOfThread } from '../text/config-error.ts';
import type { FromJob, JobCall, ToJob } from './job.ts';

export interface JobOptions<Calls> {
  /** A noun phrase that begins error messages. */
  readonly name: string;
  readonly calls?: Calls;
  readonly maxHeapBytes?: number;
  readonly limit?: {
    readonly ms: number;
    readonly clock: { after(ms: number, work: () => void): () => void };
  };
  /** Runs in a process, for files locked by a server: closing one would drop its POSIX locks. */
  readonly inChildProcess?: boolean;
  readonly signal?: AbortSignal;
}

/** Runs a `job`; settles once it has exited. Rejects with its error, or a ConfigError beyond its time or memory. */
export function runJob<Input, Output, Calls extends object = object>(
  program: URL,
  input: Input,
  options: JobOptions<Calls>,
): Promise<Output> {
  const { name, calls, limit, signal, inChildProcess = false } = options;
  const worker = inChildProcess ? startProcess(program) : startThread(program, options);
  return new Promise((resolve, reject) => {
    let settle: (() => void) | undefined;
    const end = () => void ('terminate' in worker ? worker.terminate() : worker.kill('SIGKILL'));
    const cancelLimit = limit?.clock.after(limit.ms, () => {
      settle ??= () => reject(new ConfigError(`${name} took longer than ${limit.ms / 1000} seconds`));
      end();
    });
    signal?.addEventListener('abort', end);
    worker.on('message', (message: FromJob<Output>) => {
      if ('call' in message) void answer(calls, message).then((reply) => post(worker, reply));
      else if ('failed' in message)
        settle = () => reject(errorOfThread(Object.assign(new Error(), message.failed)));
      else settle = () => resolve(message.output);
    });
    worker.on('error', (error: Error) => {
      settle = () => reject(errorOf(error, name));
      if (inChildProcess) settle();
    });
    worker.on('exit', (code: number | null, by = `code ${code}`) => {
      cancelLimit?.();
      signal?.removeEventListener('abort', end);
      if (settle === undefined) reject(new Error(`${name} exited with ${by} before it was done`));
      else settle();
    });
    post(worker, { input });
  });
}

const transfers = new WeakMap<object, ArrayBuffer[]>();

/** Result of a call from the job; its buffers are transferred, not copied. */
export function transferred<T extends object>(result: T, buffers: ArrayBuffer[]): T {
  transfers.set(result, buffers);
  return result;
}

function startThread(program: URL, { name, maxHeapBytes }: JobOptions<unknown>): Worker {
  const limits = maxHeapBytes && { maxOldGenerationSizeMb: Math.ceil(maxHeapBytes / 1024 ** 2) };
  return new Worker(program, { name, ...(limits && { resourceLimits: limits }) });
}

/** The process does not keep this one alive. */
function startProcess(program: URL): ChildProcess {
  const child = fork(program, {
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.unref();
  child.channel?.unref();
  return child;
}

function post(worker: Worker | ChildProcess, message: ToJob): void {
  const result = 'result' in message && message.result instanceof Object ? message.result : message;
  if ('postMessage' in worker) worker.postMessage(message, transfers.get(result) ?? []);
  else worker.send(message, () => {}); // an exited process reports itself
}

async function answer(calls: object = {}, { call, args, id }: JobCall): Promise<ToJob> {
  try {
    const work = (calls as Record<string, (...args: unknown[]) => unknown>)[call]; // both sides share the types
    return { id, result: await work?.(...args) };
  } catch (error) {
    return { id, failed: error instanceof Error ? error.message : String(error) };
  }
}

function errorOf(error: Error, name: string): Error {
  if (!('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')) return errorOfThread(error);
  return new ConfigError(`${name} needs more memory than it may use; nothing was changed`, { cause: error });
}
