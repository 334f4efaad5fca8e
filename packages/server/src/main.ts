import pino from 'pino';
import { type Arguments, HELP, readArguments } from './arguments.ts';
import type { Origin } from './first-world/make-world.ts';
import { OperatorFault } from './operator/operator-fault.ts';
import { serve } from './serve.ts';
import { VERSION } from './version.ts';
import { welcome } from './welcome.ts';

/** How long a stop may take before the process goes regardless. What was answered is on disk by then. */
const STOP_MS = 8000;

const log = pino({ name: 'palisade', level: process.env.PALISADE_LOG ?? 'info' }, pino.destination(2));

try {
  await main(readArguments(process.argv.slice(2), process.env));
} catch (error) {
  if (error instanceof OperatorFault) process.stderr.write(`palisade: ${error.message}\n`);
  else log.fatal({ err: error }, 'the service could not start');
  process.exit(1);
}

async function main(args: Arguments): Promise<void> {
  if (args.help) return void process.stdout.write(HELP);
  if (args.version) return void process.stdout.write(`${VERSION.version_str_long}\n`);

  const service = await serve({ ...args, origin: originOf(args), log });
  process.stdout.write(welcome(service));

  service.game.onLost = (error) => {
    log.fatal({ err: error }, 'the game thread is lost');
    process.exit(1);
  };
  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
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
}

function originOf({ importFrom, demo, seed }: Arguments): Origin | undefined {
  if (importFrom !== undefined) return { from: 'save', folder: importFrom, seed };
  if (demo !== undefined) return { from: 'demo', seed, sizes: demo };
  return undefined;
}
