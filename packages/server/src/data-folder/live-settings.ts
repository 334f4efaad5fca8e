import type { EventData } from '@palatine/contract';
import { type Config, configFile } from './config.ts';
import { ConfigError } from './config-error.ts';
import type { DataPaths } from './data-folder.ts';
import { type RestConfig, restConfigFile } from './rest-config.ts';
import { readTls, type Tls } from './tls.ts';

/** What the settings files say, checked. */
export interface Settings {
  config: Config;
  rest: RestConfig;
  /** From the files that RESTConfig.json names. */
  tls: Tls | undefined;
}

/** A file nothing is taken from: its last good state stays in force. */
export type RejectedFile = EventData<'config.rejected'>;

/**
 * The settings in force. Code reads `current` where it uses a setting, so that a change counts at once; what
 * needs a new socket or thread (address, port, origins, queue, whether there is TLS) counts at the next start.
 */
export interface LiveSettings {
  readonly current: Settings;
  /** Reads the files again. @returns those that are wrong. */
  reload(): RejectedFile[];
}

/** Reads the settings files. Throws a ConfigError where one is wrong. */
export function liveSettings(data: DataPaths): LiveSettings {
  let current: Settings = { ...readRest(data), ...readConfig(data) };
  return {
    get current() {
      return current;
    },
    reload() {
      const rejected: RejectedFile[] = [];
      const readOr = <T>(file: string, read: () => T, last: T): T => {
        try {
          return read();
        } catch (error) {
          if (!(error instanceof ConfigError)) throw error;
          rejected.push({ file, reason: error.message });
          return last;
        }
      };
      const { config, rest, tls } = current;
      current = {
        ...readOr(configFile.name, () => readConfig(data), { config }),
        ...readOr(restConfigFile.name, () => readRest(data), { rest, tls }),
      };
      return rejected;
    },
  };
}

function readConfig(data: DataPaths): Pick<Settings, 'config'> {
  return { config: configFile.read(data.config) };
}

function readRest(data: DataPaths): Pick<Settings, 'rest' | 'tls'> {
  const rest = restConfigFile.read(data.restConfig);
  return { rest, tls: readTls(rest.TLS, data.path) };
}
