import { parentPort } from 'node:worker_threads';

export type ToJob =
  | { readonly input: unknown }
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly failed: string };

export type FromJob<Output> = JobCall | { readonly output: Output } | { readonly failed: FailedJob };

export interface JobCall {
  readonly call: string;
  readonly args: readonly unknown[];
  readonly id: number;
}

/** An error of a process; threads hand over their own. */
type FailedJob = Pick<NodeJS.ErrnoException, 'name' | 'message' | 'stack' | 'code'>;

type Remote<Calls> = {
  readonly [Name in keyof Calls]: Calls[Name] extends (...args: infer Args) => infer Result
    ? (...args: Args) => Promise<Awaited<Result>>
    : never;
};

/** Entry point of a job for `runJob`: works once and exits. `calls`: functions of the caller. */
export function job<Input, Output, Calls extends object = object>(
  work: (input: Input, calls: Remote<Calls>) => Output | Promise<Output>,
): void {
  const open = new Map<number, PromiseWithResolvers<unknown>>();
  let id = 0;
  const call = (name: string, ...args: unknown[]) => {
    const answer = Promise.withResolvers<unknown>();
    open.set(++id, answer);
    post({ call: name, args, id });
    return answer.promise;
  };
  const calls = new Proxy({} as Remote<Calls>, { get: (_, name) => call.bind(null, String(name)) });
  listen((message) => {
    if ('input' in message) {
      void Promise.resolve(message.input as Input) // what `runJob` was called with
        .then((input) => work(input, calls))
        .then((output) => finish({ output }), fail);
      return;
    }
    const answer = open.get(message.id);
    open.delete(message.id);
    if ('failed' in message) answer?.reject(new Error(message.failed));
    else answer?.resolve(message.result);
  });
}

function listen(take: (message: ToJob) => void): void {
  if (parentPort !== null) parentPort.on('message', take);
  else process.on('message', take).on('disconnect', () => process.exit(0)); // its caller is gone
}

function post(message: FromJob<unknown>): void {
  if (parentPort !== null) parentPort.postMessage(message);
  else process.send?.(message);
}

function finish(message: FromJob<unknown>): void {
  if (parentPort === null) return void process.send?.(message, undefined, undefined, () => process.exit(0));
  parentPort.postMessage(message);
  parentPort.close();
}

/** A thread exits with its error, which `runJob` receives. */
function fail(error: unknown): void {
  if (parentPort !== null) throw error;
  const thrown: NodeJS.ErrnoException = error instanceof Error ? error : new Error(String(error));
  const { name, message, stack = '', code = '' } = thrown;
  finish({ failed: { name, message, stack, ...(code !== '' && { code }) } });
}
