/**
 * Folds permissions that begin alike into groups, in the order of the first of each. A group is named by the first two
 * parts of their names, such as `REST.Player`; one alone by its whole name.
 */
export function permissionGroups(permissions: readonly string[]) {
  const groups = Map.groupBy(permissions, (permission) => permission.split('.').slice(0, 2).join('.'));
  return [...groups].map(([name, members]) => ({
    name: members.length === 1 ? (members[0] ?? name) : name,
    permissions: members,
  }));
}
