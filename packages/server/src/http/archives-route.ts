import { getArchives, MAX_ARCHIVES, parseArchiveName, Refusal, type RouteQuery } from '@palatine/contract';
import type { FastifyInstance } from 'fastify';
import { archivesIn } from '../data-folder/archives.ts';
import { serialize } from '../game/responses.ts';
import type { RequestPolicy } from './authorize.ts';
import { mountRead } from './mount.ts';
import type { Service } from './service.ts';

const DEFAULT_PAGE = 50;

/** Mounts the list of archives, which is read from disk beside the game. */
export function mountArchives(
  app: FastifyInstance,
  policy: RequestPolicy,
  { game, archives }: Service,
): void {
  mountRead(app, policy, getArchives, async ({ query }) => {
    const { origin, madeAt } = game.figures ?? {};
    const world = origin && madeAt ? { origin, createdAtMs: Date.parse(madeAt) } : undefined;
    return serialize(await archivesIn(archives, { limit: limitOf(query), after: cursorOf(query), world }));
  });
}

function limitOf({ Limit }: RouteQuery<typeof getArchives>): number {
  if (Limit === undefined) return DEFAULT_PAGE;
  const limit = Number(Limit);
  if (/^[0-9]{1,4}$/.test(Limit) && limit >= 1 && limit <= MAX_ARCHIVES) return limit;
  throw new Refusal('VALIDATION_FAILED', `Limit must be a whole number from 1 to ${MAX_ARCHIVES}`);
}

function cursorOf({ Cursor }: RouteQuery<typeof getArchives>): string | undefined {
  if (Cursor === undefined || parseArchiveName(Cursor) !== undefined) return Cursor;
  throw new Refusal('VALIDATION_FAILED', 'Cursor must be the Next of a page of this list');
}
