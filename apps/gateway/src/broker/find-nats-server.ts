import { spawnSync } from 'node:child_process';
import { isTooOldBroker, LEAST_BROKER_VERSION } from '@palatine/fleet';
import { ConfigError } from '@palatine/platform/config-error';

export interface NatsServer {
  /** Its path, or a name on the PATH. */
  program: string;
  /** Such as `2.10.27`. */
  version: string;
}

const HOW_TO_GET =
  'Debian 13: apt install nats-server; Windows: scoop install nats-server; macOS: brew install nats-server; containers: the image nats';
const LONGEST_MS = 10_000;

/** The nats-server that PALATINE_NATS_SERVER names, else that of the PATH. Throws a ConfigError that says how to get one. */
export function findNatsServer(env: NodeJS.ProcessEnv = process.env): NatsServer {
  const named = env.PALATINE_NATS_SERVER || undefined;
  const program = named ?? 'nats-server';
  const { stdout, error } = spawnSync(program, ['--version'], { encoding: 'utf8', env, timeout: LONGEST_MS });
  const version = /\bv(\d+\.\d+\.\d+\S*)/.exec(stdout ?? '')?.[1];
  if (version !== undefined && !isTooOldBroker(version)) return { program, version };
  const none = named
    ? `PALATINE_NATS_SERVER: ${named} is no nats-server`
    : 'there is no nats-server on the PATH';
  const why = version === undefined ? none : `${program} ${version} is too old`;
  throw new ConfigError(`${why}; ${LEAST_BROKER_VERSION} or newer is needed (${HOW_TO_GET})`, {
    cause: error,
  });
}
