import { RECORD_TABLES } from '../export/world-records.ts';
import type { PlayerLocation, Survey } from '../state/model.ts';
import type { WorldTables } from '../state/world.ts';

/** The tables that a mirror takes from a save. Of an account, the UserId is not in the save and stays as it is known. */
export const MIRRORED_TABLES = ['accounts', ...RECORD_TABLES] as const;
export type MirroredTable = (typeof MIRRORED_TABLES)[number];

/** A record as a save has it; undefined when the save no longer has it. */
export interface MirroredChange<Name extends MirroredTable = MirroredTable> {
  readonly table: Name;
  readonly key: string;
  readonly record: WorldTables[Name] | undefined;
}

/** What a save says of its world as a whole. */
export interface MirroredFacts {
  readonly name: string;
  readonly survey: Survey | null;
  /** ms since 1970: when the game wrote Level.sav, by its file. */
  readonly savedAtMs: number;
  /** True when the changes of this sync are all records that there are: any other record is gone. */
  readonly whole: boolean;
}

/**
 * A part of the difference between a save and the one before it, small enough to be taken without a pause of the game
 * thread. The parts of a sync arrive in order; the last one carries the facts, and only with it anything changes.
 */
export interface MirrorPart {
  /** Counts up with every sync. */
  readonly sync: number;
  /** Counts up from 0 within a sync. Without one of its parts, nothing of a sync is taken. */
  readonly number: number;
  readonly changes: readonly MirroredChange[];
  /** Locations of players; not part of the records. */
  readonly locations: readonly PlayerLocation[];
  readonly last: MirroredFacts | undefined;
}
