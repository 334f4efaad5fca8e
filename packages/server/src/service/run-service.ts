import type { Logger } from 'pino';
import { openDataFolder } from '../data-folder/data-folder.ts';
import { systemClock } from '../game/clock.ts';
import type { Origin } from '../maintenance/make-world.ts';
import { openOutput } from '../telemetry/standard-output.ts';
import type { Arguments, JoinArguments } from './arguments.ts';
import { logUnforeseen, stopOnSignals } from './process-life.ts';
import { type RunningService, serve } from './serve.ts';
import { serviceLog } from './service-log.ts';
import { welcome } from './welcome.ts';

/** Serves until a signal ends the process. Throws a ConfigError when it cannot start. */
export async function runService(args: Arguments): Promise<void> {
  const { log, droppedLines } = serviceLog(process.env);
  logUnforeseen(log);
  if (args.join !== undefined) await join(args.data, args.join, log);
  const origin = (await originOfAttached(args, log)) ?? originOf(args);
  const service = await serve({ ...args, origin, log, droppedLogLines: droppedLines });
  stopOnSignals(() => service.stop(), log);
  // Last, after the signal handlers: a parent process may read this and end the service at once.
  printWelcome(welcome(service, await service.attached?.status()), service, log);
}

/** Nobody may be there to read it, as in `palatine serve | true`: the service is there for its callers. */
function printWelcome(text: string, service: RunningService, log: Logger): void {
  if (openOutput(1).write(text)) return;
  log.warn('standard output cannot be written, so the welcome was not printed');
  if (service.newAdminToken === undefined) return;
  log.warn('the administrator token was not printed: palatine token create makes another one');
}

/** Joins the fleet of a line. Throws a ConfigError that says why not. */
async function join(folder: string, { line, name }: JoinArguments, log: Logger): Promise<void> {
  const data = openDataFolder(folder); // by one process at a time
  try {
    const { World, Lists } = await (await import('../fleet/join-fleet.ts')).joinFleet(line, data, name);
    log.info({ world: World, name, lists: Lists }, 'this world belongs to the fleet from now on');
  } finally {
    data.unlock();
  }
}

/**
 * Attaches the data folder, where that is asked for. Throws a ConfigError that lists what is missing.
 * @returns the save from which the folder still needs its world
 */
async function originOfAttached(
  { data, attach, replace, seed }: Arguments,
  log: Logger,
): Promise<Origin | undefined> {
  if (attach === undefined) return undefined;
  const options = { ...attach, replace, environment: process.env, clock: systemClock };
  const { attachFolder } = await import('../attached/attach-folder.ts');
  const { importFrom, configMade } = await attachFolder(data, options);
  if (configMade) {
    log.info('Config.json was made: its "playerResolution" is "Known", so offline players are served too');
  }
  return importFrom === undefined ? undefined : { from: 'save', folder: importFrom, seed };
}

function originOf({ importFrom, demo, seed }: Arguments): Origin | undefined {
  if (importFrom !== undefined) return { from: 'save', folder: importFrom, seed };
  if (demo !== undefined) return { from: 'demo', seed, sizes: demo };
  return undefined;
}
