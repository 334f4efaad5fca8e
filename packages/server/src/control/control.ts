import type { ControlKind } from '@palatine/contract';
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
export interface ControlSettings {
  Kind: ControlKind;
  /** Docker: name or id of the container. */
  Container: string;
  /** Docker: where its interface is, such as `/var/run/docker.sock` or `tcp://127.0.0.1:2375`. */
  Socket: string;
  /** Systemd: the unit, such as `palworld.service`. */
  Unit: string;
  /** Commands: program and arguments, run without a shell. */
  Stop: string[];
  Start: string[];
  /** Commands: exit code 0 is running, 3 is stopped, any other says nothing. May be empty. */
  Status: string[];
  StopTimeoutSeconds: number;
  StartTimeoutSeconds: number;
}

/** What a control runs on. */
export interface ControlTools {
  readonly clock: Clock;
  /** The environment of the programs it starts, without what belongs to Palatine. */
  readonly environment: NodeJS.ProcessEnv;
}
