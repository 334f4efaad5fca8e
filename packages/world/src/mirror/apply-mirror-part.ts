import { isSameValue } from '../export/same-value.ts';
import type { Account } from '../state/model.ts';
import type { World } from '../state/world.ts';
import { type AppliedSync, applySync, type StagedSync } from './apply-sync.ts';
import { MIRRORED_TABLES, type MirroredTable, type MirrorPart } from './mirror-part.ts';
import { accountOfSave } from './mirrored-account.ts';

/**
 * Takes the parts of a sync. Each part is compared with the world when it arrives, and what differs is kept aside; with
 * the last part it goes into the tables. So the work is spread over the parts.
 */
export class MirrorStage {
  #staged: StagedSync | undefined;
  /** The sync that goes into the tables. */
  #applying: Generator<void, AppliedSync> | undefined;

  /**
   * Takes a part. Once all of a sync is in the tables, returns what has changed. Undefined before, also for the last part
   * while there is more to do than the thread can be held for: then the last part is to be given again.
   */
  take(world: World, part: MirrorPart): AppliedSync | undefined {
    const staged = this.#stagedFor(part.sync);
    if (this.#applying === undefined) stage(world, staged, part);
    if (part.last === undefined) return undefined;
    this.#applying ??= applySync(world, staged, part.last);
    const step = this.#applying.next();
    if (step.done !== true) return undefined;
    this.#staged = undefined;
    this.#applying = undefined;
    return step.value;
  }

  #stagedFor(sync: number): StagedSync {
    if (this.#staged?.sync !== sync) {
      this.#applying = undefined;
      this.#staged = {
        sync,
        records: new Map(MIRRORED_TABLES.map((name) => [name, new Map()])),
        named: new Map(MIRRORED_TABLES.map((name) => [name, new Set()])),
        locations: [],
      };
    }
    return this.#staged;
  }
}

function stage(world: World, { records, named, locations }: StagedSync, part: MirrorPart): void {
  for (const { table, key, record } of part.changes) {
    named.get(table)?.add(key);
    if (differs(world, table, key, record)) records.get(table)?.set(key, record);
    else records.get(table)?.delete(key);
  }
  locations.push(...part.locations);
}

function differs(world: World, table: MirroredTable, key: string, record: object | undefined): boolean {
  const present = world[table].get(key);
  if (present === undefined || record === undefined) return present !== record;
  return !isSameValue(present, table === 'accounts' ? accountOfSave(world, record as Account) : record);
}
