import { type EventData, type EventType, Refusal, type RouteShape } from '@palatine/contract';
import { requestSummary } from '@palatine/engine/audit-entry';
import type { Outcome, RefusedEntry } from '@palatine/engine/calls';
import type { Game } from '@palatine/engine/game';
import type { Clock } from '@palatine/platform/clock';
import type { WriteCall } from '../response/route-calls.ts';
import type { Routes } from './routes.ts';

/** The result of a write outside the game. */
export interface FileWrite {
  readonly reply: object;
  /** For the audit; defaults to what was requested. */
  readonly summary?: string;
  readonly event?: { [T in EventType]: { readonly type: T; readonly data: EventData<T> } }[EventType];
  /** Adds no audit entry: a dry run, which changes nothing, or one that was added in the commit of the change. */
  readonly withoutEntry?: boolean;
}

export function gameRecorder(game: Pick<Game, 'note' | 'audit'>) {
  return {
    /** A file is replaced by now, so a busy game fails no write: the entry waits, and the event is lost. */
    async record(entry: RefusedEntry, event: FileWrite['event']): Promise<void> {
      try {
        await game.note({ entry, ...(event && { event }) });
      } catch {
        game.audit(entry);
      }
    },
    audit: (entry: RefusedEntry) => game.audit(entry),
  };
}

export type WriteRecorder = ReturnType<typeof gameRecorder>;

export type MountFileWrite = <R extends RouteShape>(
  route: R,
  work: (call: WriteCall<R>) => FileWrite | Promise<FileWrite>,
) => void;

/**
 * Mounts writes of files and of the service itself. They are audited as writes of the world are, in one commit with
 * their event, and a repetition with the same Idempotency-Key gets the same answer.
 */
export function fileWrites(routes: Routes, { record, audit }: WriteRecorder, clock: Clock): MountFileWrite {
  const outcomes = new KeyedOutcomes(clock);

  return (route, work) => {
    routes.write(route, (call) => {
      const requested = requestSummary(route, call.body);
      return outcomes.run(call, async () => {
        try {
          const { reply, summary = requested, event, withoutEntry = false } = await work(call as never);
          if (!withoutEntry) await record({ ...call.audit, summary, Outcome: 'OK', Status: 200 }, event);
          return outcomeOf(reply);
        } catch (error) {
          if (error instanceof Refusal)
            routes.policy.refusals.add(call.token, call.audit, error, () => requested);
          else audit({ ...call.audit, summary: requested, Outcome: 'INTERNAL_ERROR', Status: 500 });
          throw error;
        }
      });
    });
  };
}

export function outcomeOf(reply: object): Outcome {
  return { status: 200, body: JSON.stringify(reply), code: 'OK', replayed: false };
}

/** The game keeps the outcome of a key for as long. */
const TTL_MS = 24 * 3_600_000;
const MAX_ENTRIES = 10_000;
const MAX_BYTES = 16 * 1024 * 1024;

interface CachedOutcome {
  fingerprint: string;
  /** elapsed() of the clock. */
  atMs: number;
  outcome: Promise<Outcome>;
  bytes: number;
}

/**
 * The outcomes of writes outside the game, by token and Idempotency-Key, in memory: such a write replaces a file, so a
 * retry after a restart changes nothing. A refusal keeps no key. Beyond the bounds the oldest are evicted.
 */
class KeyedOutcomes {
  readonly #cached = new Map<string, CachedOutcome>();
  readonly #clock: Clock;
  #bytes = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The outcome of the work, or that of an earlier call with the key. Throws IDEMPOTENCY_KEY_REUSED. */
  async run(
    { token, idempotency }: Pick<WriteCall, 'token' | 'idempotency'>,
    work: () => Promise<Outcome>,
  ): Promise<Outcome> {
    if (idempotency === undefined) return work();
    this.#dropOld();
    const { fingerprint } = idempotency;
    const key = `${token.id} ${idempotency.key}`;
    const cached = this.#cached.get(key);
    if (cached !== undefined) {
      if (cached.fingerprint !== fingerprint) throw new Refusal('IDEMPOTENCY_KEY_REUSED');
      return { ...(await cached.outcome), replayed: true };
    }
    const outcome = work();
    const entry = { fingerprint, atMs: this.#clock.elapsed(), outcome, bytes: 0 };
    this.#cached.set(key, entry);
    try {
      const { length } = (await outcome).body;
      if (this.#cached.get(key) !== entry) return outcome; // dropped meanwhile
      entry.bytes = length;
      this.#bytes += length;
    } catch (error) {
      if (this.#cached.get(key) === entry) this.#cached.delete(key);
      throw error;
    }
    return outcome;
  }

  #dropOld(): void {
    const nowMs = this.#clock.elapsed();
    for (const [key, { atMs, bytes }] of this.#cached) {
      const fits = this.#cached.size < MAX_ENTRIES && this.#bytes <= MAX_BYTES;
      if (fits && nowMs - atMs < TTL_MS) return;
      this.#cached.delete(key);
      this.#bytes -= bytes;
    }
  }
}
