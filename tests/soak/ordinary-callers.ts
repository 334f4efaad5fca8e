import { setTimeout as delay } from 'node:timers/promises';
import { type Answer, type Caller, type Target, TOKENS } from './target.ts';

/** Ordinary callers pause between their requests. */
const PAUSE_MS = 20;
/** How often a grant with a key is sent before its caller gives up. */
const ATTEMPTS = 20;
const READS = ['/v1/pdapi/players', '/v1/pdapi/guilds', '/v1/pdapi/version', '/v1/pdapi/banlist', '/healthz'];

/** What the ordinary callers of one target have seen so far. */
export interface OrdinaryFigures {
  answers: number;
  /** SERVER_BUSY and REQUEST_TIMEOUT: true answers, of which nothing was applied. */
  busy: number;
  slowestMs: number;
  /** One sentence for each answer that was wrong. */
  wrong: string[];
}

/**
 * Calls like a shop and a panel would: each caller grants technology points to a player of its own, keyed or not,
 * and reads. Nobody else grants to these players, so each total is known exactly.
 */
export class OrdinaryCallers {
  readonly figures: OrdinaryFigures = { answers: 0, busy: 0, slowestMs: 0, wrong: [] };
  readonly #target: Target;
  /** The points of each player, by UserId. */
  readonly #points = new Map<string, number>();
  #running: Promise<unknown> | undefined;
  #stopped = false;

  constructor(target: Target) {
    this.#target = target;
  }

  async start(players: readonly string[]): Promise<void> {
    using caller = this.#target.caller();
    for (const player of players) this.#points.set(player, await readPoints(caller, player));
    this.#running = Promise.all(players.map((player) => this.#call(player)));
  }

  /** Stops, and compares every total with the grants that were answered. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
    using caller = this.#target.caller();
    for (const [player, points] of this.#points) {
      const found = await readPoints(caller, player);
      if (found !== points) this.figures.wrong.push(`${player} has ${found} points instead of ${points}`);
    }
  }

  async #call(player: string): Promise<void> {
    using caller = this.#target.caller();
    for (let round = 0; !this.#stopped; round++) {
      try {
        await this.#grant(caller, player, round % 2 === 0 ? `${player}-${round}` : undefined);
        await this.#read(caller, READS[round % READS.length] ?? '');
      } catch (error) {
        this.figures.wrong.push((error as Error).message);
      }
      await delay(PAUSE_MS);
    }
  }

  /** Grants one point; with a key again, which must not count again. */
  async #grant(caller: Caller, player: string, key: string | undefined): Promise<void> {
    const points = (this.#points.get(player) ?? 0) + 1;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const answer = await this.#send(caller, player, key);
      if (answer === undefined) continue; // nothing was applied
      if (totalIn(answer) !== points)
        throw new Error(`a grant was answered ${textOf(answer)}, not ${points}`);
      this.#points.set(player, points);
      if (key === undefined || attempt > 0) return;
    }
  }

  /** @returns undefined for an answer that says to ask again later. */
  async #send(caller: Caller, player: string, key: string | undefined): Promise<Answer | undefined> {
    const path = `/v1/pdapi/give/progression/${player}`;
    const answer = await this.#timed(() =>
      caller.request('POST', path, {
        body: { TechnologyPoints: 1 },
        token: TOKENS.ordinary,
        ...(key === undefined ? {} : { key }),
      }),
    );
    return this.#isBusy(answer) ? undefined : answer;
  }

  async #read(caller: Caller, path: string): Promise<void> {
    const answer = await this.#timed(() => caller.request('GET', path, { token: TOKENS.ordinary }));
    if (this.#isBusy(answer)) return;
    if (answer.status !== 200) throw new Error(`GET ${path} was answered ${textOf(answer)}`);
    JSON.parse(answer.body);
  }

  async #timed(request: () => Promise<Answer>): Promise<Answer> {
    const sentAt = performance.now();
    const answer = await request();
    this.figures.answers++;
    this.figures.slowestMs = Math.max(this.figures.slowestMs, performance.now() - sentAt);
    return answer;
  }

  #isBusy({ status, body }: Answer): boolean {
    const busy = status >= 500 && /"(SERVER_BUSY|REQUEST_TIMEOUT)"/.test(body);
    if (busy) this.figures.busy++;
    return busy;
  }
}

async function readPoints(caller: Caller, player: string): Promise<number> {
  const answer = await caller.request('GET', `/v1/pdapi/progression/${player}`, { token: TOKENS.ordinary });
  if (answer.status !== 200) throw new Error(`the points of ${player} were answered ${textOf(answer)}`);
  const { Progression } = JSON.parse(answer.body) as {
    Progression: { Currencies: { technologyPoints: number } };
  };
  return Progression.Currencies.technologyPoints;
}

function totalIn({ status, body }: Answer): number | undefined {
  if (status !== 200) return undefined;
  return (JSON.parse(body) as { Totals: { TechnologyPoints: number } }).Totals.TechnologyPoints;
}

function textOf({ status, body }: Answer): string {
  return `${status} ${body.slice(0, 300)}`;
}
