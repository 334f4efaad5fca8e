import type { FastifyInstance } from 'fastify';
import type { AttachedService } from '../attached/attached-service.ts';

/** Has every response say how old its data is: when the game wrote the save that is served, and how long ago. */
export function sendSaveAge(app: FastifyInstance, attached: AttachedService, now: () => number): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    const { savedAtMs } = attached;
    if (savedAtMs !== undefined) {
      reply.header('last-modified', new Date(savedAtMs).toUTCString());
      reply.header('age', Math.max(0, Math.floor((now() - savedAtMs) / 1000)));
    }
    done();
  });
}
