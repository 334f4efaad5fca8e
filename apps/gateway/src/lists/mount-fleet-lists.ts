import {
  acceptFleetOffer,
  addFleetBan,
  declineFleetOffer,
  deleteFleetList,
  exportFleetList,
  type FleetBan,
  getFleetBans,
  getFleetLists,
  getFleetOffers,
  importFleetList,
  putFleetList,
  Refusal,
  removeFleetBan,
} from '@palatine/contract';
import { serialize, withEtag } from '@palatine/platform/response-bytes';
import type { MountFileWrite } from '@palatine/web/file-writes';
import type { BytesAnswer, Routes } from '@palatine/web/routes';
import type { FleetLists } from './fleet-lists.ts';
import { expiryOf, readImport, subjectOf } from './read-import.ts';

const MAX_SKIPPED = 100;

export function mountFleetLists(routes: Routes, lists: FleetLists, write: MountFileWrite): void {
  routes.read(getFleetLists, () => serialize({ Lists: lists.lists() }));
  routes.read(getFleetBans, ({ params, query }) => serialize(lists.page(params.list, query)));
  routes.read(getFleetOffers, ({ params, query }) => serialize(lists.offersPage(params.list, query)));
  routes.read(exportFleetList, ({ params, query }) => {
    const { Kind } = lists.definition(params.list);
    const Bans = lists.bans(params.list);
    if (query.Format !== 'Text') return serialize({ List: params.list, Kind, Bans });
    return exportText(params.list, Bans);
  });

  write(putFleetList, ({ params, body, token }) => ({
    reply: lists.putList(params.list, body, token.name),
  }));
  write(deleteFleetList, ({ params, token }) => {
    lists.deleteList(params.list, token.name);
    return { reply: { Deleted: params.list } };
  });
  write(addFleetBan, ({ params, body, token }) => {
    const subject = subjectOf(body.Id);
    if (subject === undefined) {
      const message = 'Id must be a UserId, such as steam_76561198000000000, or an IPv4 or IPv6 address';
      throw new Refusal('VALIDATION_FAILED', message);
    }
    const details = { reason: body.Reason ?? '', expires: expiryOf(body.Expires) };
    return { reply: lists.put(params.list, subject, details, token.name) };
  });
  write(removeFleetBan, ({ params, token }) => {
    lists.definition(params.list);
    const subject = subjectOf(params.id);
    if (subject === undefined) throw new Refusal('BAN_NOT_FOUND', `${params.id} is not on the list`);
    return { reply: lists.lift(params.list, subject, token.name) };
  });
  write(importFleetList, async ({ params, body, token }) => {
    lists.definition(params.list);
    const { entries, skipped } = await readImport(body);
    const done = await lists.putAll(params.list, entries, token.name);
    const Skipped = skipped.slice(0, MAX_SKIPPED).map(({ line, why }) => ({ Line: line, Why: why }));
    const summary = `${done.Added} of ${entries.length} entries imported`;
    return { reply: { Read: entries.length, ...done, Skipped }, summary };
  });
  write(acceptFleetOffer, ({ params, body }) => ({ reply: lists.accept(params.list, body) }));
  write(declineFleetOffer, ({ params, body }) => {
    lists.decline(params.list, body);
    return { reply: { Declined: body.Id } };
  });
}

/** The entries of a list as plain lines that an import reads: the id, then the reason on the same line. */
function exportText(list: string, bans: readonly FleetBan[]): BytesAnswer {
  const lines = bans.map(({ Id, Reason }) => `${Id} ${Reason.replace(/\s+/g, ' ')}`.trim());
  const bytes = new TextEncoder().encode([`# ${list}`, ...lines, ''].join('\n'));
  return { ...withEtag(bytes), contentType: 'text/plain; charset=utf-8' };
}
