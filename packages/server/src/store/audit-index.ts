import type { DatabaseSync } from 'node:sqlite';

/** The fields of the table `auditValues`, with the column of the audit that each is filled from. */
const COLUMNS = {
  target: 'target',
  ip: 'ip',
  token: 'token',
  outcome: 'outcome',
  route: 'route',
  player: 'player_uid',
} as const;
type AuditField = keyof typeof COLUMNS;
export const AUDIT_FIELDS = Object.keys(COLUMNS) as AuditField[]; // the keys of COLUMNS

/** The fact with the id of the last entry whose values are all in the index; none before it is missing. */
const INDEXED_UP_TO = 'auditIndexedUpTo';

/** SQL: the entries of the audit whose values are not all in the index. They are the newest. */
export const UNINDEXED = `id > (select cast(value as integer) from facts where name = '${INDEXED_UP_TO}')`;

/** The entries of one pass. A field of so many takes 5 to 10 ms of the game thread. */
export const INDEXED_AT_ONCE = 4096;

export type AuditIndex = ReturnType<typeof auditIndex>;

/**
 * Adds the values of new audit entries to the index that filters use: to add them with each write would write seven
 * pages more for it. A pass takes the oldest entries that are not in it, one field at a time and sorted, so that those
 * of one value go into the same page. A pass that a killed process has not finished begins anew.
 */
export function auditIndex(database: DatabaseSync) {
  const add = AUDIT_FIELDS.map((field) => database.prepare(addSql(field, 'id > ? and id <= ?')));
  const remove = AUDIT_FIELDS.map((field) =>
    database.prepare(`delete from auditValues where field = '${field}' and text = ? and entry = ?`),
  );
  const upTo = database.prepare(
    `select cast(value as integer) as id from facts where name = '${INDEXED_UP_TO}'`,
  );
  const endOf = database.prepare(
    'select max(id) as last, count(*) as entries from (select id from audit where id > ? order by id limit ?)',
  );
  const count = database.prepare(`select count(*) as entries from audit where ${UNINDEXED}`);
  let waiting = (count.get() as { entries: number }).entries;
  let pass: { after: number; last: number; entries: number; field: number } | undefined;

  function beginPass(): typeof pass {
    const { id: after } = upTo.get() as { id: number };
    const { last, entries } = endOf.get(after, INDEXED_AT_ONCE) as { last: number | null; entries: number };
    return last === null ? undefined : { after, last, entries, field: 0 };
  }

  return {
    /** How many entries are in the audit and not in the index. */
    get waiting(): number {
      return waiting;
    },

    /** Counts new entries of the audit, once they are on disk. */
    added(entries: number): void {
      waiting += entries;
    },

    /** Adds one field of a pass; within a transaction. @returns what to call when it is on disk. */
    addField(): () => void {
      pass ??= beginPass();
      const current = pass;
      if (current === undefined) {
        return () => {
          waiting = 0; // those that waited were deleted
        };
      }
      const { after, last, entries, field } = current;
      add[field]?.run(after, last);
      const isLast = field === AUDIT_FIELDS.length - 1;
      if (isLast) database.exec(putUpTo(String(last)));
      return () => {
        current.field += 1;
        if (!isLast) return;
        pass = undefined;
        waiting = Math.max(0, waiting - entries); // the audit may have deleted some of them meanwhile
      };
    },

    /** Removes the values of an entry that the audit deletes; in the order of AUDIT_FIELDS. */
    remove(id: number, values: readonly string[]): void {
      for (const [at, value] of values.entries()) remove[at]?.run(value, id);
    },
  };
}

/** The columns of the audit that the fields are filled from, in the order of `remove`. */
export const INDEXED_COLUMNS = AUDIT_FIELDS.map((field) => COLUMNS[field]).join(', ');

/** Adds the values of all entries to the index, in a file that nobody else reads. */
export function indexAll(database: DatabaseSync): void {
  for (const field of AUDIT_FIELDS) database.exec(addSql(field, UNINDEXED));
  database.exec(putUpTo('(select coalesce(max(id), 0) from audit)'));
}

function addSql(field: AuditField, entries: string): string {
  const column = COLUMNS[field];
  return `insert or ignore into auditValues select '${field}', ${column}, id from audit
          where ${entries}${field === 'player' ? ` and ${column} <> ''` : ''} order by ${column}, id`;
}

function putUpTo(id: string): string {
  return `update facts set value = cast(${id} as text) where name = '${INDEXED_UP_TO}'`;
}
