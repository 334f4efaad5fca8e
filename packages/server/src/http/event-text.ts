import { palatineEvent, type WorldEvent } from '@palatine/world';

/** An event as text/event-stream. */
export function toStreamText(event: WorldEvent): string {
  const body = JSON.stringify(palatineEvent(event));
  return `id: ${event.id}\nevent: ${event.type}\ndata: ${body}\n\n`; // JSON holds no line breaks
}
