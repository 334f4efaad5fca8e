import { parseGuid, parseUserId } from '@palatine/contract';
import type { WorldKey } from '@palatine/fleet';
import { type Condition, rowsBy } from '../../store/pages.ts';

/** The worlds that a token may see. */
export type VisibleWorlds = ReadonlySet<WorldKey> | 'all';

/** Row conditions for a token; undefined when it may see none. Needs an index `<table>_by_world`. */
export function worldConditions(
  table: 'events' | 'audit',
  worlds: VisibleWorlds,
  world: WorldKey | undefined,
): Condition[] | undefined {
  const index = rowsBy(table, 'world');
  if (world !== undefined) {
    if (worlds !== 'all' && !worlds.has(world)) return undefined;
    return [{ sql: 'world = ?', values: [world], index }];
  }
  if (worlds === 'all') return [];
  const [only, ...others] = worlds;
  if (only === undefined) return undefined;
  if (others.length === 0) return [{ sql: 'world = ?', values: [only], index }];
  return [{ sql: IN_LIST, values: [JSON.stringify([...worlds])] }];
}

const IN_LIST = 'world in (select value from json_each(?))';

/** The column with the UserId that a row is about; of an entry of the audit also that of its target. */
const USER_ID = { events: 'player_user_id', audit: 'subject' } as const;

/** Rows about a player, by PlayerUID, UserId or whole name. The second part says that an index without empty texts has all. */
export function playerCondition(table: keyof typeof USER_ID, text: string): Condition {
  const equals = (column: string, value: string, collate = ''): Condition => {
    const sql = `${column} = ?${collate} and ${column} <> ''`;
    return { sql, values: [value], index: rowsBy(table, column) };
  };
  const uid = parseGuid(text);
  if (uid !== undefined) return equals('player_uid', uid);
  const userId = parseUserId(text);
  if (userId !== undefined) return equals(USER_ID[table], userId);
  return equals('player_name', text, ' collate nocase');
}
