import { isDeepStrictEqual } from 'node:util';
import {
  ORIGINAL_WHITELIST,
  readOriginalWhitelist,
  type WhitelistFile,
  whitelistFile,
} from '@palatine/data-dir/whitelist-file';
import type { Clock } from '@palatine/platform/clock';
import { ConfigError } from '@palatine/platform/config-error';
import { stampOf } from '@palatine/platform/read-file';
import type { Logger } from 'pino';
import { type FleetAllowed, type OriginalWhitelist, type Whitelist, whitelistOf } from './whitelist.ts';

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

/** The present whitelists, reread on changes. While one is invalid, its last valid version is used. */
export class WhitelistWatch {
  readonly #files: WhitelistFiles;
  readonly #settings: () => OriginalSettings;
  readonly #log: Logger;
  #lists: Lists;
  #whitelist: Whitelist;
  #allowed: FleetAllowed = [];
  #stamp: string | undefined;
  #problems: readonly string[];
  readonly #endTimer: () => void;

  /** Reads the files. Throws a ConfigError for an invalid one: then nobody knows who may play. */
  constructor(
    files: WhitelistFiles,
    settings: () => OriginalSettings,
    { log, clock }: { log: Logger; clock: Pick<Clock, 'every'> },
  ) {
    this.#files = files;
    this.#settings = settings;
    this.#log = log;
    this.#lists = this.#read();
    this.#whitelist = whitelistOf(this.#lists.file, [], this.#lists.original);
    this.#problems = this.#report();
    this.#endTimer = clock.every(WATCH_MS, () => this.refresh());
  }

  get current(): Whitelist {
    return this.#whitelist;
  }

  /** The active file, in the operator's own spelling. */
  get file(): WhitelistFile {
    return this.#lists.file;
  }

  /** The original's whitelist; undefined if it is not active. */
  get original(): OriginalWhitelist | undefined {
    return this.#lists.original;
  }

  get warnings(): readonly string[] {
    return this.#problems;
  }

  /** Sets the users allowed by lists of a fleet, besides the file. They apply if the file is enabled. */
  allow(allowed: FleetAllowed): void {
    this.#allowed = allowed;
    this.#whitelist = whitelistOf(this.#lists.file, allowed, this.#lists.original);
  }

  stop(): void {
    this.#endTimer();
  }

  refresh(): void {
    const { allowList, originalWhitelist } = this.#files;
    const stamp = JSON.stringify([stampOf(allowList), stampOf(originalWhitelist), this.#settings()]);
    if (stamp === this.#stamp) return;
    this.#stamp = stamp;
    try {
      const lists = this.#read();
      if (isDeepStrictEqual(lists, this.#lists) && this.#problems.length === 0) return;
      this.#lists = lists;
      this.#whitelist = whitelistOf(lists.file, this.#allowed, lists.original);
      this.#problems = this.#report();
    } catch (error) {
      const reason = error instanceof ConfigError ? error.message : String(error);
      this.#problems = [`${reason}; its last valid version is used`];
      this.#log.warn({ reason }, 'invalid whitelist; its last valid version stays active');
    }
  }

  #read(): Lists {
    const { inForce, message } = this.#settings();
    return {
      file: whitelistFile.read(this.#files.allowList),
      original: inForce
        ? { players: readOriginalWhitelist(this.#files.originalWhitelist), message }
        : undefined,
    };
  }

  /** Logs the result. @returns warnings. */
  #report(): string[] {
    const { enabled, isEmpty, players, problems: unread } = this.#whitelist;
    const { file } = this.#lists;
    const name = file.Enabled ? whitelistFile.name : ORIGINAL_WHITELIST;
    const empty = enabled && isEmpty ? [`${name} is enabled and lists nobody: nobody is kicked`] : [];
    const problems = [...empty, ...unread, ...whitelistFile.warnings(this.#files.allowList)];
    for (const warning of problems) this.#log.warn({ warning }, 'the whitelist needs attention');
    if (enabled)
      this.#log.info({ players: players.ids.size + players.ranges.length }, 'the whitelist is active');
    return problems;
  }
}
