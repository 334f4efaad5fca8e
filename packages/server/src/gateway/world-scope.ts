import type { WorldKey } from '@palatine/fleet';
import type { KnownWorld } from './known-world.ts';

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
