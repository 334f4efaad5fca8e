import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { EventData } from '@palatine/contract';
import { Type } from '@palatine/contract/schema-builders';
import { BANLIST } from '@palatine/data-dir/banlist-file';
import type { DataFolder, DataPaths } from '@palatine/data-dir/data-folder';
import {
  flag,
  IN_FILE,
  IN_FILE_AT_START,
  KEPT_BACKUPS,
  KEPT_DAYS,
  number,
  type RestConfig,
  readTls,
  restConfigFile,
  type Tls,
  text,
  whole,
} from '@palatine/data-dir/rest-config';
import {
  EXAMPLE_SECRET,
  EXAMPLE_TOKEN_FILE,
  writeMissing,
  writeMissingAdminToken,
} from '@palatine/data-dir/token-files';
import { ConfigError, recover } from '@palatine/platform/config-error';
import { formatJson } from '@palatine/platform/json';
import { type SettingNode, settingNodes, valueAt } from '@palatine/platform/list-settings';
import type { SchemaNode } from '@palatine/platform/schema-problems';
import { settingsFile } from '@palatine/platform/settings-file';
import { GameRules } from '@palatine/world/game-context';
import { DEFAULT_IMPORT_RULES } from '@palatine/world/import-rules';
import type { Static } from 'typebox';

export const Retention = Type.Object({
  keepDays: number(0, [0], KEPT_DAYS),
  keepAtLeast: whole(0, [0]),
});
export type Retention = Static<typeof Retention>;

/** Config.json: rules of the game. Meanings are documented with the settings, see list-settings.ts. */
const Config = Type.Object({
  ...GameRules.properties,
  useWhitelist: flag(false, IN_FILE),
  whitelistMessage: text('You are not on the whitelist of this server.'),
  archives: Type.Object(Retention.properties),
  backups: Type.Object({
    ...Retention.properties,
    keepAtLeast: Type.Integer({ ...Retention.properties.keepAtLeast, default: 3, ...KEPT_BACKUPS }),
  }),
  audit: Type.Object({
    keepDays: number(0, [0], IN_FILE_AT_START),
    keepEntries: whole(1_000_000, [0], IN_FILE_AT_START),
  }),
});
export type Config = Static<typeof Config>;

export const configFile = settingsFile('Config.json', Config, (_settings, given) =>
  Object.entries(given).flatMap(([key, value]) => restrictionWithoutEffect(key, value) ?? []),
);

/** Settings of PalDefender that keep players or Pals out, and have no effect here. */
const RESTRICTING =
  /^(use\w*whitelist|banned\w+|block\w+|prevent\w+|adminIPs|PalImport_\w+|pv[ep]\w+|max\w+|should\w*(ban|kick)\w+|steamidProtection|doActionUpon\w+)$/i;

/** Settings here that replace one of PalDefender. */
const INSTEAD: readonly [setting: RegExp, instead: string][] = [
  [/^bannedIPs$/i, 'enter the addresses under IPEntries of Banlist.json'],
  [/^bannedNames$/i, 'ban the UserIds'],
  [/^PalImport_/i, 'set such a rule in Pals/ImportRules/Default.json'],
];

/** A sentence for a restricting setting of PalDefender that is set and has no effect here. */
function restrictionWithoutEffect(key: string, value: unknown): string | undefined {
  if (Object.hasOwn(Config.properties, key) || !RESTRICTING.test(key) || !isSet(value)) return undefined;
  const instead = INSTEAD.find(([setting]) => setting.test(key))?.[1];
  return `${key} restricts nobody here${instead === undefined ? '' : `; ${instead}`}`;
}

/** False for the values of a disabled setting: false, 0, null, and an empty text, list or object. */
function isSet(value: unknown): boolean {
  return typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value);
}

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
  const isPending = ({ nextStart, path }: SettingNode) =>
    nextStart && !isDeepStrictEqual(valueAt(atStart, path), valueAt(current, path));
  return settingNodes(schema)
    .filter(isPending)
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
  const readOr = <T>(file: string, read: () => T, fallback: T): T =>
    recover(read, ConfigError, ({ message: reason }) => {
      rejected.push({ file, reason });
      return fallback;
    });
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

const TOKEN_PERMISSIONS = ['REST.Players.Read', 'REST.Items.*'];
const TOKEN_EXAMPLE = { Name: 'Shop', Token: EXAMPLE_SECRET, Permissions: TOKEN_PERMISSIONS };

/** Writes missing operator files with working defaults. @returns as `writeMissingAdminToken`. */
export function writeMissingFiles(data: DataFolder): string | undefined {
  for (const [file, text] of defaultFiles(data)) writeMissing(file, text);
  return writeMissingAdminToken(data);
}

export function defaultFiles(
  data: Pick<DataFolder, 'restConfig' | 'config' | 'importRules' | 'tokens'>,
): ReadonlyMap<string, string> {
  return new Map([
    [data.restConfig, restConfigFile.defaultText],
    [data.config, configFile.defaultText],
    [join(data.importRules, 'Default.json'), formatJson(DEFAULT_IMPORT_RULES)],
    [join(data.tokens, EXAMPLE_TOKEN_FILE), formatJson(TOKEN_EXAMPLE)],
  ]);
}
