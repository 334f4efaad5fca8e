import type { WorldEvent } from '@palatine/world';

/** An event as text/event-stream. */
export function toStreamText({ id, type, atMs, data }: WorldEvent): string {
  const body = JSON.stringify({ Id: id, Time: new Date(atMs).toISOString(), Type: type, Data: data });
  return `id: ${id}\nevent: ${type}\ndata: ${body}\n\n`; // JSON holds no line breaks
}
