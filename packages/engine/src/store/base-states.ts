import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { ownEntry } from '@palatine/contract/audit-records';
import { auditStore } from '@palatine/data-dir/audit-table';
import { recover } from '@palatine/platform/config-error';
import { sha256Of } from '@palatine/platform/read-file';
import { transaction } from '@palatine/platform/sqlite';
import type { Table } from '@palatine/world/table';
import type { World } from '@palatine/world/world';
import { RECORD_TABLES } from '@palatine/world/world-records';
import { onWorldFile, openWorldFile, readWorldFile, WorldFileError } from './open-world-file.ts';

/** Digests of the files of a save, by their paths inside its folder. */
export type FileDigests = ReadonlyMap<string, { readonly sha256: string }>;

/** A state of the save of a world, without its content. */
export interface BaseState extends Omit<BaseSave, 'files'> {
  readonly id: string;
  readonly digests: FileDigests;
}

export type BaseStates = NonNullable<ReturnType<typeof readBaseStates>>;

/** Maximum states of each kind; the oldest are deleted. */
const MAX_KEPT = 100;

type State = 'base' | 'pending' | 'replaced' | 'former' | 'copy';

/** Undefined for a world without a base. Changes nothing. Throws a WorldFileError. */
export function readBaseStates(file: string) {
  return readWorldFile(file, (database) => {
    const [base] = statesOf(database, 'base');
    if (base === undefined) return undefined;
    const applied = database.prepare('select at from appliedBases where id = ?').get(base.id);
    return {
      base,
      /** State that an interrupted apply was writing. */
      pending: statesOf(database, 'pending')[0],
      /** State that the pending one replaces, if not the base: the game has written the save since. */
      replaced: statesOf(database, 'replaced')[0],
      /** States before an apply, which an undo restores; newest first. */
      former: statesOf(database, 'former'),
      /** States written to other folders; newest first. */
      copies: statesOf(database, 'copy'),
      /** When the changes since the base reached a save, from a world that was replaced; undefined if never. */
      appliedAtMs: (applied as { at: number } | undefined)?.at,
    };
  });
}

function statesOf(database: DatabaseSync, state: State): BaseState[] {
  const rows = database
    .prepare('select id, at as atMs, folder, records from bases where state = ? order by rowid desc')
    .all(state) as unknown as Omit<BaseState, 'digests'>[];
  const filesOf = database.prepare('select path, sha256 from baseFiles where base = ? order by path');
  return rows.map((row) => {
    const files = filesOf.all(row.id) as { path: string; sha256: string }[];
    return { ...row, digests: new Map(files.map(({ path, sha256 }) => [path, { sha256 }])) };
  });
}

export type KnownState = Omit<BaseState, 'id'>;

/** Records a state before an apply writes it. `replaced`: the state that it replaces, if not the base. */
export function addPending(file: string, pending: BaseSave, replaced: KnownState | undefined): void {
  change(file, (database) => {
    addBase(database, pending, 'pending');
    if (replaced !== undefined) addKnown(database, replaced, 'replaced');
  });
}

export function dropPending(file: string): void {
  change(file, (database) => database.exec("delete from bases where state in ('pending', 'replaced')"));
}

/** Makes the written pending state the base, and the base a former one. `summary`: for the audit. */
export function promotePending(file: string, summary: string): void {
  change(file, (database) => {
    const [base, pending] = [statesOf(database, 'base')[0], statesOf(database, 'pending')[0]];
    if (base === undefined || pending === undefined) throw new RangeError(`${file}: nothing is pending`);
    noteApplied(database, base.id, pending.atMs);
    retire(database, base.id);
    database.prepare("update bases set state = 'base' where id = ?").run(pending.id);
    const subject = { Route: 'palatine save apply', Target: pending.folder } as const;
    auditStore(database).add(
      ownEntry({ ...subject, id: randomUUID(), atMs: pending.atMs, Outcome: 'OK', summary }),
    );
  });
}

/** Makes another known state the base of the world's changes. */
export function returnToState(file: string, state: BaseState, files: PackedSave): void {
  change(file, (database) => {
    const [base] = statesOf(database, 'base');
    if (base !== undefined) retire(database, base.id);
    database.prepare('delete from bases where id = ?').run(state.id);
    addBase(database, { ...state, files });
  });
}

/** Records that the changes were written to another folder, not into the save itself. @returns the id of the copy. */
export function addCopy(file: string, copy: KnownState): string {
  return change(file, (database) => addKnown(database, copy, 'copy'));
}

export function dropCopy(file: string, id: string): void {
  change(file, (database) => database.prepare("delete from bases where state = 'copy' and id = ?").run(id));
}

/** Copies applied states into a draft world. `former`: just replaced. The caller flushes. */
export function carryBases(present: string, draft: string, former?: KnownState): void {
  const applied = appliedIn(present);
  if (applied.length === 0 && former === undefined) return;
  const base = former && readBaseStates(present)?.base;
  change(draft, (database) => {
    for (const { id, at } of applied) noteApplied(database, id, at);
    if (base !== undefined) noteApplied(database, base.id, Date.now());
    if (former !== undefined) addKnown(database, former, 'former');
  });
}

/** Empty for an unreadable world, which must not stop the restore that repairs it. */
function appliedIn(file: string): { id: string; at: number }[] {
  if (!existsSync(file)) return [];
  const read = (database: DatabaseSync) => database.prepare('select id, at from appliedBases').all();
  const rows = recover(
    () => readWorldFile(file, read),
    WorldFileError,
    () => [],
  );
  return rows as { id: string; at: number }[];
}

function addKnown(database: DatabaseSync, known: KnownState, state: State): string {
  const id = addState(database, known, state);
  forgetOldest(database, state);
  return id;
}

function noteApplied(database: DatabaseSync, id: string, atMs: number): void {
  database.prepare('insert into appliedBases values (?, ?) on conflict (id) do nothing').run(id, atMs);
}

/** Keeps its digests, to recognize it. */
function retire(database: DatabaseSync, id: string): void {
  database.prepare("update bases set state = 'former' where id = ?").run(id);
  database.prepare('update baseFiles set content = null where base = ?').run(id);
  forgetOldest(database, 'former');
}

function forgetOldest(database: DatabaseSync, state: State): void {
  for (const { id } of statesOf(database, state).slice(MAX_KEPT)) {
    database.prepare('delete from bases where id = ?').run(id);
  }
}

function change<T>(file: string, work: (database: DatabaseSync) => T): T {
  return onWorldFile(file, () => {
    using database = openWorldFile(file);
    return transaction(database, () => work(database));
  });
}

/** For all files of a base. The largest known save has 20 MB. */
export const BASE_BYTES = 256 * 1024 ** 2;

/** Files of a save as on disk, by their paths inside its folder. */
export type PackedSave = ReadonlyMap<string, Buffer>;

/** Gathers the files of a save; drops them beyond `maxBytes`, when `files()` is undefined. */
export function keptSave(maxBytes = BASE_BYTES) {
  const files = new Map<string, Buffer>();
  let bytes = 0;
  return {
    onFile(path: string, packed: Buffer): void {
      bytes += packed.length - (files.get(path)?.length ?? 0);
      if (bytes > maxBytes) files.clear();
      else files.set(path, packed);
    },
    files: (): PackedSave | undefined => (bytes > maxBytes ? undefined : files),
  };
}

export interface BaseSave {
  readonly atMs: number;
  readonly folder: string;
  /** `recordsDigest` of its import. */
  readonly records: string;
  readonly files: PackedSave;
}

/** SHA-256 of imported records: another version or catalogue may read the same save differently. */
export function recordsDigest(world: World): string {
  const hash = createHash('sha256');
  for (const name of RECORD_TABLES) {
    for (const record of (world[name] as Table<object>).values()) hash.update(JSON.stringify(record));
  }
  return hash.digest('hex');
}

/** Stores a save in a world file, in that state. The caller holds the transaction. @returns its id. */
export function addBase(
  database: DatabaseSync,
  { files, ...base }: BaseSave,
  state: 'base' | 'pending' = 'base',
): string {
  const digests = [...files].map(
    ([path, content]) => [path, { sha256: sha256Of(content), content }] as const,
  );
  return addState(database, { ...base, digests: new Map(digests) }, state);
}

function addState(
  database: DatabaseSync,
  { atMs, folder, records, digests }: Omit<KnownState, 'digests'> & { digests: StoredFiles },
  state: State,
): string {
  const id = randomUUID();
  database.prepare('insert into bases values (?, ?, ?, ?, ?)').run(id, state, atMs, folder, records);
  const addFile = database.prepare('insert into baseFiles values (?, ?, ?, ?)');
  for (const [path, { sha256, content = null }] of digests) addFile.run(id, path, sha256, content);
  return id;
}

type StoredFiles = ReadonlyMap<string, { readonly sha256: string; readonly content?: Buffer }>;

/** The base save of the world's changes; undefined for a demo world. Throws a WorldFileError. */
export function readBaseSave(file: string): BaseSave | undefined {
  return readWorldFile(file, (database) => {
    const [base] = statesOf(database, 'base');
    if (base === undefined) return undefined;
    const rows = database
      .prepare('select path, content from baseFiles where base = ? order by path')
      .all(base.id) as { path: string; content: Uint8Array }[];
    const { atMs, folder, records } = base;
    const files = new Map(rows.map(({ path, content }) => [path, Buffer.from(content)]));
    return { atMs, folder, records, files };
  });
}
