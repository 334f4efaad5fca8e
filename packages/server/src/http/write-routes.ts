import { Refusal, ROUTES } from '@palisade/contract';
import type { FastifyInstance } from 'fastify';
import { type Gate, mount } from './mount.ts';

/** The POST routes stand in the table already; until they work they say so. */
export function mountWriteRoutes(app: FastifyInstance, gate: Gate): void {
  for (const route of Object.values(ROUTES)) {
    if (route.method !== 'POST') continue;
    mount(app, gate, route, () => {
      throw new Refusal('NOT_IMPLEMENTED', `POST ${route.path} does not work in this version yet`);
    });
  }
}
