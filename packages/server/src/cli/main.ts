import { runCli } from './run-cli.ts';
import { terminal } from './terminal.ts';

// `palatine`: the process around runCli. The service itself begins in ../main.ts.

const { stdin, stdout, stderr, env } = process;
const ended = new AbortController();
const { signal } = ended;

stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0); // the reader has closed the pipe, as `head` does
  const message = `standard output cannot be written: ${error.message}`;
  terminal({ stdin, stdout, stderr, json: false }).fail([message]);
  process.exit(1);
});
stderr.on('error', () => {}); // nobody reads it, or its disk is full: the command itself goes on

process.on('exit', () => ended.abort());
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(name, () => {
    ended.abort();
    // What `serve` and `fleet start` run takes over the process: it listens as well, and stops in its own time.
    if (process.listenerCount(name) === 0) process.kill(process.pid, name);
  });
}

process.exitCode = await runCli(process.argv.slice(2), {
  stdin,
  stdout,
  stderr,
  env,
  cwd: process.cwd(),
  signal,
});
