import { isSameValue } from '../export/same-value.ts';
import type { Account } from '../state/model.ts';
import type { World } from '../state/world.ts';
import { type AppliedSync, applySync, type StagedSync } from './apply-sync.ts';
import { accountOfSave, MIRRORED_TABLES, type MirroredTable, type MirrorPart } from './mirror-part.ts';

interface UnderWay {
  readonly staged: StagedSync;
  next: number;
  /** Set once the last part has come. */
  applying: Generator<void, AppliedSync> | undefined;
}

/** Receives the parts of a sync and compares each at once; the last one puts all differences into the tables. */
export class MirrorStage {
  #underWay: UnderWay | undefined;

  /**
   * Receives a part. Returns the changes once all of a sync is in the tables; undefined before. For the last part it is
   * undefined while more remains than may block the thread: then the last part has to be passed again.
   *
   * Throws when a part is missing, as after a restart of the thread: the records that it named would be removed.
   */
  take(world: World, part: MirrorPart): AppliedSync | undefined {
    const underWay = this.#underWayFor(part);
    if (underWay.applying === undefined) stage(world, underWay.staged, part);
    if (part.last === undefined) return undefined;
    underWay.applying ??= applySync(world, underWay.staged, part.last);
    const step = underWay.applying.next();
    if (step.done !== true) return undefined;
    this.#underWay = undefined;
    return step.value;
  }

  #underWayFor({ sync, number, last }: MirrorPart): UnderWay {
    const underWay = this.#underWay?.staged.sync === sync ? this.#underWay : undefined;
    if (underWay?.applying !== undefined && last !== undefined) return underWay;
    if (number === 0) {
      this.#underWay = { staged: newStage(sync), next: 1, applying: undefined };
      return this.#underWay;
    }
    if (underWay?.next !== number) throw new Error('a part of what the save has changed is missing');
    underWay.next += 1;
    return underWay;
  }
}

function newStage(sync: number): StagedSync {
  return {
    sync,
    records: new Map(MIRRORED_TABLES.map((name) => [name, new Map()])),
    named: new Map(MIRRORED_TABLES.map((name) => [name, new Set()])),
    locations: [],
  };
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
