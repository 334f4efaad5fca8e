import { findKnownPlayer, type GameContext } from '@palatine/world';
import type { AuditPlayer, NewAuditEntry } from '../store/audit-rows.ts';
import type { Write } from './calls.ts';
import { routeOf } from './command-batch.ts';
import { effectSummary } from './effect-summary.ts';
import { requestSummary } from './request-summary.ts';

export type AuditEffect = Pick<NewAuditEntry, 'summary' | 'eventId'>;

/** Most events of a write that its summary reads: a forgetting of all technologies makes several. */
const EVENTS = { events: 16, bytes: Number.MAX_SAFE_INTEGER };

/** What the game adds to the audit entry of a write. */
export function auditDetails(game: GameContext) {
  const { eventLog } = game.world;
  return {
    /** The player whom a target names, online or not. */
    playerOf(target: string): AuditPlayer | undefined {
      const found = target === '' ? undefined : findKnownPlayer(game, target);
      return found && { uid: found.uid, userId: found.userId, name: found.name };
    },

    /** `lastEventId`: the last event before the write. */
    ofApplied(write: Write, reply: unknown, lastEventId: number): AuditEffect {
      const events = eventLog.after(lastEventId, EVENTS);
      return { summary: effectSummary(write, reply, events), eventId: events[0]?.id };
    },

    ofRefused(write: Write): AuditEffect {
      const body = write.kind === 'reload' ? undefined : write.input.body;
      return { summary: requestSummary(routeOf(write), body), eventId: undefined };
    },
  };
}
