/**
 * A permission a token holds: a full name, a prefix ending in `.*` that covers all below it, or `*`
 * that covers everything. Names compare exactly.
 */
export function covers(held: string, needed: string): boolean {
  if (held === '*' || held === needed) return true;
  return held.endsWith('.*') && needed.startsWith(held.slice(0, -1));
}

/** Whether any of the permissions a token holds covers the needed one. */
export function holds(permissions: readonly string[], needed: string): boolean {
  return permissions.some((held) => covers(held, needed));
}

/** Whether a token that holds `permissions` may call a route at all: it holds one of the route's. */
export function mayCall(
  permissions: readonly string[],
  route: { permission: string | readonly string[] },
): boolean {
  const needed = typeof route.permission === 'string' ? [route.permission] : route.permission;
  return needed.some((permission) => holds(permissions, permission));
}
