import type { EventData, EventType, FleetEvent } from '@palatine/contract';
import type { WorldKey } from '@palatine/fleet';
import { exportLines } from '../../data-folder/export-lines.ts';
import type { EventRow } from './event-rows.ts';

/** `nameOf`: the name of a world. */
export function fleetEventOf(row: EventRow, nameOf: (world: WorldKey) => string): FleetEvent {
  const { id, world, incarnation, seq, at, type, data } = row;
  return {
    Id: id,
    World: world,
    WorldName: nameOf(world),
    Incarnation: incarnation,
    // A newer world may send types that are not listed in the contract, which says so.
    Event: {
      Id: seq,
      Time: new Date(at).toISOString(),
      Type: type as EventType,
      Data: JSON.parse(data) as EventData,
    } as FleetEvent['Event'],
  };
}

/** An event as text/event-stream. */
export function fleetEventText(event: FleetEvent): string {
  // A type is free text of a world: only letters, digits, dots and hyphens make a line of their own.
  const type = event.Event.Type.replaceAll(/[^\w.-]/g, '_');
  return `id: ${event.Id}\nevent: ${type}\ndata: ${JSON.stringify(event)}\n\n`; // JSON holds no line breaks
}

const FIELDS = ['Id', 'World', 'WorldName', 'Incarnation', 'EventId', 'Time', 'Type', 'Data'] as const;

/** How events are written as a file. */
export const EVENT_LINES = exportLines('events', FIELDS, ({ Event, ...entry }: FleetEvent) => ({
  ...entry,
  EventId: Event.Id,
  Time: Event.Time,
  Type: Event.Type,
  Data: JSON.stringify(Event.Data),
}));
