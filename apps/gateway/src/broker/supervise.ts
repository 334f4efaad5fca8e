import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';

const PAUSE_MS = 1000;
/** Time for a broker to flush its streams. */
const STOP_MS = 10_000;
const LAST_LINES = 5;

/** Starts a program, and starts it again a second after it ends, until it is stopped. */
export function supervise(program: string, args: readonly string[], log: Logger) {
  const stopping = new AbortController();
  let child: ChildProcess | undefined;
  let ended: string | undefined;

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
      ended = await endOf(child, log);
      child = undefined;
      if (stopping.signal.aborted) return;
      log.error({ reason: ended }, 'nats-server ended; restarting');
      await delay(PAUSE_MS, undefined, { signal: stopping.signal }).catch(() => {}); // stopped meanwhile
    }
  }
  const running = run();

  return {
    /** Why the last process ended, with its last lines; undefined while none has ended. */
    lastEnd: () => ended,
    /** Undefined between two processes. */
    pid: () => child?.pid,
    /** Asks it to end, and kills it after 10 s. */
    async stop(): Promise<void> {
      stopping.abort();
      const last = child;
      last?.kill('SIGTERM');
      const killer = setTimeout(() => last?.kill('SIGKILL'), STOP_MS);
      await running;
      clearTimeout(killer);
    },
  };
}

export type Supervised = ReturnType<typeof supervise>;

/** Logs the output of a process, and waits for its end. @returns why it ended. */
async function endOf(child: ChildProcess, log: Logger): Promise<string> {
  const last: string[] = [];
  const lines = child.stderr && createInterface({ input: child.stderr });
  lines?.on('line', (line) => {
    last.push(line);
    if (last.length > LAST_LINES) last.shift();
    logLine(line, log);
  });
  try {
    const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
    return [`it ended with ${signal ?? code}`, ...last].join('; ');
  } catch (error) {
    return (error as Error).message; // it could not be started
  }
}

/** A line such as `[123] 2027/01/31 10:00:00.000000 [WRN] text`. */
function logLine(line: string, log: Logger): void {
  const [, level = 'INF', text = line] = /^\[\d+\] \S+ \S+ \[([A-Z]+)\] (.*)$/.exec(line) ?? [];
  if (level === 'ERR' || level === 'FTL') log.error({ broker: text }, 'nats-server reports an error');
  else if (level === 'WRN') log.warn({ broker: text }, 'nats-server warns');
  else log.debug({ broker: text }, 'nats-server says');
}
