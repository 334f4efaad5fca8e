/** Permissions that begin alike. */
interface PermissionGroup {
  /** The first two parts of their names, such as `REST.Player`; of one alone its whole name. */
  readonly name: string;
  readonly permissions: readonly string[];
}

/** Folds permissions into groups, in the order of the first of each. */
export function permissionGroups(permissions: readonly string[]): PermissionGroup[] {
  const groups = Map.groupBy(permissions, (permission) => permission.split('.').slice(0, 2).join('.'));
  return [...groups].map(([name, members]) => ({
    name: members.length === 1 ? (members[0] ?? name) : name,
    permissions: members,
  }));
}
