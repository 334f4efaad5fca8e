import type { RosterPlayer, WorldKey } from '@palatine/fleet';
import { openFleetDatabase } from '../gateway/projection/fleet-database.ts';
import { type BatchStream, type FleetStore, fleetStore } from '../gateway/projection/fleet-store.ts';
import type { StreamMessage } from '../gateway/projection/stream-message.ts';
import { aBatch, type BatchOfRecords } from './fleet-messages.ts';

/** A projection in memory, without streams. */
export function anEmptyFleetStore(): { store: FleetStore; skipped: string[] } & Disposable & {
    apply(stream: BatchStream, world: WorldKey, batch: BatchOfRecords): StreamMessage;
    applyMessage(stream: BatchStream, subject: string, data: string): StreamMessage;
    applyRoster(world: WorldKey, players: readonly RosterPlayer[]): void;
  } {
  const store = fleetStore(openFleetDatabase(':memory:').database);
  const skipped: string[] = [];
  let seq = 0;

  function message(subject: string, data: Uint8Array): StreamMessage {
    seq += 1;
    return { subject, seq, mark: `${subject} ${seq}`, data };
  }

  const report = (_message: StreamMessage, error: Error, records: number): void => {
    skipped.push(`${records}: ${error.message}`);
  };

  function applyMessage(stream: BatchStream, subject: string, data: string): StreamMessage {
    const made = message(subject, Buffer.from(data));
    store.applyBatches(stream, [made], report);
    return made;
  }

  return {
    store,
    skipped,
    applyMessage,
    apply: (stream, world, batch) => applyMessage(stream, `${stream[0]}.${world}`, aBatch(batch).text),
    applyRoster(world, players) {
      const made = message(`r.${world}`, new Uint8Array(0));
      store.applyRoster(made, { players: [...players], total: players.length }, report);
    },
    [Symbol.dispose]: () => store.close(),
  };
}
