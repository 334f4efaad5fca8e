import type { FleetWorldState } from '@palatine/contract';
import type { Heartbeat, WorldKey } from '@palatine/fleet';

/** The worlds that a token of the fleet may see. */
export interface WorldScope {
  includes(world: Pick<KnownWorld, 'world' | 'tags'>): boolean;
}

/** Every world of the fleet, also those that join later. */
export const ALL_WORLDS_SCOPE: WorldScope = { includes: () => true };

/** Those of a scope. */
export function inScope(scope: WorldScope, known: readonly KnownWorld[]): KnownWorld[] {
  return known.filter((world) => scope.includes(world));
}

/** The keys of the worlds of a scope that the fleet knows by now. */
export function visibleWorlds(
  scope: WorldScope,
  known: readonly KnownWorld[],
): ReadonlySet<WorldKey> | 'all' {
  if (scope === ALL_WORLDS_SCOPE) return 'all';
  return new Set(inScope(scope, known).map(({ world }) => world));
}

/** The keys of the worlds of a scope that are online, or of the one that is asked for. */
export function onlineWorlds(
  scope: WorldScope,
  known: readonly KnownWorld[],
  only: WorldKey | undefined,
): WorldKey[] {
  return inScope(scope, known)
    .filter(({ world, state }) => state === 'Online' && (only ?? world) === world)
    .map(({ world }) => world);
}

/** Worlds by key or tag; `*` for every one. */
export function scopeFrom(selectors: readonly string[]): WorldScope {
  if (selectors.includes('*')) return ALL_WORLDS_SCOPE;
  const wanted = new Set(selectors);
  return { includes: ({ world, tags }) => wanted.has(world) || tags.some((tag) => wanted.has(tag)) };
}

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
