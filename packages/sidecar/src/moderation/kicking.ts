import type { UserId } from '@palatine/contract';
import type { Game } from '@palatine/engine/game';
import type { Clock } from '@palatine/platform/clock';
import { trackPending } from '@palatine/platform/pending';
import type { BannedPlayer, Roster, RosterPlayer } from '@palatine/world';
import type { Logger } from 'pino';
import type { GameServerClient } from '../rest/game-server-client.ts';
import type { CallFailure, CallOutcome } from '../rest/outcome.ts';
import { type Attempts, decide, isLoading, MAX_KICKS, type Unwanted, unwantedOf } from './enforcement.ts';

export interface KickingOptions {
  readonly game: Pick<Game, 'note'>;
  readonly client: Pick<GameServerClient, 'kick'>;
  readonly clock: Pick<Clock, 'elapsed'>;
  readonly log: Logger;
  /** Adds a user to the ban list of the game server, unless requested lately. */
  readonly ban: (userId: UserId, reason: string) => Promise<unknown>;
}

/** Failures before the server could act: such a kick does not count. */
const NOT_ASKED: readonly CallFailure['kind'][] = ['refused', 'unreachable', 'unauthorized'];

/** Disconnects players who may not be online: by UserId, of good polls only, one request at a time. */
export class Kicking {
  readonly #options: KickingOptions;
  #players: readonly RosterPlayer[] = [];
  #attempts: Attempts = new Map();
  /** Players kicked by a request, until they are gone. They may come back. */
  readonly #kicked = new Map<UserId, { readonly reason: string; readonly loading: boolean }>();
  readonly #alarms = new Map<UserId, string>();
  /** Kicks decided by polls that are not done yet. */
  readonly #decided = new Map<UserId, Promise<CallOutcome<void> | undefined>>();
  #queue: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(options: KickingOptions) {
    this.#options = options;
  }

  get warnings(): string[] {
    return [...this.#alarms.values()];
  }

  /** Acts on a good poll. `others`: players to kick for another reason than a ban. */
  onRoster({ players }: Roster, banned: readonly BannedPlayer[], others: readonly Unwanted[]): void {
    this.#players = players.filter(({ absent }) => absent !== true);
    this.#forgetKicked();
    const listed = new Map(this.#players.map((player) => [player.userId, player]));
    const toLeave = [
      ...banned,
      ...others,
      ...Array.from(this.#kicked, ([userId, { reason }]) => ({ userId, reason })),
    ];
    const unwanted = toLeave.flatMap(({ userId, reason }) => {
      const player = listed.get(userId);
      return player === undefined ? [] : [unwantedOf(player, reason)];
    });
    const decision = decide(this.#attempts, unwanted, this.#options.clock.elapsed());
    this.#attempts = decision.attempts;
    for (const userId of this.#alarms.keys()) if (!this.#attempts.has(userId)) this.#alarms.delete(userId);
    for (const player of decision.alarm) this.#alarm(player);
    const toBan = new Set(
      banned.filter(({ cause, onGameList }) => cause === 'user' && !onGameList).map(({ userId }) => userId),
    );
    for (const player of decision.kick) {
      const decided = this.#inTurn(() => this.#act(player, toBan.has(player.userId)));
      trackPending(this.#decided, player.userId, decided, decided);
    }
  }

  nameOf(userId: UserId): string {
    return this.#players.find((player) => player.userId === userId)?.name || userId;
  }

  /** Records a kick by a request: the next polls confirm it, or repeat it. */
  onKicked(userId: UserId, reason: string): void {
    const player = this.#players.find((one) => one.userId === userId);
    const loading = player !== undefined && isLoading(player);
    this.#kicked.set(userId, { reason, loading });
    this.#count(userId, loading);
  }

  /** Kicks everybody of the last good poll whom a new ban covers, once. @returns the first failure. */
  async expel(covers: (player: RosterPlayer) => boolean, reason: string): Promise<CallFailure | undefined> {
    const players = this.#players.filter(covers);
    for (const player of players) this.#count(player.userId, isLoading(player));
    const outcomes = await Promise.all(
      players.map(
        (player) =>
          this.#decided.get(player.userId) ?? this.#inTurn(() => this.#kick(unwantedOf(player, reason))),
      ),
    );
    const failures = outcomes.flatMap((outcome) => (outcome?.ok === false ? [outcome.failure] : []));
    return failures.find(({ kind }) => kind !== 'rejected'); // rejected players are no longer online
  }

  stop(): Promise<void> {
    this.#stopped = true;
    return this.#queue;
  }

  /** Drops players who are no longer listed, or load again: they have been disconnected. */
  #forgetKicked(): void {
    for (const [userId, kicked] of this.#kicked) {
      const player = this.#players.find((one) => one.userId === userId);
      const isBack = player !== undefined && isLoading(player) && !kicked.loading;
      if (player === undefined || isBack) this.#kicked.delete(userId);
    }
  }

  #count(userId: UserId, loading: boolean): void {
    const lastMs = this.#options.clock.elapsed();
    this.#attempts = new Map(this.#attempts).set(userId, { loading, kicks: 1, lastMs, alarmed: false });
  }

  async #act(player: Unwanted, toBan: boolean): Promise<CallOutcome<void> | undefined> {
    if (!this.#attempts.has(player.userId)) return undefined; // gone, or allowed to stay, while others were kicked
    if (toBan) await this.#options.ban(player.userId, player.reason);
    return this.#kick(player);
  }

  async #kick({ userId, name, reason }: Unwanted): Promise<CallOutcome<void>> {
    const { client, log } = this.#options;
    const outcome = await client.kick(userId, reason);
    if (outcome.ok) log.info({ userId, name, reason }, 'player kicked');
    else {
      const { kind, text } = outcome.failure;
      log.warn({ userId, name, reason, failure: text }, 'could not kick a player');
      if (NOT_ASKED.includes(kind)) this.#uncount(userId);
      if (kind === 'rejected') this.#kicked.delete(userId); // no longer online
    }
    return outcome;
  }

  #uncount(userId: UserId): void {
    const attempt = this.#attempts.get(userId);
    if (attempt === undefined) return;
    this.#attempts = new Map(this.#attempts).set(userId, { ...attempt, kicks: attempt.kicks - 1 });
  }

  #alarm({ userId, name, reason }: Unwanted): void {
    const { game, log } = this.#options;
    this.#kicked.delete(userId);
    const label = name === '' ? userId : `${name} (${userId})`;
    this.#alarms.set(
      userId,
      `${label} is still online (${reason}): the game server was asked ${MAX_KICKS} times to disconnect them`,
    );
    log.error({ userId, name, reason }, 'a kicked player is still online');
    game
      .note({ event: { type: 'enforcement.failed', data: { userId, name, reason } } })
      .catch((error: unknown) => log.warn({ err: error }, 'an event was not recorded'));
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T | undefined> {
    const result = this.#queue.then(() => (this.#stopped ? undefined : work()));
    this.#queue = result.then(
      () => {},
      (error: unknown) => this.#options.log.error({ err: error }, 'could not disconnect a player'),
    );
    return result;
  }
}
