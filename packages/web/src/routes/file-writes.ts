import { type EventData, type EventType, Refusal, type RouteShape } from '@palatine/contract';
import type { Outcome, RefusedEntry } from '@palatine/contract/audit-records';
import { requestSummary } from '@palatine/contract/audit-summary';
import type { Clock } from '@palatine/platform/clock';
import type { Routes, WriteCall } from './routes.ts';

/** The result of a write outside the game. */
export interface FileWrite {
  readonly reply: object;
  /** Fields of the first response only, such as a secret: a repetition of the request gets those of `reply`. */
  readonly once?: object;
  /** For the audit; defaults to what was requested. */
  readonly summary?: string;
  readonly event?: { [T in EventType]: { readonly type: T; readonly data: EventData<T> } }[EventType];
  /** Adds no audit entry: a dry run, which changes nothing, or one that was added in the commit of the change. */
  readonly withoutEntry?: boolean;
}

/** Where the writes of a service are recorded. */
export interface WriteRecorder {
  /** Adds an entry to the audit, with the event of its write. */
  record(entry: RefusedEntry, event: FileWrite['event']): Promise<void>;
  /** Adds the entry of a write that failed. */
  audit(entry: RefusedEntry): void;
}

export type MountFileWrite = <R extends RouteShape>(
  route: R,
  work: (call: WriteCall<R>) => FileWrite | Promise<FileWrite>,
) => void;

/** Mounts writes of files and of the service: audited in one commit with their event, and repeatable with the same key. */
export function fileWrites(routes: Routes, { record, audit }: WriteRecorder, clock: Clock): MountFileWrite {
  const runOnce = keyedOutcomes(clock);

  return (route, work) => {
    routes.write(route, async (call) => {
      const requested = requestSummary(route, call.body);
      let first: Outcome | undefined;
      const outcome = await runOnce(call, async () => {
        try {
          const { reply, once, summary = requested, event, withoutEntry = false } = await work(call as never);
          if (!withoutEntry) await record({ ...call.audit, summary, Outcome: 'OK', Status: 200 }, event);
          if (once !== undefined) first = outcomeOf({ ...reply, ...once });
          return outcomeOf(reply);
        } catch (error) {
          if (error instanceof Refusal) routes.refusals.add(call.token, call.audit, error, () => requested);
          else audit({ ...call.audit, summary: requested, Outcome: 'INTERNAL_ERROR', Status: 500 });
          throw error;
        }
      });
      return first ?? outcome;
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

/** Keeps outcomes in memory, by token and Idempotency-Key: a retry after a restart replaces a file by the same. No refusals. */
function keyedOutcomes({ elapsed }: Pick<Clock, 'elapsed'>) {
  const kept = new Map<string, CachedOutcome>();
  let keptBytes = 0;

  function dropOld(): void {
    for (const [key, { atMs, bytes }] of kept) {
      const fits = kept.size < MAX_ENTRIES && keptBytes <= MAX_BYTES;
      if (fits && elapsed() - atMs < TTL_MS) return;
      kept.delete(key);
      keptBytes -= bytes;
    }
  }

  /** The outcome of the work, or that of an earlier call with the key. Throws IDEMPOTENCY_KEY_REUSED. */
  return async (
    { token, idempotency }: Pick<WriteCall, 'token' | 'idempotency'>,
    work: () => Promise<Outcome>,
  ): Promise<Outcome> => {
    if (idempotency === undefined) return work();
    dropOld();
    const { fingerprint } = idempotency;
    const key = `${token.id} ${idempotency.key}`;
    const cached = kept.get(key);
    if (cached !== undefined) {
      if (cached.fingerprint !== fingerprint) throw new Refusal('IDEMPOTENCY_KEY_REUSED');
      return { ...(await cached.outcome), replayed: true };
    }
    const entry = { fingerprint, atMs: elapsed(), outcome: work(), bytes: 0 };
    kept.set(key, entry);
    try {
      const outcome = await entry.outcome;
      if (kept.get(key) !== entry) return outcome; // dropped meanwhile
      entry.bytes = outcome.body.length;
      keptBytes += entry.bytes;
      return outcome;
    } catch (error) {
      if (kept.get(key) === entry) kept.delete(key);
      throw error;
    }
  };
}
