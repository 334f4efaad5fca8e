import pino, { type Logger } from 'pino';
import { ConfigError } from '../data-folder/config-error.ts';
import { logDestination } from '../telemetry/log-destination.ts';
import { openOutput } from '../telemetry/standard-output.ts';

export interface ServiceLog {
  log: Logger;
  /** Lines that could not be written so far. */
  droppedLines(): number;
}

/** The log of the service, on standard error. Throws a ConfigError when PALATINE_LOG is no level. */
export function serviceLog(env: NodeJS.ProcessEnv): ServiceLog {
  const destination = logDestination(openOutput(2));
  const log = pino({ name: 'palatine', level: levelOf(env) }, destination);
  return { log, droppedLines: () => destination.dropped };
}

function levelOf(env: NodeJS.ProcessEnv): string {
  const level = env.PALATINE_LOG || 'info';
  const levels = [...Object.keys(pino.levels.values), 'silent'];
  if (levels.includes(level)) return level;
  throw new ConfigError(`PALATINE_LOG must be one of ${levels.join(', ')}, not "${level}"`);
}
