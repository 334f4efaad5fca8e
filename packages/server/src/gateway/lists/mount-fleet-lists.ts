import {
  acceptFleetOffer,
  addFleetBan,
  DEFAULT_PAGE,
  declineFleetOffer,
  deleteFleetList,
  exportFleetList,
  type FleetBan,
  type FleetOffer,
  getFleetBans,
  getFleetLists,
  getFleetOffers,
  importFleetList,
  putFleetList,
  Refusal,
  removeFleetBan,
} from '@palatine/contract';
import type { FastifyInstance } from 'fastify';
import type { CachedResponse } from '../../game/calls.ts';
import { serialize, withEtag } from '../../game/responses.ts';
import type { RequestPolicy } from '../../http/authorize.ts';
import { mountRead, mountResponse } from '../../http/mount.ts';
import type { MountOwnWrite } from '../../http/own-writes.ts';
import { sendCachedResponse } from '../../http/respond.ts';
import type { FleetLists } from './fleet-lists.ts';
import { expiryOf, namedSubject, readImport, subjectOf } from './read-import.ts';

const MOST_SKIPPED = 100;

/** Mounts the routes of the shared lists. `write` audits what is done, and answers a repetition with the same key as before. */
export function mountFleetLists(
  app: FastifyInstance,
  policy: RequestPolicy,
  lists: FleetLists,
  write: MountOwnWrite,
): void {
  mountReads(app, policy, lists);

  write(putFleetList, async ({ params, body, token }) => ({
    reply: await lists.putList(params.list, body, token.name),
  }));
  write(deleteFleetList, async ({ params, token }) => {
    await lists.deleteList(params.list, token.name);
    return { reply: { Deleted: params.list } };
  });
  write(addFleetBan, async ({ params, body, token }) => {
    const subject = namedSubject(body);
    if (typeof subject === 'string') throw new Refusal('VALIDATION_FAILED', `the body ${subject}`);
    const words = { reason: body.Reason ?? '', expires: expiryOf(body.Expires) };
    return { reply: await lists.put(params.list, subject, words, token.name) };
  });
  write(removeFleetBan, async ({ params, token }) => {
    lists.definition(params.list);
    const subject = subjectOf(params.id);
    if (subject === undefined) throw new Refusal('BAN_NOT_FOUND', `${params.id} is not on the list`);
    return { reply: await lists.lift(params.list, subject, token.name) };
  });
  write(importFleetList, async ({ params, body, token }) => {
    lists.definition(params.list);
    const { entries, skipped } = readImport(body);
    const done = await lists.putAll(params.list, entries, token.name);
    const Skipped = skipped.slice(0, MOST_SKIPPED).map(({ line, why }) => ({ Line: line, Why: why }));
    const summary = `${done.Added} of ${entries.length} entries imported`;
    return { reply: { Read: entries.length, ...done, Skipped }, summary };
  });
  write(acceptFleetOffer, async ({ params, body, token }) => {
    lists.definition(params.list);
    return { reply: await lists.offers.accept(params.list, body, token.name) };
  });
  write(declineFleetOffer, async ({ params, body, token }) => {
    lists.definition(params.list);
    await lists.offers.decline(params.list, body, token.name);
    return { reply: { Declined: body.Id } };
  });
}

function mountReads(app: FastifyInstance, policy: RequestPolicy, lists: FleetLists): void {
  mountRead(app, policy, getFleetLists, () => serialize({ Lists: lists.lists() }));
  mountRead(app, policy, getFleetBans, ({ params, query }) => serialize(lists.page(params.list, query)));
  mountRead(app, policy, getFleetOffers, ({ params, query }) => {
    lists.definition(params.list);
    return serialize(pageOf(lists.offers.pending(params.list), query));
  });
  mountResponse(app, policy, exportFleetList, async ({ params, query, request, reply }) => {
    const { Kind } = lists.definition(params.list);
    const Bans = lists.bans(params.list);
    if (query.Format !== 'Text') {
      return sendCachedResponse(request, reply, serialize({ List: params.list, Kind, Bans }));
    }
    return sendCachedResponse(request, reply, exportText(params.list, Bans), 'text/plain; charset=utf-8');
  });
}

/** The entries of a list as plain lines that an import reads: the id, then the reason on the same line. */
function exportText(list: string, bans: readonly FleetBan[]): CachedResponse {
  const lines = bans.map(({ Id, Reason }) => `${Id} ${Reason.replace(/\s+/g, ' ')}`.trim());
  return withEtag(new TextEncoder().encode([`# ${list}`, ...lines, ''].join('\n')));
}

/** A page of offers, which are in the order of world, kind and id. */
function pageOf(
  offers: readonly FleetOffer[],
  { Limit = DEFAULT_PAGE, Cursor = '' }: { Limit?: number; Cursor?: string },
) {
  const rest = Cursor === '' ? offers : offers.filter((offer) => placeOf(offer) > Cursor);
  const Offers = rest.slice(0, Limit);
  const last = Offers.at(-1);
  const Next = rest.length > Limit && last !== undefined ? placeOf(last) : undefined;
  return { Total: offers.length, Matching: offers.length, ...(Next !== undefined && { Next }), Offers };
}

function placeOf({ World, Kind, Id }: FleetOffer): string {
  return `${World} ${Kind} ${Id}`;
}
