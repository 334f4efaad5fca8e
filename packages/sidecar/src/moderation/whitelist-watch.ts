import { isDeepStrictEqual } from 'node:util';
import { type changeWhitelist, Refusal, type RouteBody } from '@palatine/contract';
import {
  ORIGINAL_WHITELIST,
  readOriginalWhitelist,
  type WhitelistFile,
  whitelistFile,
} from '@palatine/data-dir/banlist-file';
import type { Clock } from '@palatine/platform/clock';
import { ConfigError } from '@palatine/platform/config-error';
import { stampOf } from '@palatine/platform/read-file';
import type { Logger } from 'pino';
import {
  type FleetAllowed,
  type OriginalWhitelist,
  parseEntry,
  type Whitelist,
  whitelistOf,
} from './whitelist.ts';

const WATCH_MS = 2000;

export interface WhitelistFiles {
  readonly allowList: string;
  readonly originalWhitelist: string;
}

export interface OriginalSettings {
  readonly inForce: boolean;
  readonly message: string;
}

interface Lists {
  readonly file: WhitelistFile;
  readonly original: OriginalWhitelist | undefined;
}

/**
 * The present whitelists, reread on changes. While one is invalid, its last valid version is used. Throws a ConfigError
 * for one that is invalid at the start: then nobody knows who may play.
 */
export function watchWhitelists(
  { allowList, originalWhitelist }: WhitelistFiles,
  settings: () => OriginalSettings,
  { log, clock }: { log: Logger; clock: Pick<Clock, 'every'> },
) {
  let lists = read();
  let allowed: FleetAllowed = [];
  let current = whitelistOf(lists.file, allowed, lists.original);
  let problems = report();
  let stamp: string | undefined;

  function read(): Lists {
    const { inForce, message } = settings();
    return {
      file: whitelistFile.read(allowList),
      original: inForce ? { players: readOriginalWhitelist(originalWhitelist), message } : undefined,
    };
  }

  /** Logs the result. @returns warnings. */
  function report(): string[] {
    const { enabled, isEmpty, players, problems: unread } = current;
    const name = lists.file.Enabled ? whitelistFile.name : ORIGINAL_WHITELIST;
    const empty = enabled && isEmpty ? [`${name} is enabled and lists nobody: nobody is kicked`] : [];
    const found = [...empty, ...unread, ...whitelistFile.warnings(allowList)];
    for (const warning of found) log.warn({ warning }, 'the whitelist needs attention');
    if (enabled) log.info({ players: players.ids.size + players.ranges.length }, 'the whitelist is active');
    return found;
  }

  function refresh(): void {
    const before = stamp;
    stamp = JSON.stringify([stampOf(allowList), stampOf(originalWhitelist), settings()]);
    if (stamp === before) return;
    try {
      const now = read();
      if (isDeepStrictEqual(now, lists) && problems.length === 0) return;
      lists = now;
      current = whitelistOf(lists.file, allowed, lists.original);
      problems = report();
    } catch (error) {
      const reason = error instanceof ConfigError ? error.message : String(error);
      problems = [`${reason}; its last valid version is used`];
      log.warn({ reason }, 'invalid whitelist; its last valid version stays active');
    }
  }

  return {
    refresh,
    stop: clock.every(WATCH_MS, refresh),
    get current(): Whitelist {
      return current;
    },
    /** The active file, in the operator's own spelling, and PalDefender's whitelist if that is active. */
    get lists(): Lists {
      return lists;
    },
    get warnings(): readonly string[] {
      return problems;
    },
    /** Adds and removes entries of the file, and turns it on or off. Throws a Refusal. */
    change({ Add = [], Remove = [], Enabled }: RouteBody<typeof changeWhitelist>): void {
      const added = Add.map((text) => text.trim());
      const invalid = added.find((text) => parseEntry(text) === undefined);
      if (invalid !== undefined) {
        const wrong = `${JSON.stringify(invalid)} is not a UserId, PlayerUID, address or range`;
        throw new Refusal('VALIDATION_FAILED', wrong);
      }
      try {
        const present = whitelistFile.read(allowList);
        const absent = Remove.find((text) => !present.Players.includes(text));
        if (absent !== undefined)
          throw new Refusal(
            'VALIDATION_FAILED',
            `${whitelistFile.name} does not list ${JSON.stringify(absent)}`,
          );
        const kept = present.Players.filter((text) => !Remove.includes(text));
        const on = Enabled === undefined ? {} : { Enabled };
        whitelistFile.change(allowList, { Players: [...new Set([...kept, ...added])], ...on });
      } catch (error) {
        if (!(error instanceof ConfigError)) throw error;
        throw new Refusal('REQUEST_FAILED', error.message, {}, { cause: error });
      }
      refresh();
    },
    /** Sets the users allowed by lists of a fleet, besides the file. They apply if the file is enabled. */
    allow(users: FleetAllowed): void {
      allowed = users;
      current = whitelistOf(lists.file, allowed, lists.original);
    },
  };
}

export type WhitelistWatch = ReturnType<typeof watchWhitelists>;
