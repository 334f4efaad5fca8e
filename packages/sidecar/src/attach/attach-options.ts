import type { ServerFile } from '@palatine/data-dir/server-file';
import type { Clock } from '@palatine/platform/clock';

/** Who is to stop and start the game server, as `--control` says it. */
export type ControlChoice = Pick<ServerFile['Control'], 'Kind'> &
  Partial<Pick<ServerFile['Control'], 'Container' | 'Socket'>>;

export interface AttachOptions {
  /** A world folder, or a folder above it; searched for when absent. */
  readonly save?: string | undefined;
  /** Of the REST interface; as Server.json or the game's settings say when absent. */
  readonly restUrl?: string | undefined;
  /** Holds the AdminPassword and nothing else. */
  readonly passwordFile?: string | undefined;
  /** Whether a password of the environment is stored in the data folder. */
  readonly storePassword?: boolean | undefined;
  readonly control?: ControlChoice | undefined;
  /** Whether a server that does not answer now may be attached to. */
  readonly offlineOk?: boolean | undefined;
  readonly environment: NodeJS.ProcessEnv;
  readonly clock: Clock;
  /** Where servers may be installed, when no folder is given; by default the well-known places and what runs. */
  readonly places?: readonly string[] | undefined;
}

/** One piece that attaching needs, or should have. What is `missing` keeps Server.json from being written. */
export interface AttachCheck {
  readonly check: string;
  readonly state: 'ok' | 'warning' | 'missing';
  readonly found: string;
  /** What to do about it; only where it is not ok. */
  readonly todo?: string;
}

export const ok = (check: string, found: string): AttachCheck => ({ check, state: 'ok', found });
const lacking = (state: 'warning' | 'missing') => (check: string, found: string, todo: string) => {
  return { check, state, found, todo } satisfies AttachCheck;
};
export const warning = lacking('warning');
export const missing = lacking('missing');
