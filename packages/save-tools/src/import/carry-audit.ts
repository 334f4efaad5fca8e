import { randomUUID } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { textIndexer } from '@palatine/data-dir/audit-table';
import { isUnreadable, worldFileError, worldProblem } from '@palatine/engine/open-world-file';
import { flushFile } from '@palatine/platform/atomic-write';
import { openGuarded, transaction } from '@palatine/platform/sqlite';

export interface Replacement {
  /** Such as `world import`. */
  command: string;
  /** Moment of the new world, if that is not now. */
  as?: string;
}

export interface CarriedAudit {
  /** Entries of the present world that were copied. */
  carried: number;
  problem: string | undefined;
}

/**
 * Copies the audit of the present world durably into the draft of its replacement, with an entry about that, which also
 * says if the audit is unreadable: a damaged world must not stop its restore. Undefined if no world is replaced.
 */
export function carryAudit(
  present: string,
  draft: string,
  replacement: Replacement,
): CarriedAudit | undefined {
  const exists = existsSync(present);
  if (!exists && replacement.as === undefined) return undefined;
  using database = openGuarded(draft);
  // Nobody else reads a draft: rollback has to work, and one flush at the end is enough.
  database.exec('pragma journal_mode = delete; pragma synchronous = off');
  const audit = exists ? carryFrom(present, database) : NOTHING;
  transaction(database, () => addOwnEntry(database, replacement, audit));
  database.close();
  flushFile(draft);
  return { carried: audit.carried, problem: audit.problem };
}

/** Lines for an operator; none if there was no audit. */
export function carriedText(audit: CarriedAudit | undefined): string[] {
  if (audit?.problem !== undefined)
    return [`The audit of the former world is not in this one: ${audit.problem}.`];
  const count = audit?.carried ?? 0;
  const entries = count === 1 ? '1 entry' : `${count} entries`;
  return count === 0 ? [] : [`The audit of the former world is in this one too: ${entries}.`];
}

interface Carried extends CarriedAudit {
  /** '' if it cannot be read. */
  worldName: string;
  /** Last id of its audit, in the numbers of the draft. */
  lastId: number;
}

const NOTHING: Carried = { carried: 0, problem: undefined, worldName: '', lastId: 0 };

function carryFrom(present: string, database: DatabaseSync): Carried {
  if (!statSync(present).isFile()) return { ...NOTHING, problem: `${present} is not a file` };
  try {
    database.prepare('attach ? as present').run(present);
    const problem = worldProblem(database, 'present');
    if (problem !== undefined) {
      database.exec('detach present');
      return { ...NOTHING, problem: `it ${problem}` };
    }
    // Not immediate, which would lock the present world for writing too.
    const carried = transaction(database, () => carryEntries(database), 'begin');
    database.exec('detach present');
    return carried;
  } catch (error) {
    if (!isUnreadable(error)) throw worldFileError(present, error);
    return { ...NOTHING, problem: `it cannot be read (${(error as Error).message})` };
  }
}

function carryEntries(database: DatabaseSync): Carried {
  const worldName = nameOf(database, 'present');
  const number = (sql: string, ...values: number[]) =>
    (database.prepare(sql).get(...values) as { number: number | null } | undefined)?.number ?? 0;

  // Two worlds of one history share its first entries: a backup and the world it was made of.
  const common = number(
    `select theirs.id as number from present.audit as theirs
     join main.audit as ours on ours.id = theirs.id and ours.at = theirs.at and ours.request = theirs.request
     order by theirs.id desc limit 1`,
  );
  const last = number('select max(id) as number from main.audit');
  const first = number('select min(id) as number from present.audit where id > ?', common);
  const shift = first > last ? 0 : last - common;
  // Event ids start again in another world.
  const columns = database.prepare("select name from main.pragma_table_info('audit')").all();
  const copied = columns
    .map(({ name }) => String(name))
    .filter((name) => name !== 'id' && name !== 'event_id');
  const { changes } = database
    .prepare(
      `insert into main.audit (id, ${copied.join(', ')})
       select id + ?, ${copied.join(', ')} from present.audit
       where id > ? and request not glob '${MADE_UP}' and (at, request) not in (select at, request from main.audit where id > ?) order by id`,
    )
    .run(shift, common, common);
  textIndexer(database)(1);
  const lastGiven = number("select seq as number from present.sqlite_sequence where name = 'audit'");
  return { carried: Number(changes), problem: undefined, worldName, lastId: lastGiven + shift };
}

/** The past of a demo world (demo-past.ts) goes with it. */
const MADE_UP = 'demo-*';

function nameOf(database: DatabaseSync, schema: 'main' | 'present'): string {
  const info = database.prepare(`select value from ${schema}.facts where name = 'info'`).get();
  return info === undefined ? '' : (JSON.parse(String(info.value)) as { name: string }).name;
}

function addOwnEntry(database: DatabaseSync, { command, as }: Replacement, audit: Carried): void {
  const name = `the world ${JSON.stringify(nameOf(database, 'main'))}`;
  const former = audit.worldName === '' ? '' : ` took the place of ${JSON.stringify(audit.worldName)}`;
  const summary = `${name}${as === undefined ? '' : `, as it was at ${as},`}${former || ' is in place'}`;
  const reason =
    audit.problem === undefined ? '' : `the audit of the former world was not copied: ${audit.problem}`;
  const { last } = database.prepare('select coalesce(max(id), 0) as last from audit').get() ?? {};
  const id = Math.max(Number(last), audit.lastId) + 1;
  database
    .prepare(
      `insert into audit (id, at, token, ip, route, target, outcome, status, reason, request, summary)
       values (?, ?, 'palatine', '', ?, '', 'OK', 200, ?, ?, ?)`,
    )
    .run(id, Date.now(), `palatine ${command}`, reason, `palatine-${randomUUID()}`, summary);
}
