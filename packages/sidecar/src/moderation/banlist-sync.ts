import { isUserId, type Sentence, sentence, type UserId } from '@palatine/contract';
import type { GameBansOutcome } from '@palatine/engine/calls';
import type { Game } from '@palatine/engine/game';
import { backOffMs, type Clock } from '@palatine/platform/clock';
import { trackPending, workQueue } from '@palatine/platform/pending';
import { readTextFile, UnreadableFileError } from '@palatine/platform/read-file';
import type { Logger } from 'pino';
import type { GameServerClient } from '../rest/game-server-client.ts';
import type { CallOutcome } from '../rest/outcome.ts';

interface BanlistSyncOptions {
  readonly writes: Pick<Game['writes'], 'gameBans'>;
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
export function banlistSync({ writes, client, clock, log, file, reachable }: BanlistSyncOptions) {
  const pace = backoff(clock);
  /** Text of the last reading: undefined without a file, null before the first. */
  let lastText: string | undefined | null = null;
  let problem = '';
  /** Changes by the game server that the game has not been told of. */
  let reported = { banned: new Set<UserId>(), unbanned: new Set<UserId>() };
  const queue = workQueue(() => {}); // the callers handle errors
  const pending = new Map<UserId, { action: Action; call: Call }>();
  let syncing = false;

  const ban = (userId: UserId, reason: string) => request('ban', userId, () => client.ban(userId, reason));
  const unban = (userId: UserId) => request('unban', userId, () => client.unban(userId));

  /** Reads the list of the game and applies it. One at a time; never rejects. */
  async function sync(): Promise<void> {
    if (syncing || queue.isStopped) return;
    syncing = true;
    try {
      const text = await readText();
      const settled = text === lastText;
      lastText = text;
      if (!settled) return;
      const listed = text === undefined ? undefined : [...parseBanlistText(text)];
      const { banned, unbanned } = reported;
      reported = { banned: new Set(), unbanned: new Set() }; // lost with a failed call, which is then repeated
      const read = { listed, banned: [...banned], unbanned: [...unbanned] };
      await push(await writes.gameBans(read));
    } catch (error) {
      log.warn({ err: error }, 'the ban lists could not be synchronized'); // the next sync tries again
    } finally {
      syncing = false;
    }
  }

  async function push(wanted: GameBansOutcome): Promise<void> {
    const calls = [
      ...wanted.unban.map((userId) => ({ key: `unban ${userId}`, call: () => unban(userId) })),
      ...wanted.ban.map(({ userId, reason }) => ({ key: `ban ${userId}`, call: () => ban(userId, reason) })),
    ];
    pace.keepOnly(calls.map(({ key }) => key));
    const due = calls.filter(({ key }) => pace.isDue(key)).slice(0, MAX_CALLS);
    for (const { call } of due) {
      if (queue.isStopped || !reachable()) return;
      await call();
    }
  }

  /** Joins a pending call with the same action: a request, a poll and a reading may coincide. */
  function request(action: Action, userId: UserId, send: () => Promise<CallOutcome<void>>): Call {
    const open = pending.get(userId);
    if (open?.action === action) return open.call;
    const call = queue.run(async () => note(action, userId, await send()));
    trackPending(pending, userId, { action, call }, call);
    return call;
  }

  function note(action: Action, userId: UserId, outcome: CallOutcome<void>): CallOutcome<void> {
    pace.done(`${action} ${userId}`, outcome.ok);
    if (!outcome.ok) {
      log.warn(
        { userId, action, failure: outcome.failure.text },
        'the game server did not change its ban list',
      );
      return outcome;
    }
    log.info({ userId, action }, 'the game server has changed its ban list');
    const { banned, unbanned } = reported;
    const [now, before] = action === 'ban' ? [banned, unbanned] : [unbanned, banned];
    before.delete(userId);
    now.add(userId);
    return outcome;
  }

  async function readText(): Promise<string | undefined> {
    try {
      const text = readTextFile(file, MAX_BYTES);
      problem = '';
      return text;
    } catch (error) {
      const reason = error instanceof UnreadableFileError ? error.reason : (error as Error).message;
      const before = problem;
      problem = reason;
      if (problem !== before) log.warn({ file, problem }, 'the ban list of the game server cannot be read');
      return undefined;
    }
  }

  const endTimer = clock.every(SYNC_MS, () => sync());
  return {
    sync,
    /** Requests a ban from the game server, after earlier requests. */
    ban,
    unban,
    /** Requests a ban unless it was requested lately. */
    async banAgain(userId: UserId, reason: string): Promise<void> {
      if (pace.isDue(`ban ${userId}`)) await ban(userId, reason);
    },
    get warnings(): Sentence[] {
      return problem === '' ? [] : [sentence('server.banlist', { reason: problem })];
    },
    /** Ends the sync once no call is pending. */
    stop(): Promise<void> {
      endTimer();
      return queue.stop();
    },
  };
}

export type BanlistSync = ReturnType<typeof banlistSync>;

/** Delay after a success without a visible effect: the game's list may never show it, and its log shows each call. */
const FIRST_WAIT_MS = 5 * 60_000;
const MAX_WAIT_MS = 6 * 3_600_000;
const AFTER_FAILURE_MS = 30_000;

/** Decides when to repeat calls without a visible effect. */
function backoff(clock: Pick<Clock, 'elapsed'>) {
  const next = new Map<string, { dueMs: number; successes: number }>();
  return {
    isDue: (call: string) => clock.elapsed() >= (next.get(call)?.dueMs ?? Number.NEGATIVE_INFINITY),
    /** Records a call. Each success without an effect doubles the delay. */
    done(call: string, ok: boolean): void {
      const successes = (next.get(call)?.successes ?? 0) + Number(ok);
      const waitMs = ok ? backOffMs(successes, FIRST_WAIT_MS, MAX_WAIT_MS) : AFTER_FAILURE_MS;
      next.set(call, { dueMs: clock.elapsed() + waitMs, successes });
    },
    /** Drops every other call: its effect is visible, or it is no longer needed. */
    keepOnly(calls: readonly string[]): void {
      const kept = new Set(calls);
      for (const call of next.keys()) if (!kept.has(call)) next.delete(call);
    },
  };
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
 * line. A line blanked by an unban bans no player.
 */
export function parseBanlistText(text: string): Set<UserId> {
  const entries = text.replace(/#.*|^\s*(?:;|\/\/).*/gm, '');
  const bare = Array.from(entries.matchAll(BARE_STEAM_ID), ([id]) => `steam_${id}`);
  return new Set([...Array.from(entries.matchAll(ENTRY), ([id]) => id), ...bare].filter(isUserId));
}
