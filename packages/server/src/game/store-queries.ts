import type { World, WorldEvent } from '@palatine/world';
import type { AuditFilters } from '../store/audit-store.ts';
import type { Store } from '../store/store.ts';
import type { RecordsAsk } from './protocol.ts';

/** Reads what is kept beside the world: the audit, the events since one, how a request ended. */
export function readRecords({ what, params }: RecordsAsk, store: Store, world: World): unknown {
  switch (what) {
    case 'audit':
      return store.auditPage(auditFilters(params));
    case 'events':
      return eventsSince(world, params.since ?? 'now');
    case 'ended':
      return store.statusOf(params.request ?? '');
  }
}

/** What a watcher has missed. */
export interface EventsSince {
  /** The id it goes on from. */
  since: number;
  events: WorldEvent[];
}

/** `now` has missed nothing; an id that was never given is of another world, whose watcher begins anew. */
function eventsSince(world: World, since: string): EventsSince {
  if (since === 'now') return { since: world.lastEventId, events: [] };
  const known = Number(since) <= world.lastEventId ? Number(since) : 0;
  return { since: known, events: [...world.events.values()].filter(({ id }) => id > known) };
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
