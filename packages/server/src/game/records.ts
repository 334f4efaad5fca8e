import type { World, WorldEvent } from '@palisade/world';
import type { AuditFilters } from '../store/audit-store.ts';
import type { Store } from '../store/store.ts';
import type { RecordsAsk } from './protocol.ts';

/** Reads what is kept beside the world: the audit, the events since one, how a request ended. */
export function readRecords({ what, params }: RecordsAsk, store: Store, world: World): unknown {
  switch (what) {
    case 'audit':
      return store.auditPage(auditFilters(params));
    case 'events':
      return eventsSince(world, Number(params.since));
    case 'ended':
      return store.statusOf(params.request ?? '');
  }
}

/** Those still remembered that came after the one with this id. */
function eventsSince(world: World, since: number): WorldEvent[] {
  return [...world.events.values()].filter(({ id }) => id > since);
}

function auditFilters({
  Token,
  Route,
  Target,
  Outcome,
  IP,
  Limit,
  Cursor,
}: Record<string, string>): AuditFilters {
  return {
    limit: Number(Limit ?? 100),
    ...(Token === undefined ? {} : { token: Token }),
    ...(Route === undefined ? {} : { route: Route }),
    ...(Target === undefined ? {} : { target: Target }),
    ...(Outcome === undefined ? {} : { outcome: Outcome }),
    ...(IP === undefined ? {} : { ip: IP }),
    ...(Cursor === undefined ? {} : { before: Number(Cursor) }),
  };
}
