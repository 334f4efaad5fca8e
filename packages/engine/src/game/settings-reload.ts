import { BANLIST } from '@palatine/data-dir/banlist-file';
import type { DataPaths } from '@palatine/data-dir/data-folder';
import { type LiveSettings, type ReadSettings, readSettings } from '@palatine/data-dir/live-settings';
import { assertBannedTechnologies, importRuleFaults } from '@palatine/data-dir/restriction-faults';
import { ConfigError } from '@palatine/platform/config-error';
import type { GameContext } from '@palatine/world';
import { disconnectBanned } from './background-work.ts';
import type { Bans } from './bans.ts';

export function settingsReload(data: DataPaths, settings: LiveSettings, game: GameContext, bans: Bans) {
  let underWay: ReadSettings | undefined;

  return {
    /** Reads the settings files, after Banlist.json. Changes and each rejected file emit an event. */
    run(issuer: string): { Success: boolean } {
      const { catalogue, world } = game;
      const read = readSettings(data, settings.current, (config) =>
        assertBannedTechnologies({ catalogue, world, rules: config }),
      );
      const rules = read.settings.config;
      const rejected = [...read.rejected, ...importRuleFaults(data, { catalogue, rules })];
      const reason = bans.rejected;
      const files = reason === undefined ? rejected : [...rejected, { file: BANLIST, reason }];
      const changed = bans.tookEdit ? [...read.changed, BANLIST] : [...read.changed];
      if (files.length === 0 || changed.length > 0)
        world.emit('config.reloaded', game.now(), { files: changed, issuer });
      for (const file of files) world.emit('config.rejected', game.now(), file);
      disconnectBanned(game);
      underWay = { ...read, rejected };
      return { Success: files.length === 0 };
    },

    /** Restrictions without a match in the files just read on start. */
    faults(): string[] {
      const faults = importRuleFaults(data, game).map(({ reason }) => reason);
      try {
        assertBannedTechnologies(game);
      } catch (error) {
        if (!(error instanceof ConfigError)) throw error;
        faults.push(error.message);
      }
      return faults;
    },

    /** Applies what the reload has read once it is `stored`; undefined when nothing changed. */
    apply(stored: boolean): ReadSettings | undefined {
      const read = underWay;
      underWay = undefined;
      if (read === undefined || !stored) return undefined;
      game.rules = read.settings.config;
      settings.set(read.settings);
      return read;
    },
  };
}
