import { isUserId, type UserId } from '@palatine/contract';
import type { Game } from '@palatine/engine/game';
import { backOffMs, type Clock } from '@palatine/platform/clock';
import { trackPending } from '@palatine/platform/pending';
import { readTextFile, UnreadableFileError } from '@palatine/platform/read-file';
import type { Logger } from 'pino';
import type { GameServerClient } from '../rest/game-server-client.ts';
import type { CallOutcome } from '../rest/outcome.ts';

interface BanlistSyncOptions {
  readonly game: Pick<Game, 'gameBans'>;
  readonly client: Pick<GameServerClient, 'ban' | 'unban'>;
  readonly clock: Pick<Clock, 'elapsed' | 'every'>;
  readonly log: Logger;
  readonly file: string;
  readonly reachable: () => boolean;
}

type Action = 'ban' | 'unban';
/** The game server's response; undefined once the sync has ended. */
type Call = Promise<CallOutcome<void> | undefined>;

const SYNC_MS = 5000;
const MAX_BYTES = 16 * 1024 * 1024;
/** Maximum calls in one go: each is a line in the log of the game server. */
const MAX_CALLS = 50;

/** Keeps Banlist.json and the game's list equal. A list is used once two readings match: the game may be writing it. */
export class BanlistSync {
  readonly #options: BanlistSyncOptions;
  readonly #pace: Backoff;
  /** Text of the last reading: undefined without a file, null before the first. */
  #lastText: string | undefined | null = null;
  #problem = '';
  /** Changes by the game server that the game has not been told of. */
  #reported = { banned: new Set<UserId>(), unbanned: new Set<UserId>() };
  #queue: Promise<void> = Promise.resolve();
  readonly #open = new Map<UserId, { action: Action; call: Call }>();
  #syncing = false;
  #stopped = false;
  #endTimer: () => void = () => {};

  constructor(options: BanlistSyncOptions) {
    this.#options = options;
    this.#pace = new Backoff(options.clock);
  }

  get warnings(): string[] {
    return this.#problem === '' ? [] : [this.#problem];
  }

  start(): void {
    this.#endTimer = this.#options.clock.every(SYNC_MS, () => this.sync());
  }

  /** Ends the sync once no call is pending. */
  stop(): Promise<void> {
    this.#stopped = true;
    this.#endTimer();
    return this.#queue;
  }

  /** Requests a ban from the game server, after earlier requests. */
  ban(userId: UserId, reason: string): Call {
    return this.#request('ban', userId, () => this.#options.client.ban(userId, reason));
  }

  unban(userId: UserId): Call {
    return this.#request('unban', userId, () => this.#options.client.unban(userId));
  }

  /** Requests a ban unless it was requested lately. */
  async banAgain(userId: UserId, reason: string): Promise<void> {
    if (this.#pace.isDue(`ban ${userId}`)) await this.ban(userId, reason);
  }

  /** Reads the list of the game and applies it. One at a time; never rejects. */
  async sync(): Promise<void> {
    if (this.#syncing || this.#stopped) return;
    this.#syncing = true;
    try {
      const text = await this.#readText();
      const settled = text === this.#lastText;
      this.#lastText = text;
      if (!settled) return;
      const listed = text === undefined ? undefined : [...parseBanlistText(text)];
      const { banned, unbanned } = this.#reported;
      this.#reported = { banned: new Set(), unbanned: new Set() }; // lost with a failed call, which is then repeated
      const read = { listed, banned: [...banned], unbanned: [...unbanned] };
      const { ban, unban } = await this.#options.game.gameBans(read);
      this.#pace.keepOnly([
        ...ban.map(({ userId }) => `ban ${userId}`),
        ...unban.map((userId) => `unban ${userId}`),
      ]);
      await this.#push(ban, unban);
    } catch (error) {
      this.#options.log.warn({ err: error }, 'the ban lists could not be synchronized'); // the next sync tries again
    } finally {
      this.#syncing = false;
    }
  }

  async #push(ban: readonly { userId: UserId; reason: string }[], unban: readonly UserId[]): Promise<void> {
    const { reachable } = this.#options;
    const calls = [
      ...unban.map((userId) => ({ key: `unban ${userId}`, call: () => this.unban(userId) })),
      ...ban.map(({ userId, reason }) => ({ key: `ban ${userId}`, call: () => this.ban(userId, reason) })),
    ];
    const due = calls.filter(({ key }) => this.#pace.isDue(key)).slice(0, MAX_CALLS);
    for (const { call } of due) {
      if (this.#stopped || !reachable()) return;
      await call();
    }
  }

  /** Joins a pending call with the same action: a request, a poll and a reading may coincide. */
  #request(action: Action, userId: UserId, send: () => Promise<CallOutcome<void>>): Call {
    const open = this.#open.get(userId);
    if (open?.action === action) return open.call;
    const call = this.#inTurn(async () => this.#note(action, userId, await send()));
    trackPending(this.#open, userId, { action, call }, call);
    return call;
  }

  #note(action: Action, userId: UserId, outcome: CallOutcome<void>): CallOutcome<void> {
    const { log } = this.#options;
    this.#pace.done(`${action} ${userId}`, outcome.ok);
    if (!outcome.ok) {
      log.warn(
        { userId, action, failure: outcome.failure.text },
        'the game server did not change its ban list',
      );
      return outcome;
    }
    log.info({ userId, action }, 'the game server has changed its ban list');
    const { banned, unbanned } = this.#reported;
    const [now, before] = action === 'ban' ? [banned, unbanned] : [unbanned, banned];
    before.delete(userId);
    now.add(userId);
    return outcome;
  }

  async #readText(): Promise<string | undefined> {
    try {
      const text = readTextFile(this.#options.file, MAX_BYTES);
      this.#problem = '';
      return text;
    } catch (error) {
      const reason = error instanceof UnreadableFileError ? error.reason : (error as Error).message;
      const problem = `the ban list of the game server cannot be read: ${reason}`;
      if (problem !== this.#problem) this.#options.log.warn({ file: this.#options.file }, problem);
      this.#problem = problem;
      return undefined;
    }
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T | undefined> {
    const result = this.#queue.then(() => (this.#stopped ? undefined : work()));
    this.#queue = result.then(
      () => {},
      () => {}, // the caller handles the error
    );
    return result;
  }
}

/** Delay after a success without a visible effect: the game's list may never show it, and its log shows each call. */
const FIRST_WAIT_MS = 5 * 60_000;
const MAX_WAIT_MS = 6 * 3_600_000;
const AFTER_FAILURE_MS = 30_000;

/** Decides when to repeat calls without a visible effect. */
class Backoff {
  readonly #clock: Pick<Clock, 'elapsed'>;
  readonly #next = new Map<string, { dueMs: number; successes: number }>();

  constructor(clock: Pick<Clock, 'elapsed'>) {
    this.#clock = clock;
  }

  isDue(call: string): boolean {
    return this.#clock.elapsed() >= (this.#next.get(call)?.dueMs ?? Number.NEGATIVE_INFINITY);
  }

  /** Records a call. Each success without an effect doubles the delay. */
  done(call: string, ok: boolean): void {
    const successes = (this.#next.get(call)?.successes ?? 0) + Number(ok);
    const waitMs = ok ? backOffMs(successes, FIRST_WAIT_MS, MAX_WAIT_MS) : AFTER_FAILURE_MS;
    this.#next.set(call, { dueMs: this.#clock.elapsed() + waitMs, successes });
  }

  /** Drops every other call: its effect is visible, or it is no longer needed. */
  keepOnly(calls: readonly string[]): void {
    const kept = new Set(calls);
    for (const call of this.#next.keys()) if (!kept.has(call)) this.#next.delete(call);
  }
}

/** Platforms seen in the game, and those of other tools. */
const PLATFORM = '(?:steam|gdk|ps5|mac|xsx|xbl|xbox|psn|eos)_';
/** Observed lengths of account ids, which separate entries without a delimiter. */
const EXACT = 'steam_\\d{17}|gdk_\\d{16}|ps5_\\d{19}';
const ENTRY = new RegExp(
  `${EXACT}|${PLATFORM}[A-Za-z0-9]+?(?=${PLATFORM}|[^A-Za-z0-9]|$)|(?<![A-Za-z0-9_])[a-z][a-z0-9]{0,31}_[A-Za-z0-9]+`,
  'g',
);
/** A SteamID without its platform, as in lists from before crossplay. */
const BARE_STEAM_ID = /(?<![A-Za-z0-9_])7656119\d{10}(?![A-Za-z0-9])/g;

/**
 * Parses the game's banlist.txt: `steam_<id>,<32 hexadecimal digits>` on each line. Those digits are not the
 * PlayerUID, and are ignored. Accepts lists made by people too: comments after `#`, ids alone, everything on one
 * line. A line blanked by an unban bans nobody.
 */
export function parseBanlistText(text: string): Set<UserId> {
  const entries = text.replace(/#.*|^\s*(?:;|\/\/).*/gm, '');
  const bare = Array.from(entries.matchAll(BARE_STEAM_ID), ([id]) => `steam_${id}`);
  return new Set([...Array.from(entries.matchAll(ENTRY), ([id]) => id), ...bare].filter(isUserId));
}
