import type { ServerFile } from '@palatine/data-dir/server-file';
import type { Clock } from '@palatine/platform/clock';

/** How the game server is stopped and started, from `--control`. */
export type ControlChoice = Pick<ServerFile['Control'], 'Kind'> &
  Partial<Pick<ServerFile['Control'], 'Container' | 'Socket'>>;

export interface AttachOptions {
  /** A world folder or a parent of it; by default it is searched for. */
  readonly save?: string | undefined;
  /** URL of the REST interface; by default from Server.json or the game's settings. */
  readonly restUrl?: string | undefined;
  /** Contains only the AdminPassword. */
  readonly passwordFile?: string | undefined;
  /** Whether to store a password of the environment in the data folder. */
  readonly storePassword?: boolean | undefined;
  readonly control?: ControlChoice | undefined;
  readonly offlineOk?: boolean | undefined;
  readonly environment: NodeJS.ProcessEnv;
  readonly clock: Clock;
  /** Folders to search for installations; by default well-known ones and running servers. */
  readonly places?: readonly string[] | undefined;
}

/** A required or recommended piece. A `missing` one prevents writing Server.json. */
export interface AttachCheck {
  readonly check: string;
  readonly state: 'ok' | 'warning' | 'missing';
  readonly found: string;
  /** The remedy; only if the state is not ok. */
  readonly todo?: string;
}

export const ok = (check: string, found: string): AttachCheck => ({ check, state: 'ok', found });
const lacking = (state: 'warning' | 'missing') => (check: string, found: string, todo: string) => {
  return { check, state, found, todo } satisfies AttachCheck;
};
export const warning = lacking('warning');
export const missing = lacking('missing');
