import { dirname, join } from 'node:path';
import { MAINTENANCE_ACTIONS, MAINTENANCE_STEPS, Maintenance } from '@palatine/contract';
import { writeFileAtomically } from '@palatine/platform/atomic-write';
import { ConfigError } from '@palatine/platform/config-error';
import { compactTime } from '@palatine/platform/format';
import { formatJson } from '@palatine/platform/json';
import { recordReader } from '@palatine/save-tools/edit-records';
import Type, { type Static } from 'typebox';

const Ms = Type.Number({ minimum: 0 });
const OrNull = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);

const Running = Type.Object({
  id: Type.String(),
  action: Type.Enum([...MAINTENANCE_ACTIONS]),
  issuer: Type.String(),
  /** The step that is being done: after an interruption it is done anew. */
  step: Type.Enum([...MAINTENANCE_STEPS]),
  startedAtMs: Ms,
  /** The incarnation of the world that it was begun for. */
  incarnation: Type.String(),
  /** How long the countdown is; null for as long as the settings say. */
  countdownSeconds: OrNull(Ms),
  stopAtMs: OrNull(Ms),
  /** The backup that is to be restored; ''. */
  restore: Type.String(),
  /** The server was stopped by somebody, who starts it as well. */
  foundStopped: Type.Boolean(),
  /** The backup of the save folder from before anything was changed; ''. */
  backup: Type.String(),
  /** The world that the server served before it was stopped; '' where it did not say. */
  worldGuid: Type.String(),
  /** The batch that was begun; ''. */
  batch: Type.String(),
  placedAtMs: OrNull(Ms),
  written: Type.Integer({ minimum: 0 }),
  delivered: Type.Integer({ minimum: 0 }),
  /** Why it is being rolled back; ''. */
  failure: Type.String(),
  /** What people should know of it in the end. */
  notes: Type.Array(Type.String(), { maxItems: 50 }),
});
export type RunningMaintenance = Static<typeof Running>;

const Journal = Type.Object({
  format: Type.Literal(1),
  running: OrNull(Running),
  last: OrNull(Maintenance),
  /** Batches below which the server ran with an older world: what is left of them in the save is taken back. */
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
    /** On disk when it returns; a throw changes nothing. */
    write(change: RecordChange): void {
      const changed: MaintenanceRecord = { ...record, ...change };
      writeFileAtomically(file, formatJson(changed));
      record = changed;
    },
    /**
     * The same where a maintenance has to go on in any case, since the server is down: it counts also when the disk is full.
     * @returns why it is not on disk
     */
    keep(change: RecordChange): Error | undefined {
      record = { ...record, ...change };
      try {
        writeFileAtomically(file, formatJson(record));
        return undefined;
      } catch (error) {
        return error as Error;
      }
    },
    /** Copies it beside itself, for somebody to look at. @returns the name of the copy */
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
    const what = 'a maintenance may be unfinished. See that the game server runs, then remove this file';
    throw new ConfigError(`${(cause as Error).message}: ${what}`, { cause });
  }
}
