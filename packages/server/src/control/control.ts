import type { ControlKind } from '@palatine/contract';
import type { ServerFile } from '../data-folder/server-file.ts';
import type { Clock } from '../game/clock.ts';

/** Unknown: the control does not say, is on its way between the two, or cannot be asked. */
export type ProcessState = 'Running' | 'Stopped' | 'Unknown';

/** Stops and starts the process of a game server. It kills nothing by itself. */
export interface ServerControl {
  readonly kind: ControlKind;
  /** false: somebody else stops and starts it */
  readonly acts: boolean;
  /** What the control says now. Never rejects. */
  state(): Promise<ProcessState>;
  /**
   * Resolves once the control says that the server is stopped, also when it was before. Rejects with a ControlError
   * when that fails or takes longer than `StopTimeoutSeconds`.
   */
  stop(): Promise<void>;
  /** Resolves once the control says that the server runs, also when it did before. Rejects likewise. */
  start(): Promise<void>;
}

/** The part of Server.json that says who stops and starts the game server. */
export type ControlSettings = ServerFile['Control'];

/** What a control runs on. */
export interface ControlTools {
  readonly clock: Clock;
  /** The environment of the programs it starts, without what belongs to Palatine. */
  readonly environment: NodeJS.ProcessEnv;
}
