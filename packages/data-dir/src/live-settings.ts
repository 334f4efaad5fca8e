import { isDeepStrictEqual } from 'node:util';
import type { EventData } from '@palatine/contract';
import { ConfigError } from '@palatine/platform/config-error';
import { settingNodes, valueAt } from '@palatine/platform/list-settings';
import type { SchemaNode } from '@palatine/platform/schema-problems';
import { BANLIST } from './banlist-file.ts';
import { type Config, configFile } from './config.ts';
import type { DataPaths } from './data-folder.ts';
import { type RestConfig, restConfigFile } from './rest-config.ts';
import { readTls, type Tls } from './tls.ts';

/** Why a ReloadConfig read no file. */
export const LATE_RELOAD = 'the game did not get to the reload in time, so nothing was read; reload again';

export const RELOADED_FILES = [configFile.name, restConfigFile.name, BANLIST];

export interface Settings {
  config: Config;
  rest: RestConfig;
  /** From the files named in RESTConfig.json. */
  tls: Tls | undefined;
}

/** A rejected file, whose last valid version stays active. */
export type RejectedFile = EventData<'config.rejected'>;

export interface ReadSettings {
  settings: Settings;
  rejected: readonly RejectedFile[];
  /** Suspicious settings in valid files. */
  warnings: readonly string[];
  changed: readonly string[];
}

/** The active settings: read `current` on each use. Address, port, origins, queue and TLS change at the next start. */
export class LiveSettings {
  current: Settings;
  readonly #atStart: Settings;
  readonly #listeners: ((settings: Settings) => void)[] = [];

  constructor(settings: Settings) {
    this.current = settings;
    this.#atStart = settings;
  }

  /** The settings whose change takes effect at the next start. */
  get pending(): string[] {
    return [
      ...pendingOf(configFile.schema, this.#atStart.config, this.current.config),
      ...pendingOf(restConfigFile.schema, this.#atStart.rest, this.current.rest),
    ];
  }

  set(settings: Settings): void {
    this.current = settings;
    for (const listener of this.#listeners) listener(settings);
  }

  /** Called with new settings, for users that cannot read them on use. */
  onChange(listener: (settings: Settings) => void): void {
    this.#listeners.push(listener);
  }
}

function pendingOf(schema: SchemaNode, atStart: object, current: object): string[] {
  return settingNodes(schema)
    .filter(
      ({ nextStart, path }) =>
        nextStart && !isDeepStrictEqual(valueAt(atStart, path), valueAt(current, path)),
    )
    .map(({ key }) => key);
}

/** Reads the settings files. Throws a ConfigError for an invalid one. */
export function liveSettings(data: DataPaths): LiveSettings {
  return new LiveSettings({ ...readRest(data), config: configFile.read(data.config) });
}

/** Rereads the settings without applying them. Invalid files keep the values of `last`. */
export function readSettings(
  data: DataPaths,
  last: Settings,
  assertConfig: (config: Config) => void = () => {},
): ReadSettings {
  const rejected: RejectedFile[] = [];
  const readOr = <T>(file: string, read: () => T, fallback: T): T => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      rejected.push({ file, reason: error.message });
      return fallback;
    }
  };
  const readConfig = () => {
    const read = configFile.read(data.config);
    assertConfig(read);
    return read;
  };
  const { config, rest, tls } = last;
  const settings = {
    config: readOr(configFile.name, readConfig, config),
    ...readOr(restConfigFile.name, () => readRest(data), { rest, tls }),
  };
  const changed = [
    ...(isDeepStrictEqual(settings.config, config) ? [] : [configFile.name]),
    ...(isDeepStrictEqual([settings.rest, settings.tls], [rest, tls]) ? [] : [restConfigFile.name]),
  ];
  return { settings, rejected, changed, warnings: settingsWarnings(data) };
}

/** Suspicious settings in readable files. */
export function settingsWarnings(data: DataPaths): string[] {
  return [...configFile.warnings(data.config), ...restConfigFile.warnings(data.restConfig)];
}

function readRest(data: DataPaths): Pick<Settings, 'rest' | 'tls'> {
  const rest = restConfigFile.read(data.restConfig);
  return { rest, tls: readTls(rest.TLS, data.path) };
}
