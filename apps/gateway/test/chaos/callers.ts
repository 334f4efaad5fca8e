import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

/** Results of the writes of all callers, by key. */
export interface CallerResults {
  /** By world. */
  confirmed: Map<string, Set<string>>;
  /** Answered: nothing was and will be applied. */
  notApplied: Map<string, Set<string>>;
  /** Unknown outcome, even after retries. */
  undecided: Set<string>;
  /** Unknown outcome, and sent again under another key by a client without keys. */
  abandoned: Set<string>;
  /** Answers other than that a write was applied. */
  failures: number;
}

export interface CallerOptions {
  /** The URL of the gateway. */
  url: () => string;
  token: string;
  worlds: readonly string[];
  /** The UserId that gets the items. */
  player: string;
  callers: number;
  /** Whether a write whose end is not known is repeated with its key: what a client has to do. */
  repeatWithKey: boolean;
}

/** A minute, in which a gateway that was killed has started again. */
const MAX_TRIES = 600;
/** No answer of a gateway takes longer than its deadlines together. */
const HANG_MS = 20_000;

/** Gives single items over the gateway from many callers until it is ended. */
export function startCallers(options: CallerOptions): { results: CallerResults; end: () => Promise<void> } {
  const results: CallerResults = {
    confirmed: new Map(),
    notApplied: new Map(),
    undecided: new Set(),
    abandoned: new Set(),
    failures: 0,
  };
  let ending = false;
  let calls = 0;

  async function caller(): Promise<void> {
    while (!ending) {
      const world = options.worlds[calls++ % options.worlds.length] ?? '';
      const key = randomUUID();
      await write(world, key);
    }
  }

  /** Repeats until the end of the write is known. */
  async function write(world: string, key: string): Promise<void> {
    let sentKey = key;
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const verdict = await send(options, world, sentKey);
      if (verdict === 'applied') return void add(results.confirmed, world, sentKey);
      results.failures += 1;
      // A repeat that was not applied says nothing of the first try.
      if (verdict === 'not applied' && tries === 0) return void add(results.notApplied, world, key);
      if (!options.repeatWithKey) {
        results.abandoned.add(sentKey);
        sentKey = randomUUID();
      }
      await delay(100);
    }
    results.undecided.add(key);
  }

  const callers = Array.from({ length: options.callers }, caller);
  for (const promise of callers) promise.catch(() => {}); // `end` rethrows
  return {
    results,
    async end() {
      ending = true;
      await Promise.all(callers);
    },
  };
}

/** How many keys there are, in all worlds. */
export function countOf(sets: Map<string, Set<string>>): number {
  return [...sets.values()].reduce((sum, { size }) => sum + size, 0);
}

function add(sets: Map<string, Set<string>>, world: string, key: string): void {
  const set = sets.get(world) ?? new Set();
  sets.set(world, set.add(key));
}

async function send(
  { url, token, player }: CallerOptions,
  world: string,
  key: string,
): Promise<'applied' | 'not applied' | 'unknown'> {
  try {
    const response = await fetch(`${url()}/worlds/${world}/v1/pdapi/give/items/${player}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': key },
      body: JSON.stringify({ Items: [{ ItemID: 'PalSphere', Count: 1 }] }),
      signal: AbortSignal.timeout(HANG_MS),
    });
    const { Error: error } = (await response.json()) as { Error?: { Code: string } };
    if (response.status === 200) return 'applied';
    if (error?.Code === 'REQUEST_TIMEOUT' || error?.Code === 'SERVER_BUSY') return 'not applied';
    if (error?.Code === 'OUTCOME_UNKNOWN') return 'unknown';
    throw new Error(`unexpected answer: ${response.status} ${JSON.stringify(error)}`);
  } catch (error) {
    if (
      error instanceof TypeError ||
      (error as Error).name === 'TimeoutError' ||
      error instanceof SyntaxError
    )
      return 'unknown';
    throw error;
  }
}
