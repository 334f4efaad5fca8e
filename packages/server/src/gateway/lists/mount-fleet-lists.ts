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
  type RouteBody,
  removeFleetBan,
} from '@palatine/contract';
import type { ListSubject } from '@palatine/fleet';
import { serialize, withEtag } from '../../game/responses.ts';
import type { MountOwnWrite } from '../../http/own-writes.ts';
import type { BytesAnswer } from '../../http/route-calls.ts';
import type { Routes } from '../../http/routes.ts';
import type { FleetLists } from './fleet-lists.ts';
import { expiryOf, readImport, subjectOf } from './read-import.ts';

const MAX_SKIPPED = 100;

/** Mounts the routes of the shared lists. `write` audits what is done, and answers a repetition with the same key as before. */
export function mountFleetLists(routes: Routes, lists: FleetLists, write: MountOwnWrite): void {
  mountReads(routes, lists);

  write(putFleetList, ({ params, body, token }) => ({
    reply: lists.putList(params.list, body, token.name),
  }));
  write(deleteFleetList, ({ params, token }) => {
    lists.deleteList(params.list, token.name);
    return { reply: { Deleted: params.list } };
  });
  write(addFleetBan, ({ params, body, token }) => {
    const subject = namedSubject(body);
    const words = { reason: body.Reason ?? '', expires: expiryOf(body.Expires) };
    return { reply: lists.put(params.list, subject, words, token.name) };
  });
  write(removeFleetBan, ({ params, token }) => {
    lists.definition(params.list);
    const subject = subjectOf(params.id);
    if (subject === undefined) throw new Refusal('BAN_NOT_FOUND', `${params.id} is not on the list`);
    return { reply: lists.lift(params.list, subject, token.name) };
  });
  write(importFleetList, async ({ params, body, token }) => {
    lists.definition(params.list);
    const { entries, skipped } = readImport(body);
    const done = await lists.putAll(params.list, entries, token.name);
    const Skipped = skipped.slice(0, MAX_SKIPPED).map(({ line, why }) => ({ Line: line, Why: why }));
    const summary = `${done.Added} of ${entries.length} entries imported`;
    return { reply: { Read: entries.length, ...done, Skipped }, summary };
  });
  write(acceptFleetOffer, ({ params, body, token }) => ({
    reply: lists.accept(params.list, body, token.name),
  }));
  write(declineFleetOffer, ({ params, body, token }) => {
    lists.decline(params.list, body, token.name);
    return { reply: { Declined: body.Id } };
  });
}

/** The subject of a body that names either a user or an address. Throws VALIDATION_FAILED. */
function namedSubject({ UserId, IP }: RouteBody<typeof addFleetBan>): ListSubject {
  const named = UserId ?? IP;
  const kind = UserId === undefined ? 'IP' : 'User';
  const subject =
    named !== undefined && (UserId === undefined || IP === undefined) ? subjectOf(named) : undefined;
  if (subject?.Kind === kind) return subject;
  const message =
    'the body has to name either a UserId, such as steam_76561198000000000, or an IPv4 or IPv6 address';
  throw new Refusal('VALIDATION_FAILED', message);
}

function mountReads(routes: Routes, lists: FleetLists): void {
  routes.read(getFleetLists, () => serialize({ Lists: lists.lists() }));
  routes.read(getFleetBans, ({ params, query }) => serialize(lists.page(params.list, query)));
  routes.read(getFleetOffers, ({ params, query }) => {
    return serialize(pageOf(lists.offers(params.list), query));
  });
  routes.read(exportFleetList, ({ params, query }) => {
    const { Kind } = lists.definition(params.list);
    const Bans = lists.bans(params.list);
    if (query.Format !== 'Text') return serialize({ List: params.list, Kind, Bans });
    return exportText(params.list, Bans);
  });
}

/** The entries of a list as plain lines that an import reads: the id, then the reason on the same line. */
function exportText(list: string, bans: readonly FleetBan[]): BytesAnswer {
  const lines = bans.map(({ Id, Reason }) => `${Id} ${Reason.replace(/\s+/g, ' ')}`.trim());
  const bytes = new TextEncoder().encode([`# ${list}`, ...lines, ''].join('\n'));
  return { ...withEtag(bytes), contentType: 'text/plain; charset=utf-8' };
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
