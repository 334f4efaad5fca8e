import { fork } from 'node:child_process';
import { errorOfThread } from '../data-folder/config-error.ts';

/**
 * What a process of ours says to the one that started it. Work on the files of a world that a server has open is done in
 * a process of its own: locks belong to a process, and the server would lose its own as soon as it closed such a file.
 */
export type FromProcess<Reply, Progress> =
  | { readonly progress: Progress }
  | { readonly reply: Reply }
  | { readonly failed: { readonly name: string; readonly message: string } };

export interface OwnProcess<Reply> {
  /** Rejects with what the work threw; a ConfigError stays one. */
  readonly reply: Promise<Reply>;
  /** Ends the process where it stands. */
  end(): void;
}

/** Runs a program of ours with this input in a process of its own. */
export function startOwnProcess<Input extends object, Reply, Progress = never>(
  program: URL,
  input: Input,
  onProgress: (progress: Progress) => void = () => {},
): OwnProcess<Reply> {
  const child = fork(program, { execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  const reply = new Promise<Reply>((resolve, reject) => {
    child.on('message', (message) => {
      const said = message as FromProcess<Reply, Progress>; // what answerParent sends
      if ('progress' in said) onProgress(said.progress);
      else if ('reply' in said) resolve(said.reply);
      else reject(errorOfThread(Object.assign(new Error(said.failed.message), { name: said.failed.name })));
    });
    child.on('error', reject);
    child.on('exit', (code, signal) =>
      reject(new Error(`the process ended with ${signal ?? `code ${code}`} before its work was done`)),
    );
    child.send(input, (error) => {
      if (error !== null) reject(error);
    });
  });
  child.unref();
  child.channel?.unref();
  return { reply, end: () => void child.kill('SIGKILL') };
}

/** In such a process: does the work once, and ends when it is done, or when nobody waits for it any more. */
export function answerParent<Input, Reply, Progress = never>(
  work: (input: Input, report: (progress: Progress) => void) => Promise<Reply>,
): void {
  const say = (message: FromProcess<Reply, Progress>, then = () => {}) =>
    process.send?.(message, undefined, undefined, then);
  const end = () => process.exit(0);
  process.on('disconnect', end);
  process.once('message', (input) => {
    work(input as Input, (progress) => say({ progress })).then(
      (reply) => say({ reply }, end),
      (error: unknown) => {
        const { name, message } = error instanceof Error ? error : new Error(String(error));
        say({ failed: { name, message } }, end);
      },
    );
  });
}
