import { dirname, join } from 'node:path';
import { MAINTENANCE_ACTIONS, MAINTENANCE_STEPS, Maintenance, sentenceShape } from '@palatine/contract';
import { Type } from '@palatine/contract/schema-builders';
import { writeFileAtomically } from '@palatine/platform/atomic-write';
import { ConfigError } from '@palatine/platform/config-error';
import { compactTime } from '@palatine/platform/format';
import { formatJson } from '@palatine/platform/json';
import { recordReader } from '@palatine/save-tools/undo-log';
import type { Static } from 'typebox';

const Ms = Type.Number({ minimum: 0 });
const OrNull = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);

const Running = Type.Object({
  id: Type.String(),
  action: Type.Enum([...MAINTENANCE_ACTIONS]),
  issuer: Type.String(),
  /** The current step: repeated after an interruption. */
  step: Type.Enum([...MAINTENANCE_STEPS]),
  startedAtMs: Ms,
  incarnation: Type.String(),
  /** Length of the countdown; null for that of the settings. */
  countdownSeconds: OrNull(Ms),
  stopAtMs: OrNull(Ms),
  restore: Type.String(),
  /** Somebody else has stopped the server, and starts it as well. */
  foundStopped: Type.Boolean(),
  /** Backup of the save folder from before any change; ''. */
  backup: Type.String(),
  /** World of the server before it was stopped; '' if unknown. */
  worldGuid: Type.String(),
  batch: Type.String(),
  placedAtMs: OrNull(Ms),
  written: Type.Integer({ minimum: 0 }),
  delivered: Type.Integer({ minimum: 0 }),
  failure: OrNull(sentenceShape('Of a step')),
  notes: Type.Array(sentenceShape('Of what happened besides'), { maxItems: 50 }),
});
export type RunningMaintenance = Static<typeof Running>;

const Journal = Type.Object({
  format: Type.Literal(1),
  running: OrNull(Running),
  last: OrNull(Maintenance),
  /** Batches that the server has overwritten with an older world: their leftovers in the save are reverted. */
  stale: Type.Array(Type.String(), { maxItems: 1000 }),
});
type MaintenanceRecord = Static<typeof Journal>;

const readJournal = recordReader(Journal);

type RecordChange = Partial<Omit<MaintenanceRecord, 'format'>>;

/** Reads maintenance.json of the data folder. Throws a ConfigError for one that no version of this format has written. */
export function openMaintenanceJournal(file: string) {
  let record = readRecord(file);
  return {
    get record(): MaintenanceRecord {
      return record;
    },
    /** Durable on return; a throw changes nothing. */
    write(change: RecordChange): void {
      const changed: MaintenanceRecord = { ...record, ...change };
      writeFileAtomically(file, formatJson(changed));
      record = changed;
    },
    /** Likewise because the server is down: takes effect even if the disk is full. @returns why it is not on disk. */
    keep(change: RecordChange): Error | undefined {
      record = { ...record, ...change };
      try {
        writeFileAtomically(file, formatJson(record));
        return undefined;
      } catch (error) {
        return error as Error;
      }
    },
    /** Copies it beside itself, for inspection. @returns the name of the copy */
    copyAside(nowMs: number): string {
      const name = `maintenance-${compactTime(nowMs)}Z.json`;
      writeFileAtomically(join(dirname(file), name), formatJson(record));
      return name;
    },
  };
}

export type MaintenanceJournal = ReturnType<typeof openMaintenanceJournal>;

function readRecord(file: string): MaintenanceRecord {
  try {
    return readJournal(file) ?? { format: 1, running: null, last: null, stale: [] };
  } catch (cause) {
    const what = 'a maintenance may be unfinished. Check that the game server runs, then remove this file';
    throw new ConfigError(`${(cause as Error).message}: ${what}`, { cause });
  }
}
