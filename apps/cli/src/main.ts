import { terminal } from './command/terminal.ts';
import { runCli } from './run-cli.ts';

// `palatine`: the process around runCli. `npm start` begins in start.ts.

const { stdin, stdout, stderr, env } = process;
let ended: AbortController | undefined;

/** Created on first use. Until then a signal ends the process at once, even during long work. */
function endSignal(): AbortSignal {
  if (ended !== undefined) return ended.signal;
  const controller = new AbortController();
  ended = controller;
  process.on('exit', () => controller.abort());
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(name, () => {
      controller.abort();
      process.kill(process.pid, name);
    });
  }
  return controller.signal;
}

stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0); // the reader has closed the pipe, as `head` does
  const message = `standard output cannot be written: ${error.message}`;
  terminal({ stdin, stdout, stderr }, { json: false }).fail([message]);
  process.exit(1);
});
stderr.on('error', () => {}); // nobody reads it, or its disk is full: the command itself continues

process.exitCode = await runCli(process.argv.slice(2), {
  ...{ stdin, stdout, stderr, env, cwd: process.cwd() },
  get signal() {
    return endSignal();
  },
});
