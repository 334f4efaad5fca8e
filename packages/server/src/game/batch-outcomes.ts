import type { OutcomeStore, StoredOutcome } from '../store/outcome-store.ts';
import type { Outcome, Write, WriteCall } from './protocol.ts';

export interface KeyTools {
  stored: Pick<OutcomeStore, 'find' | 'keysOf'>;
  /** The time that this world has been served. */
  runningMs: number;
  /** Most keys of a token. */
  keysPerToken: number;
}

type Issuer = WriteCall['issuer'];

/** The outcomes of writes with an Idempotency-Key: those on disk, and those of the batch under way. */
export class BatchOutcomes {
  readonly #tools: KeyTools;
  readonly #added = new Map<string, StoredOutcome>();

  constructor(tools: KeyTools) {
    this.#tools = tools;
  }

  /** What this batch stores. */
  get added(): readonly StoredOutcome[] {
    return [...this.#added.values()];
  }

  /** What came of the first write with this key, when it was applied. `onDisk`: before this batch. */
  find(issuer: Issuer, key: string): (StoredOutcome & { onDisk: boolean }) | undefined {
    const added = this.#added.get(nameOf(issuer, key));
    if (added !== undefined) return { ...added, onDisk: false };
    const stored = this.#tools.stored.find(issuer.id, key, this.#tools.runningMs);
    return stored && { ...stored, onDisk: true };
  }

  /** Whether the token may have one more key. */
  hasRoom({ id }: Issuer): boolean {
    const { stored, keysPerToken } = this.#tools;
    const added = this.added.filter(({ issuer }) => issuer === id).length;
    return stored.keysOf(id) + added < keysPerToken;
  }

  /** Stores what came of a write that was applied. */
  add({ input: { issuer, idempotency } }: Write, { status, body, code, delivery = '' }: Outcome): void {
    if (idempotency === undefined) return;
    const { key, fingerprint } = idempotency;
    const { runningMs } = this.#tools;
    const outcome = { issuer: issuer.id, key, fingerprint, runningMs, status, body, code, delivery };
    this.#added.set(nameOf(issuer, key), outcome);
  }
}

/** The answer to a repeat. */
export function replayOf({ status, body, code, delivery }: StoredOutcome): Outcome {
  return { status, body, code, delivery, replayed: true };
}

function nameOf({ id }: Issuer, key: string): string {
  return `${id} ${key}`; // neither holds a space
}
