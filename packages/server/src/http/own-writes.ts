import { type EventData, type EventType, Refusal, type RouteShape } from '@palatine/contract';
import type { FastifyInstance } from 'fastify';
import { requestSummary } from '../game/audit-summary.ts';
import type { Outcome, RefusedEntry } from '../game/calls.ts';
import type { Clock } from '../game/clock.ts';
import type { Game } from '../game/game.ts';
import type { RequestPolicy } from './authorize.ts';
import { KeyedOutcomes } from './keyed-outcomes.ts';
import { mountWrite, type WriteContext } from './mount.ts';

/** What a write that is done beside the game thread came to. */
export interface OwnWrite {
  readonly reply: object;
  /** What was done, for the audit; what the request asked for unless given. */
  readonly summary?: string;
  readonly event?: { [T in EventType]: { readonly type: T; readonly data: EventData<T> } }[EventType];
  /** Nothing was changed, so nothing is audited either: a check. */
  readonly unchanged?: boolean;
}

/** Where the writes of a service that are done beside a game thread are recorded. */
export interface WriteRecorder {
  /** Audits a write that was done, with its event. */
  record(entry: RefusedEntry, event: OwnWrite['event']): Promise<void>;
  /** Audits a write that failed. */
  audit(entry: RefusedEntry): void;
}

/** The recorder of a world. */
export function gameRecorder(game: Pick<Game, 'note' | 'audit'>): WriteRecorder {
  return {
    /** A file is replaced by now, so a busy game thread fails no write: the entry waits, and the event is lost. */
    async record(entry, event) {
      try {
        await game.note({ entry, ...(event && { event }) });
      } catch {
        game.audit(entry);
      }
    },
    audit: (entry) => game.audit(entry),
  };
}

/** Mounts a write that is done beside the game thread. */
export type MountOwnWrite = <R extends RouteShape>(
  route: R,
  work: (call: WriteContext<R>) => OwnWrite | Promise<OwnWrite>,
) => void;

/**
 * Mounts writes of files and of the service itself. They are audited as writes of the world are, in one commit with
 * their event, and a repetition with the same Idempotency-Key gets the same answer.
 */
export function ownWrites(
  app: FastifyInstance,
  policy: RequestPolicy,
  { record, audit }: WriteRecorder,
  clock: Clock,
): MountOwnWrite {
  const outcomes = new KeyedOutcomes(clock);

  return (route, work) => {
    mountWrite(app, policy, route, (call) => {
      const asked = requestSummary(route, call.body);
      return outcomes.run(call, async () => {
        try {
          const { reply, summary = asked, event, unchanged = false } = await work(call as never);
          if (!unchanged) await record({ ...call.audit, summary, Outcome: 'OK', Status: 200 }, event);
          return outcomeOf(reply);
        } catch (error) {
          if (error instanceof Refusal) policy.refusals.add(call.token, call.audit, error, () => asked);
          else audit({ ...call.audit, summary: asked, Outcome: 'INTERNAL_ERROR', Status: 500 });
          throw error;
        }
      });
    });
  };
}

function outcomeOf(reply: object): Outcome {
  return { status: 200, body: JSON.stringify(reply), code: 'OK', replayed: false };
}
