import pino from 'pino';
import { ConfigError } from '../data-folder/config-error.ts';
import type { Origin } from '../maintenance/make-world.ts';
import type { Arguments } from './arguments.ts';
import { serve } from './serve.ts';
import { welcome } from './welcome.ts';

/** A stop that takes longer ends the process with code 1. Everything answered is on disk by then. */
const STOP_MS = 8000;

/** Serves until a signal ends the process. Throws a ConfigError when it cannot start. */
export async function runService(args: Arguments): Promise<void> {
  const log = pino({ name: 'palatine', level: logLevel() }, pino.destination(2));
  const service = await serve({ ...args, origin: originOf(args), log });
  service.game.onLost = (error) => {
    log.fatal({ err: error }, 'the game thread is lost');
    process.exit(1);
  };
  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stopping) return; // a terminal's Ctrl-C arrives twice: from it, and through npm
      stopping = true;
      setTimeout(() => process.exit(1), STOP_MS).unref();
      log.info({ signal }, 'stopping');
      service.stop().then(
        () => process.exit(0),
        (error: unknown) => {
          log.fatal({ err: error }, 'the service did not stop cleanly');
          process.exit(1);
        },
      );
    });
  }
  // Last, after the signal handlers: a parent process may read this and end the service at once.
  process.stdout.write(welcome(service));
}

function logLevel(): string {
  const level = process.env.PALATINE_LOG || 'info';
  const levels = [...Object.keys(pino.levels.values), 'silent'];
  if (levels.includes(level)) return level;
  throw new ConfigError(`PALATINE_LOG must be one of ${levels.join(', ')}, not "${level}"`);
}

function originOf({ importFrom, demo, seed }: Arguments): Origin | undefined {
  if (importFrom !== undefined) return { from: 'save', folder: importFrom, seed };
  if (demo !== undefined) return { from: 'demo', seed, sizes: demo };
  return undefined;
}
