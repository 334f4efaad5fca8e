import type { RosterPlayer, WorldKey } from '@palatine/fleet';
import { openFleetDatabase } from '@palatine/gateway/fleet-database';
import { type ProjectionTables, projectionTables } from '@palatine/gateway/projection-tables';
import { aBatch, type BatchOfRecords } from './fleet-messages.ts';

/** The tables of a projection in memory, without a stream. */
export function anEmptyProjection(): { tables: ProjectionTables; skipped: string[] } & Disposable & {
    apply(subject: 'events' | 'audit', world: WorldKey, batch: BatchOfRecords): void;
    /** @returns the time of the message. */
    applyMessage(subject: string, text: string): number;
    applyPlayers(world: WorldKey, players: readonly RosterPlayer[]): void;
    countGaps(): number;
  } {
  const { database } = openFleetDatabase(':memory:');
  const tables = projectionTables(database);
  const countGaps = database.prepare('select count(*) as count from gaps');
  const skipped: string[] = [];
  let atMs = 0;

  function applyMessage(subject: string, text: string): number {
    atMs += 1;
    tables.apply([{ subject, text, atMs }], (_message, reason) => skipped.push(reason));
    return atMs;
  }

  return {
    tables,
    skipped,
    applyMessage,
    apply: (subject, world, batch) => void applyMessage(`${subject[0]}.${world}`, aBatch(batch)),
    applyPlayers: (world, players) => tables.applyPlayers(world, `version ${atMs}`, players),
    countGaps: () => (countGaps.get() as { count: number }).count,
    [Symbol.dispose]: () => tables.close(),
  };
}
