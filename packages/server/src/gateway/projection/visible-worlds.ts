import type { WorldKey } from '@palatine/fleet';
import { type Condition, rowsBy } from '../../store/pages.ts';

/** The worlds that a token may see. */
export type VisibleWorlds = ReadonlySet<WorldKey> | 'all';

/**
 * The conditions of rows that a token may see, of one world or of all; undefined when it may see none. `table`: whose
 * rows, with an index `<table>_by_world`.
 */
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
