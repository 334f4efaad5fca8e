/** Permissions that begin alike. */
export interface PermissionGroup {
  /** The first two parts of their names, such as `REST.Player`. */
  readonly name: string;
  readonly permissions: readonly string[];
}

/** Folds permissions into groups, in the order of the first of each. */
export function permissionGroups(permissions: readonly string[]): PermissionGroup[] {
  const groups = new Map<string, string[]>();
  for (const permission of permissions) {
    const name = permission.split('.').slice(0, 2).join('.');
    groups.set(name, [...(groups.get(name) ?? []), permission]);
  }
  return [...groups].map(([name, members]) =>
    members.length === 1
      ? { name: members[0] ?? name, permissions: members }
      : { name, permissions: members },
  );
}
