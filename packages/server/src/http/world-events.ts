import { palatineEvent, type WorldEvent } from '@palatine/world';
import type { Game } from '../game/game.ts';
import type { EventSource } from './event-streams.ts';

/** The events of the world, for streams. An id that was never given is of another world. */
export function worldEvents(game: Game): EventSource {
  return {
    get newestId() {
      return game.newestEventId;
    },
    pageAfter(id) {
      const { since, events, newestId } = game.eventsSince(id);
      const until = events.at(-1)?.id ?? Math.max(since, newestId);
      return { events: events.map((event) => ({ id: event.id, text: eventText(event) })), until };
    },
    isOwn: () => true,
    watch: (onNews) => game.watch(() => onNews(false)),
  };
}

/** An event as text/event-stream. */
export function eventText(event: WorldEvent): string {
  const body = JSON.stringify(palatineEvent(event)); // JSON holds no line breaks
  return `id: ${event.id}\nevent: ${event.type}\ndata: ${body}\n\n`;
}
