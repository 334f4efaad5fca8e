import { isatty } from 'node:tty';
import { reportTimerErrors } from '@palatine/platform/clock';
import { ConfigError } from '@palatine/platform/config-error';
import { logDestination, logText, openOutput } from '@palatine/platform/log-destination';
import type { BuiltConsole } from '@palatine/web/mount-console';
import pino, { type Logger } from 'pino';

/** A stop that takes longer ends the process with code 1. Everything answered is on disk by then. */
const STOP_MS = 8000;

/** Different errors of timers that are logged. */
const MAX_TIMER_ERRORS = 100;

/** Logs an uncaught error in one line and ends the process. Logs errors of timers once each, and warnings of Node. */
export function logUncaught(log: Logger): void {
  const logged = new Set<string>();
  reportTimerErrors((error) => {
    const text = String(error);
    if (logged.has(text) || logged.size === MAX_TIMER_ERRORS) return;
    logged.add(text);
    log.error({ err: error }, 'the work of a timer failed; it runs again when it is due, and is logged once');
  });
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

/** The address of the console, or the reason why it is not served. */
export function consoleLine(url: string, { present }: Pick<BuiltConsole, 'present'>): string {
  return present
    ? `Console: ${url}/console/`
    : 'The console is not built: "npm run build" in the folder of Palatine, as its owner, builds it.';
}

/** The lines with a new administrator token, and a request of this path to paste. */
export function newTokenLines(token: string | undefined, url: string, path: string): string[] {
  if (token === undefined) return [];
  return [
    '',
    'An administrator token was created. It is shown only now and stored as a SHA-256:',
    '',
    `  ${token}`,
    '',
    'Try it:',
    '',
    `  curl -H "Authorization: Bearer ${token}" ${url}${path}`,
  ];
}

/** The log of the service, on standard error. Throws a ConfigError for an invalid variable. */
export function serviceLog(env: NodeJS.ProcessEnv) {
  const { text, colors } = logFormat(env, isatty(2));
  const destination = logDestination(openOutput(2), text ? logText({ colors }) : undefined);
  const log = pino({ name: 'palatine', level: levelOf(env) }, destination);
  return { log, droppedLines: () => destination.dropped };
}

const FORMATS = ['json', 'text'] as const;

/** Text on a terminal, JSON elsewhere, unless PALATINE_LOG_FORMAT is set. Throws a ConfigError for an invalid one. */
export function logFormat(env: NodeJS.ProcessEnv, terminal: boolean): { text: boolean; colors: boolean } {
  const name = env.PALATINE_LOG_FORMAT || (terminal ? 'text' : 'json');
  const format = FORMATS.find((known) => known === name);
  if (format === undefined) {
    throw new ConfigError(`PALATINE_LOG_FORMAT must be ${FORMATS.join(' or ')}, not "${name}"`);
  }
  return { text: format === 'text', colors: terminal && !env.NO_COLOR && env.TERM !== 'dumb' };
}

function levelOf(env: NodeJS.ProcessEnv): string {
  const level = env.PALATINE_LOG || 'info';
  const levels = [...Object.keys(pino.levels.values), 'silent'];
  if (levels.includes(level)) return level;
  throw new ConfigError(`PALATINE_LOG must be one of ${levels.join(', ')}, not "${level}"`);
}
