import type { DatabaseSync } from 'node:sqlite';
import { AuditEntry, isUserId, LIMITS, type PalatineEvent, parseGuid, pick } from '@palatine/contract';
import { BATCH_LIMITS, type WorldKey } from '@palatine/fleet';
import { isObject } from '@palatine/platform/json';
import Type, { type TObject } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';

export type RowKind = 'events' | 'audit';

export interface StoredRow {
  /** In the projection. */
  readonly id: number;
  readonly world: WorldKey;
  readonly incarnation: string;
  /** In the world. */
  readonly seq: number;
  /** The record as JSON. */
  readonly data: string;
}

export const ROW_COLUMNS = 'id, world, incarnation, seq, data';

export function recordOf<R extends PalatineEvent | AuditEntry>({ data }: Pick<StoredRow, 'data'>): R {
  return JSON.parse(data) as R; // it was checked before it was written
}

/** The player of a record; '' for unknown fields, and for an event about several players. */
interface AboutPlayer {
  readonly uid: string;
  readonly userId: string;
  readonly name: string;
}

/** Shapes by kind; further fields of a newer world are dropped. */
const KINDS: Record<RowKind, { shape: TObject; aboutOf(record: never): AboutPlayer }> = {
  events: {
    /** Any type is allowed: a newer world may send types that are not in the contract. */
    shape: Type.Object({
      Id: Type.Integer({ minimum: 0 }),
      Time: Type.String({ maxLength: 64 }),
      Type: Type.String({ minLength: 1, maxLength: LIMITS.idChars }),
      Data: Type.Record(Type.String(), Type.Unknown()),
    }),
    aboutOf: ({ Data }: { Data: Readonly<Record<string, unknown>> }) => playerOfEvent(Data),
  },
  audit: {
    shape: Type.Object(AuditEntry.properties),
    aboutOf: ({ PlayerUid, PlayerUserId, PlayerName, Target }: AuditEntry) => ({
      uid: PlayerUid,
      userId: PlayerUserId === '' && isUserId(Target) ? Target : PlayerUserId,
      name: PlayerName,
    }),
  },
};

export function rowWriter(database: DatabaseSync, kind: RowKind) {
  const { shape, aboutOf } = KINDS[kind];
  const isRecord = Compile(shape) as unknown as Validator;
  const insert = database.prepare(
    `insert into ${kind} (world, incarnation, seq, at, player_uid, player_user_id, player_name, data)
     values (?, ?, ?, ?, ?, ?, ?, ?) on conflict (world, incarnation, seq) do nothing`,
  );

  /** The bytes that were added, 0 for a row that is there; undefined for an invalid record. */
  return (world: WorldKey, incarnation: string, value: unknown): number | undefined => {
    if (!isObject(value) || !isRecord.Check(value)) return undefined;
    const record = pick(shape, value) as { Id: number; Time: string }; // as both shapes have them
    const atMs = Date.parse(record.Time);
    if (Number.isNaN(atMs)) return undefined;
    const data = JSON.stringify({ ...record, Time: new Date(atMs).toISOString() });
    const { uid, userId, name } = aboutOf(record as never);
    const { changes } = insert.run(world, incarnation, record.Id, atMs, uid, userId, name, data);
    return changes === 0 ? 0 : Buffer.byteLength(data);
  };
}

/** Works for unknown types, too. */
function playerOfEvent(data: Readonly<Record<string, unknown>>): AboutPlayer {
  const { player, target, recipients } = data;
  if (isObject(player)) return playerFields(player);
  const about = playerFields(data);
  if (about.uid !== '' || about.userId !== '') return about;
  if (typeof target === 'string') return playerOfIdentifier(target);
  if (Array.isArray(recipients) && recipients.length === 1) return playerOfIdentifier(textOf(recipients[0]));
  return { uid: '', userId: '', name: '' };
}

function playerFields({ uid, userId, name }: Readonly<Record<string, unknown>>): AboutPlayer {
  return { uid: parseGuid(textOf(uid)) ?? '', userId: textOf(userId), name: textOf(name) };
}

function playerOfIdentifier(text: string): AboutPlayer {
  return { uid: parseGuid(text) ?? '', userId: isUserId(text) ? text : '', name: '' };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Tells of each record of a batch whether it has few enough levels, and all up to it few enough values. */
export function batchBounds(): (record: unknown) => boolean {
  let values = 0;
  const isFine = (value: unknown, levels: number): boolean => {
    if (++values > BATCH_LIMITS.values) return false;
    if (typeof value !== 'object' || value === null) return true;
    return levels > 0 && Object.values(value).every((inside) => isFine(inside, levels - 1));
  };
  return (record) => isFine(record, LIMITS.bodyDepth + 1);
}
