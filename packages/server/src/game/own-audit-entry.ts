import type { GameContext } from '@palatine/world';
import type { NewAuditEntry } from '../store/audit-rows.ts';
import type { ServiceNote } from './calls.ts';

/** The entry of something that the service does by itself. */
export function ownAuditEntry(
  { now, newId }: Pick<GameContext, 'now' | 'newId'>,
  { route, target, outcome, summary }: Required<ServiceNote>['audit'],
): NewAuditEntry {
  return {
    atMs: now(),
    Token: 'palatine',
    IP: '',
    Route: route,
    Target: target,
    Outcome: outcome,
    Status: outcome === 'OK' ? 200 : 500,
    Reason: '',
    request: `palatine-${newId()}`,
    requestId: '',
    idempotencyKey: '',
    summary,
    player: undefined,
    eventId: undefined,
  };
}
