import type { ServerFile } from '@palatine/data-dir/server-file';
import { type Clock, waitUntil } from '@palatine/platform/clock';
import { ConfigError } from '@palatine/platform/config-error';
import type { ProcessState } from '../rest/server-facts.ts';

/** Stops and starts the process of a game server. It never kills it. */
export interface ServerControl {
  /** Whether Palatine stops and starts the server; otherwise somebody else does. */
  readonly isAutomatic: boolean;
  /** Present state. Never rejects. */
  state(): Promise<ProcessState>;
  /** Resolves once it is stopped. Rejects with a ControlError on failure, or after `StopTimeoutSeconds`. */
  stop(): Promise<void>;
  /** Resolves once the server is running, even if it was before. Rejects likewise. */
  start(): Promise<void>;
}

export type ControlSettings = ServerFile['Control'];

export interface ControlTools {
  readonly clock: Clock;
  /** Environment of the programs it starts, without Palatine's variables. */
  readonly environment: NodeJS.ProcessEnv;
}

/** The game server could not be stopped or started. The message has the cause and the remedy. */
export class ControlError extends ConfigError {
  override name = 'ControlError';
}

const LOOK_EVERY_MS = 500;

/** Waits until the server is in a state. @returns whether it was reached in time. */
export function waitForState(
  read: () => Promise<ProcessState>,
  target: ProcessState,
  clock: Clock,
  timeoutMs: number,
): Promise<boolean> {
  return waitUntil(clock, async () => (await read()) === target, { everyMs: LOOK_EVERY_MS, timeoutMs });
}

const SHOWN_CHARACTERS = 200;

/** The first line with text, without control characters, cut to fit into a message. */
export function firstLine(text: string): string {
  const line = text.split(/[\r\n]+/).find((part) => part.trim() !== '') ?? '';
  const plain = line.replace(/\p{Cc}+/gu, ' ').trim();
  return plain.length > SHOWN_CHARACTERS ? `${plain.slice(0, SHOWN_CHARACTERS)}…` : plain;
}
