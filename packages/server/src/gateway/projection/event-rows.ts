import type { DatabaseSync } from 'node:sqlite';
import { LIMITS } from '@palatine/contract';
import type { WorldKey } from '@palatine/fleet';
import Type, { type Static } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import type { WorldBatch } from './batch-records.ts';
import { isWithinDepth, playerOf } from './event-facts.ts';

/** An event of any type: a newer world may send types that are not in the contract. */
const EventRecord = Type.Object({
  Id: Type.Integer({ minimum: 0 }),
  Time: Type.String({ maxLength: 64 }),
  Type: Type.String({ minLength: 1, maxLength: LIMITS.idChars }),
  Data: Type.Record(Type.String(), Type.Unknown()),
});

/** The data of one event, in characters as JSON. */
const MAX_DATA = 1024 * 1024;

/** An event as it is kept. */
export interface EventRow {
  /** Of the projection. */
  id: number;
  world: WorldKey;
  incarnation: string;
  /** Of the world. */
  seq: number;
  /** ms since 1970. */
  at: number;
  type: string;
  player_uid: string;
  player_user_id: string;
  player_name: string;
  /** JSON. */
  data: string;
}

export const EVENTS_TABLE = {
  name: 'events',
  columns: 'id, world, incarnation, seq, at, type, player_uid, player_user_id, player_name, data',
};

export function eventWriter(database: DatabaseSync) {
  const isEvent = Compile(EventRecord) as unknown as Validator;
  const insert = database.prepare(
    `insert into events (world, incarnation, seq, at, type, player_uid, player_user_id, player_name, data)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict (world, incarnation, seq) do nothing`,
  );

  /** False for a record that is no event. */
  function add({ world, incarnation }: WorldBatch, seq: number, record: unknown): boolean {
    if (!isEvent.Check(record)) return false;
    const { Time, Type: type, Data } = record as Static<typeof EventRecord>; // it has just been checked
    const atMs = Date.parse(Time);
    if (Number.isNaN(atMs) || !isWithinDepth(Data, LIMITS.bodyDepth)) return false;
    const data = JSON.stringify(Data);
    if (data.length > MAX_DATA) return false;
    const { uid, userId, name } = playerOf(Data);
    insert.run(world, incarnation, seq, atMs, type, uid, userId, name, data);
    return true;
  }

  return { add };
}
