import type { GameContext } from '@palatine/world';
import { BANLIST } from '../data-folder/banlist-file.ts';
import { ConfigError } from '../data-folder/config-error.ts';
import { dataPaths } from '../data-folder/data-folder.ts';
import { type ReadSettings, readSettings, type Settings } from '../data-folder/live-settings.ts';
import { assertBannedTechnologies, importRuleFaults } from '../data-folder/restriction-faults.ts';
import { disconnectBanned } from './background-work.ts';
import type { Bans } from './bans.ts';
import { type CallResult, isResultOf, type Write } from './protocol.ts';

/** The settings of the game thread, and what a reload changes about them. */
export class SettingsReload {
  readonly #dataFolder: string;
  readonly #game: GameContext;
  readonly #bans: Bans;
  /** The settings in force. */
  #settings: Settings;
  /** What the reload of the batch under way has read. */
  #read: ReadSettings | undefined;

  constructor(dataFolder: string, settings: Settings, game: GameContext, bans: Bans) {
    this.#dataFolder = dataFolder;
    this.#settings = settings;
    this.#game = game;
    this.#bans = bans;
  }

  /**
   * Reads the settings files; Banlist.json was read just before. What is taken from them makes an event, and so does
   * each file that was rejected.
   */
  run(issuer: string): { Success: boolean } {
    const game = this.#game;
    const data = dataPaths(this.#dataFolder);
    const { catalogue, world } = game;
    const read = readSettings(data, this.#settings, (config) =>
      assertBannedTechnologies({ catalogue, world, rules: config }),
    );
    const { settings, changed } = read;
    const rules = settings.config;
    this.#read = { ...read, rejected: [...read.rejected, ...importRuleFaults(data, { catalogue, rules })] };
    const { rejected } = this.#read;
    const reason = this.#bans.rejected;
    const files = reason === undefined ? rejected : [...rejected, { file: BANLIST, reason }];
    const taken = this.#bans.tookEdit ? [...changed, BANLIST] : [...changed];
    if (files.length === 0 || taken.length > 0)
      game.world.emit('config.reloaded', game.now(), { files: taken, issuer });
    for (const file of files) game.world.emit('config.rejected', game.now(), file);
    disconnectBanned(game);
    return { Success: files.length === 0 };
  }

  /** Lists restrictions that name nothing in the files that a start has just read. */
  faults(): string[] {
    const faults = importRuleFaults(dataPaths(this.#dataFolder), this.#game).map(({ reason }) => reason);
    try {
      assertBannedTechnologies(this.#game);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      faults.push(error.message);
    }
    return faults;
  }

  /**
   * Puts in force what a reload has read, once it is on disk. One that failed, or was replayed, changes nothing.
   * @returns what is in force now; undefined when nothing has changed.
   */
  putInForce(results: readonly CallResult[]): ReadSettings | undefined {
    const read = this.#read;
    this.#read = undefined;
    if (read === undefined || !results.some(isAppliedReload)) return undefined;
    this.#settings = read.settings;
    this.#game.rules = read.settings.config;
    return read;
  }
}

/** Splits writes after each reload, so that what follows it runs under the rules that it has read. */
export function endingWithReload(writes: readonly Write[]): Write[][] {
  const ends = writes.flatMap(({ kind }, at) => (kind === 'reload' ? [at + 1] : []));
  return [0, ...ends]
    .map((from, index) => writes.slice(from, ends[index]))
    .filter((batch) => batch.length > 0);
}

function isAppliedReload(result: CallResult): boolean {
  return isResultOf(result, 'reload') && result.output.code === 'OK' && !result.output.replayed;
}
