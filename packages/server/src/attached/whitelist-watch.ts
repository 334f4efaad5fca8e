import { stat } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Logger } from 'pino';
import { ConfigError } from '../data-folder/config-error.ts';
import { type WhitelistFile, whitelistFile } from '../data-folder/whitelist-file.ts';
import type { Clock } from '../game/clock.ts';
import { type FleetAllowed, type Whitelist, whitelistOf } from './whitelist.ts';

const WATCH_MS = 2000;

/** Whitelist.json as it is now: read again when it has changed. While it is wrong, its last good state counts. */
export class WhitelistWatch {
  readonly #path: string;
  readonly #log: Logger;
  #file: WhitelistFile;
  #whitelist: Whitelist;
  #allowed: FleetAllowed = [];
  #stamp: string | undefined;
  #problems: readonly string[];
  #reading = false;
  readonly #endTimer: () => void;

  /** Reads the file. Throws a ConfigError where it is wrong: then nobody can tell who may play. */
  constructor(path: string, { log, clock }: { log: Logger; clock: Pick<Clock, 'every'> }) {
    this.#path = path;
    this.#log = log;
    this.#file = whitelistFile.read(path);
    this.#whitelist = whitelistOf(this.#file);
    this.#problems = this.#report();
    this.#endTimer = clock.every(WATCH_MS, () => void this.refresh());
  }

  get current(): Whitelist {
    return this.#whitelist;
  }

  /** The file as it counts, in the operator's own spelling. */
  get file(): WhitelistFile {
    return this.#file;
  }

  /** What an operator should look at. */
  get warnings(): readonly string[] {
    return this.#problems;
  }

  /** Says whom lists of a fleet allow to play, besides the file. They count where the file is enabled. */
  allow(allowed: FleetAllowed): void {
    this.#allowed = allowed;
    this.#whitelist = whitelistOf(this.#file, allowed);
  }

  stop(): void {
    this.#endTimer();
  }

  /** Reads the file if it has changed. */
  async refresh(): Promise<void> {
    if (this.#reading) return;
    this.#reading = true;
    const stamp = await stampOf(this.#path);
    this.#reading = false;
    if (stamp === this.#stamp) return;
    this.#stamp = stamp;
    try {
      const file = whitelistFile.read(this.#path);
      if (isDeepStrictEqual(file, this.#file) && this.#problems.length === 0) return;
      this.#file = file;
      this.#whitelist = whitelistOf(file, this.#allowed);
      this.#problems = this.#report();
    } catch (error) {
      const reason = error instanceof ConfigError ? error.message : String(error);
      this.#problems = [`${reason}; its last good state counts`];
      this.#log.warn({ reason }, 'Whitelist.json is wrong; its last good state stays in force');
    }
  }

  /** Logs what was read. @returns what is not as it should be. */
  #report(): string[] {
    const { enabled, players } = this.#whitelist;
    const empty =
      enabled && players.size === 0
        ? [`${whitelistFile.name} is enabled and lists nobody: nobody is kicked`]
        : [];
    const problems = [...empty, ...whitelistFile.warnings(this.#path)];
    for (const warning of problems) this.#log.warn({ warning }, 'a settings file is not as it should be');
    if (enabled) this.#log.info({ players: players.size }, 'the whitelist is in force');
    return problems;
  }
}

/** Changes whenever the file does; undefined without one. */
async function stampOf(file: string): Promise<string | undefined> {
  try {
    const { mtimeMs, ctimeMs, size, ino } = await stat(file);
    return `${mtimeMs} ${ctimeMs} ${size} ${ino}`;
  } catch {
    return undefined;
  }
}
