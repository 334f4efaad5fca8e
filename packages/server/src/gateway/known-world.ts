import type { FleetWorldState } from '@palatine/contract';
import type { Heartbeat, WorldKey } from '@palatine/fleet';

/** A world as this gateway knows it. */
export interface KnownWorld {
  readonly world: WorldKey;
  readonly name: string;
  readonly tags: readonly string[];
  readonly state: FleetWorldState;
  /** ms since 1970; undefined when it was not seen since the gateway started. */
  readonly lastSeenMs: number | undefined;
  /** How far its clock is ahead of this one, less the way of a heartbeat; undefined when it does not say. */
  readonly clockAheadMs: number | undefined;
  readonly heartbeat: Heartbeat | undefined;
}

/** Changes of shared lists that a world had not read at its last heartbeat; undefined when it does not say. */
export function listsBehind({ heartbeat }: KnownWorld, newest: number): number | undefined {
  return heartbeat?.listsRead === undefined ? undefined : Math.max(0, newest - heartbeat.listsRead);
}
