import type { PalatineEvent } from '@palatine/contract';
import type { WorldEvent } from '../state/events.ts';

/** An event in the shape of the contract. The table of events pairs types with data of their shape. */
export function palatineEvent({ id, atMs, type, data }: WorldEvent): PalatineEvent {
  return { Id: id, Time: new Date(atMs).toISOString(), Type: type, Data: data } as PalatineEvent;
}
