import type { ControlKind } from '@palatine/contract';
import type { ServerFile } from '@palatine/data-dir/server-file';
import { type Clock, waitUntil } from '@palatine/platform/clock';
import { ConfigError } from '@palatine/platform/config-error';

/** Unknown: the control does not say, is on its way between the two, or cannot be asked. */
export type ProcessState = 'Running' | 'Stopped' | 'Unknown';

/** Stops and starts the process of a game server. It kills nothing by itself. */
export interface ServerControl {
  readonly kind: ControlKind;
  /** false: somebody else stops and starts it */
  readonly acts: boolean;
  /** What the control says now. Never rejects. */
  state(): Promise<ProcessState>;
  /** Resolves once it is stopped. Rejects with a ControlError on failure, or after `StopTimeoutSeconds`. */
  stop(): Promise<void>;
  /** Resolves once the control says that the server runs, also when it did before. Rejects likewise. */
  start(): Promise<void>;
}

/** The part of Server.json that says who stops and starts the game server. */
export type ControlSettings = ServerFile['Control'];

export interface ControlTools {
  readonly clock: Clock;
  /** The environment of the programs it starts, without what belongs to Palatine. */
  readonly environment: NodeJS.ProcessEnv;
}

/** The game server could not be stopped or started. The message says what happened and what an operator can do. */
export class ControlError extends ConfigError {
  override name = 'ControlError';
}

const LOOK_EVERY_MS = 500;

/** Waits until the server is in a state. @returns whether it came to be within the time. */
export function waitForState(
  read: () => Promise<ProcessState>,
  wanted: ProcessState,
  clock: Clock,
  timeoutMs: number,
): Promise<boolean> {
  return waitUntil(clock, async () => (await read()) === wanted, { everyMs: LOOK_EVERY_MS, timeoutMs });
}

const SHOWN_CHARACTERS = 200;

/** The first line with text, without control characters, cut to a length that fits into a message. */
export function firstLine(text: string): string {
  const line = text.split(/[\r\n]+/).find((one) => one.trim() !== '') ?? '';
  const plain = line.replace(/\p{Cc}+/gu, ' ').trim();
  return plain.length > SHOWN_CHARACTERS ? `${plain.slice(0, SHOWN_CHARACTERS)}…` : plain;
}
