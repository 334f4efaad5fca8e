import type { RecordChange } from '../export/world-records.ts';
import type { WorldTables } from '../state/world.ts';
import type { MirroredTable } from './mirror-part.ts';

/** The records that a sync changes, by table. */
export type MirroredChanges = {
  readonly [Name in MirroredTable]: readonly RecordChange<WorldTables[Name]>[];
};
