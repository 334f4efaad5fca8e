import { isatty } from 'node:tty';
import { ConfigError } from '@palatine/platform/config-error';
import { logDestination, openOutput } from '@palatine/platform/log-destination';
import { logText } from '@palatine/platform/log-text';
import pino, { type Logger } from 'pino';

export interface ServiceLog {
  log: Logger;
  /** Lines that could not be written so far. */
  droppedLines(): number;
}

/** The log of the service, on standard error. Throws a ConfigError when a variable that configures it is wrong. */
export function serviceLog(env: NodeJS.ProcessEnv): ServiceLog {
  const { text, colours } = logFormat(env, isatty(2));
  const destination = logDestination(openOutput(2), text ? logText({ colours }) : undefined);
  const log = pino({ name: 'palatine', level: levelOf(env) }, destination);
  return { log, droppedLines: () => destination.dropped };
}

const FORMATS = ['json', 'text'] as const;

/** Text for a person on a terminal, JSON for a program elsewhere. Throws a ConfigError for a PALATINE_LOG_FORMAT that is neither. */
export function logFormat(env: NodeJS.ProcessEnv, terminal: boolean): { text: boolean; colours: boolean } {
  const wanted = env.PALATINE_LOG_FORMAT || (terminal ? 'text' : 'json');
  const format = FORMATS.find((one) => one === wanted);
  if (format === undefined) {
    throw new ConfigError(`PALATINE_LOG_FORMAT must be ${FORMATS.join(' or ')}, not "${wanted}"`);
  }
  return { text: format === 'text', colours: terminal && !env.NO_COLOR && env.TERM !== 'dumb' };
}

function levelOf(env: NodeJS.ProcessEnv): string {
  const level = env.PALATINE_LOG || 'info';
  const levels = [...Object.keys(pino.levels.values), 'silent'];
  if (levels.includes(level)) return level;
  throw new ConfigError(`PALATINE_LOG must be one of ${levels.join(', ')}, not "${level}"`);
}
