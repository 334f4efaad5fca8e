import { PalatineEvent } from './events.ts';
import { OWN_PATH, route } from './route.ts';

export const getEvents = route({
  method: 'GET',
  tag: 'Service',
  base: OWN_PATH,
  path: '/events',
  permission: 'Palatine.Events.Read',
  title: 'Stream events',
  summary: 'The events of the world as server-sent events; Last-Event-ID resumes',
  game: false,
  stream: true,
  reply: PalatineEvent,
  errors: ['SERVER_BUSY'],
  examples: [{}],
});
