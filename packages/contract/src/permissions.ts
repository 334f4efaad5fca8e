/** Whether a held permission (a name, a prefix ending in `.*`, or `*`) covers a name, exactly spelt. */
export function covers(granted: string, needed: string): boolean {
  if (granted === '*' || granted === needed) return true;
  return granted.endsWith('.*') && needed.startsWith(granted.slice(0, -1));
}

/** Whether any of the permissions a token holds covers the needed one. */
export function holds(permissions: readonly string[], needed: string): boolean {
  return permissions.some((granted) => covers(granted, needed));
}

/** Intersection of a token's permissions with others: of two of which one covers the other, the narrower one. */
export function capped(permissions: readonly string[], allow: readonly string[]): string[] {
  const narrower = permissions.filter((permission) => holds(allow, permission));
  const wider = allow.filter((permitted) => holds(permissions, permitted));
  return [...new Set([...narrower, ...wider])];
}

/** Every permission that a route requires, or says more with. */
export function permissionsOf({
  permission,
  optionalPermissions = {},
}: {
  permission: string | readonly string[];
  optionalPermissions?: Readonly<Record<string, string>>;
}): string[] {
  const needed = typeof permission === 'string' ? [permission] : permission;
  return [...new Set([...needed, ...Object.keys(optionalPermissions)])];
}

/** Those of the permissions with which a route says more that a token holds. */
export function grantedOf(
  permissions: readonly string[],
  optionalPermissions: Readonly<Record<string, string>>,
): string[] {
  return Object.keys(optionalPermissions).filter((needed) => holds(permissions, needed));
}

/** Whether a token with these permissions may call a route: one of the route's permissions is enough, if it has any. */
export function mayCall(
  permissions: readonly string[],
  route: { permission: string | readonly string[] },
): boolean {
  const needed = typeof route.permission === 'string' ? [route.permission] : route.permission;
  return needed.length === 0 || needed.some((permission) => holds(permissions, permission));
}
