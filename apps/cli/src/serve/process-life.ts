import type { BuiltConsole } from '@palatine/web/built-console';
import type { Logger } from 'pino';

/** A stop that takes longer ends the process with code 1. Everything answered is on disk by then. */
const STOP_MS = 8000;

/** What nobody caught is one line of the log and ends the process; what Node warns of is a line as well. */
export function logUnforeseen(log: Logger): void {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'an error that nobody caught ends the service');
    process.exit(1);
  });
  process.removeAllListeners('warning'); // Node's own writes plain text into the log
  process.on('warning', (warning) => log.warn({ err: warning }, 'Node warns'));
}

/** Stops at the first signal, and ends the process. */
export function stopOnSignals(stop: () => Promise<void>, log: Logger): void {
  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stopping) return; // a terminal's Ctrl-C arrives twice: from it, and through npm
      stopping = true;
      setTimeout(() => {
        log.fatal('the service did not stop in time');
        process.exit(1);
      }, STOP_MS).unref();
      log.info({ signal }, 'stopping');
      stop().then(
        () => process.exit(0),
        (error: unknown) => {
          log.fatal({ err: error }, 'the service did not stop cleanly');
          process.exit(1);
        },
      );
    });
  }
}

/** The line that says where the console is, or why there is none. */
export function consoleLine(url: string, { present }: Pick<BuiltConsole, 'present'>): string {
  return present
    ? `Console: ${url}/console/`
    : 'The console is not built: "npm run build" in the folder of Palatine, as its owner, builds it.';
}

/** The lines that show an administrator token that a start has made, with a request of this path to paste. */
export function newTokenLines(token: string | undefined, url: string, path: string): string[] {
  if (token === undefined) return [];
  return [
    '',
    'An administrator token was made. It is shown this once and kept only as a SHA-256:',
    '',
    `  ${token}`,
    '',
    'Try it:',
    '',
    `  curl -H "Authorization: Bearer ${token}" ${url}${path}`,
  ];
}
