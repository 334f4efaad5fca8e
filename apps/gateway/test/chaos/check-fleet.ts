import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { readBanlist } from '@palatine/data-dir/banlist-file';

/** Rows of a world that the gateway lacks, one sentence each. */
export function checkProjection(gateway: string, data: string, world: string): string[] {
  const errors: string[] = [];
  using worldFile = new DatabaseSync(join(data, 'world.db'), { readOnly: true });
  using projection = new DatabaseSync(join(gateway, 'fleet.db'), { readOnly: true });
  const incarnation = (
    worldFile.prepare("select value from facts where name = 'incarnation'").get() as { value: string }
  ).value;
  const newest = {
    events: (worldFile.prepare('select coalesce(max(key), 0) as id from events').get() as { id: number }).id,
    audit: (worldFile.prepare('select coalesce(max(id), 0) as id from audit').get() as { id: number }).id,
  };
  for (const table of ['events', 'audit'] as const) {
    const rows = projection
      .prepare(`select seq from ${table} where world = ? and incarnation = ? order by id`)
      .all(world, incarnation) as { seq: number }[];
    errors.push(...orderErrors(`${table} of ${world} at ${gateway}`, rows, newest[table]));
  }
  return errors;
}

/** Rows have to be there from the first to the newest, in their order. */
function orderErrors(name: string, rows: readonly { seq: number }[], newest: number): string[] {
  const first = rows[0]?.seq ?? 1;
  const missing = rows.filter(({ seq }, index) => seq !== first + index).length;
  const errors = missing > 0 ? [`${name}: ${missing} out of order or missing`] : [];
  if (first !== 1) errors.push(`${name}: begins with ${first}`);
  const last = rows.at(-1)?.seq ?? 0;
  return last < newest ? [...errors, `${name}: ends with ${last} of ${newest}`] : errors;
}

/** The users that Banlist.json of a world bans by a list of the fleet. */
export function fleetBansOf(data: string): string[] {
  const { UserEntries } = readBanlist(join(data, 'Banlist.json'), '');
  return UserEntries.filter(({ Active, BannedBy }) => Active && BannedBy.Type === 'fleet')
    .map(({ UserId }) => UserId)
    .sort();
}
