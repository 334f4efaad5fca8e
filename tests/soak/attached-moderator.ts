import { setTimeout as delay } from 'node:timers/promises';
import { type Client, PalatineError } from '@palatine/client';
import { pick, seededRandom } from '@palatine/world/testing';
import type { AttachedTarget } from './attached-target.ts';

const PAUSE_MS = { least: 1000, most: 6000 };
const AGAIN_MS = 500;
const ATTEMPTS = 200;
/** A kick is repeated for so long while somebody stays: three times, 10 s apart, with polls between. */
const REPEATED_MS = 60_000;

/** A time in which the server may be told to kick or ban somebody. */
interface Warrant {
  readonly userId: string;
  readonly fromMs: number;
  /** Undefined while it lasts. */
  untilMs: number | undefined;
}

/** Kicks, bans, unbans and broadcasts by chance, and knows at any time who may be kicked. */
export class Moderator {
  readonly errors: string[] = [];
  readonly done = new Map<string, number>();
  refused = 0;
  /** The UserIds that are banned. */
  readonly banned = new Set<string>();
  readonly #target: AttachedTarget;
  readonly #random: () => number;
  /** Nobody else is ever kicked or banned. */
  readonly #troublemakers: readonly string[];
  readonly #warrants: Warrant[] = [];
  #seenMs = 0;
  #busy = false;
  #running: Promise<void> = Promise.resolve();

  constructor(target: AttachedTarget, troublemakers: readonly string[], seed: number) {
    this.#target = target;
    this.#troublemakers = troublemakers;
    this.#random = seededRandom(`moderator ${seed}`);
  }

  start(): void {
    this.#busy = true;
    this.#running = this.#moderate();
  }

  async stop(): Promise<void> {
    this.#busy = false;
    await this.#running;
  }

  /** Lifts every ban. */
  async unbanAll(): Promise<void> {
    for (const userId of [...this.banned]) await this.#unban(userId);
  }

  async #moderate(): Promise<void> {
    while (this.#busy) {
      await delay(PAUSE_MS.least + (PAUSE_MS.most - PAUSE_MS.least) * this.#random());
      const userId = pick(this.#random, this.#troublemakers);
      const act = this.#random();
      try {
        if (act < 0.25) await this.#broadcast();
        else if (act < 0.5) await this.#kick(userId);
        else if (this.banned.has(userId)) await this.#unban(userId);
        else await this.#ban(userId);
      } catch (error) {
        this.errors.push(`a moderator: ${String(error)}`);
      }
    }
  }

  async #broadcast(): Promise<void> {
    await this.#once('broadcast', (api) => api.broadcast({ body: { Message: 'The soak goes on' } }));
  }

  async #kick(userId: string): Promise<void> {
    const warrant = this.#warrant(userId);
    const params = { player_identifier: userId };
    await this.#once('kick', (api) => api.kickPlayer({ params, body: { Reason: 'soak' } }));
    warrant.untilMs = Date.now() + REPEATED_MS;
  }

  /** A ban may count although its answer was lost, so it is repeated until it is known. */
  async #ban(userId: string): Promise<void> {
    const warrant = this.#warrant(userId);
    const params = { player_identifier: userId };
    const isDone = await this.#untilAnswered('ban', (api) =>
      api.banPlayer({ params, body: { Reason: 'soak' } }),
    );
    if (isDone) this.banned.add(userId);
    else warrant.untilMs = Date.now() + REPEATED_MS;
  }

  async #unban(userId: string): Promise<void> {
    const params = { user_id: userId };
    const isDone = await this.#untilAnswered('unban', (api) =>
      api.unbanPlayer({ params, body: { Reason: 'soak' } }),
    );
    if (!isDone) return;
    this.banned.delete(userId);
    for (const warrant of this.#warrants) {
      if (warrant.userId === userId) warrant.untilMs ??= Date.now() + REPEATED_MS;
    }
  }

  #warrant(userId: string): Warrant {
    const warrant: Warrant = { userId, fromMs: Date.now(), untilMs: undefined };
    this.#warrants.push(warrant);
    return warrant;
  }

  /** Sends it once; whoever kicks by hand sees whether it worked. */
  async #once(what: string, send: (api: Client) => Promise<unknown>): Promise<void> {
    await this.#target.call('moderator', send).then(
      () => this.#count(what),
      () => void this.refused++,
    );
  }

  /** @returns whether it was done; a refusal is an answer too */
  async #untilAnswered(what: string, send: (api: Client) => Promise<unknown>): Promise<boolean> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      try {
        await this.#target.call('moderator', send);
        this.#count(what);
        return true;
      } catch (error) {
        if (error instanceof PalatineError && !['SERVER_BUSY', 'REQUEST_TIMEOUT'].includes(error.code)) {
          this.refused += 1;
          return error.code === 'BAN_NOT_FOUND'; // then it is lifted already
        }
        await delay(AGAIN_MS);
      }
    }
    throw new Error(`${what} was never answered`);
  }

  #count(what: string): void {
    this.done.set(what, (this.done.get(what) ?? 0) + 1);
  }

  /** Looks whom the server was told to kick or ban since the last look. A crash of the server takes its list along. */
  async look(): Promise<void> {
    const seen = await this.#target.gameServer.control('requests').catch(() => []);
    const news = seen.filter(({ atMs, path }) => atMs > this.#seenMs && /\/(kick|ban)$/.test(path));
    for (const { atMs, path, body } of news) {
      this.#seenMs = Math.max(this.#seenMs, atMs);
      const userId = (body as { userid?: string } | null)?.userid ?? '';
      const fits = this.#warrants.some(
        (warrant) =>
          warrant.userId === userId &&
          atMs >= warrant.fromMs - 1000 &&
          atMs <= (warrant.untilMs ?? Number.POSITIVE_INFINITY),
      );
      if (!fits) this.errors.push(`${path} of ${userId}, whom nobody has kicked or banned`);
    }
  }
}
