import type { Token } from '../data-folder/tokens.ts';

/** When a token was used last, and how often today. */
export interface Use {
  /** ms since 1970. */
  lastMs: number;
  /** Days since 1970, UTC. */
  day: number;
  requests: number;
}

const DAY_MS = 24 * 3_600_000;
/** More tokens than any folder has; the one that was used first is forgotten. */
const MOST_TOKENS = 10_000;

/** Counts the requests of each token since the service started. */
export class TokenUse {
  readonly #uses = new Map<Token['id'], Use>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  count({ id }: Pick<Token, 'id'>): void {
    const lastMs = this.#now();
    const day = Math.floor(lastMs / DAY_MS);
    const use = this.#uses.get(id);
    if (use === undefined) return this.#add(id, { lastMs, day, requests: 1 });
    use.requests = use.day === day ? use.requests + 1 : 1;
    use.lastMs = lastMs;
    use.day = day;
  }

  /** Undefined for a token that was not used since the service started. */
  of(id: Token['id']): { lastMs: number; requestsToday: number } | undefined {
    const use = this.#uses.get(id);
    if (use === undefined) return undefined;
    const isToday = use.day === Math.floor(this.#now() / DAY_MS);
    return { lastMs: use.lastMs, requestsToday: isToday ? use.requests : 0 };
  }

  #add(id: Token['id'], use: Use): void {
    if (this.#uses.size >= MOST_TOKENS) {
      for (const oldest of this.#uses.keys()) {
        this.#uses.delete(oldest);
        break;
      }
    }
    this.#uses.set(id, use);
  }
}
