import type { FastifyInstance } from 'fastify';
import type { AttachedService } from '../attached/attached-service.ts';

/** Has every response say how old its data is: when the game wrote the save that is served, and how long ago. */
export function sendSaveAge(app: FastifyInstance, headersNow: () => string[]): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    const [modified, modifiedAt, age, seconds] = headersNow();
    if (modified !== undefined && age !== undefined) reply.header(modified, modifiedAt).header(age, seconds);
    done();
  });
}

/** The headers that say so, names and values in turn; none while the time of the save is not known. */
export function saveAgeHeaders({ savedAtMs }: AttachedService, nowMs: number): string[] {
  if (savedAtMs === undefined) return [];
  const seconds = Math.max(0, Math.floor((nowMs - savedAtMs) / 1000));
  return ['last-modified', new Date(savedAtMs).toUTCString(), 'age', String(seconds)];
}
