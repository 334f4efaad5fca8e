import { EXAMPLE_IDS } from './example-ids.ts';
import { FileVersion, VERSIONS_ARE_KEPT } from './file-versions.ts';
import { REQUIRED_BODY, route } from './route.ts';
import * as notes from './texts/notes.ts';
import { SETTING_TEXTS } from './texts/setting-texts.ts';
import * as Type from './type.ts';

export { SETTING_TEXTS };

/** The settings files that the service shows and saves, by their names in the path. */
export const SETTINGS_FILES = ['Config.json', 'RESTConfig.json', 'Server.json'] as const;
/** The settings of HTTP in a data folder, as messages name them. */
export const REST_CONFIG_FILE = 'RESTAPI/RESTConfig.json';
export type SettingsFileName = (typeof SETTINGS_FILES)[number];

/** Type of a setting. `Choice`: one of its `Choices`. */
export const SETTING_KINDS = ['Text', 'Number', 'Integer', 'Flag', 'Choice', 'Texts', 'Numbers'] as const;
export type SettingKind = (typeof SETTING_KINDS)[number];

export const SettingValue = Type.Union([
  Type.String(),
  Type.Number(),
  Type.Boolean(),
  Type.Texts,
  Type.Array(Type.Number()),
]);
export type SettingValue = Type.Static<typeof SettingValue>;

export const Setting = Type.closedObject({
  Key: Type.text('Path in the file, such as `archives.keepDays`'),
  Value: Type.Optional({ ...SettingValue, description: 'Value in the file; left out where invalid' }),
  InForce: Type.Optional({
    ...SettingValue,
    description: 'Active value, where the file has not been applied yet',
  }),
  Default: SettingValue,
  Given: Type.boolean('Whether the file sets it; else it has its default'),
  Title: Type.text('Its name, for people'),
  Meaning: Type.text('A sentence on what it does'),
  Kind: Type.oneOf(SETTING_KINDS),
  Choices: Type.Optional(Type.Texts),
  ...Type.eachOf(['Minimum', 'Maximum'], Type.Optional(Type.Number())),
  NextStart: Type.boolean('Whether a change takes effect at the next start, not with a reload'),
  ReadOnly: Type.boolean(
    'Whether it is changed in the file only: it decides who may do what, who is let in, what the machine runs, or what is kept',
  ),
});
export type Setting = Type.Static<typeof Setting>;

export const SettingsFile = Type.closedObject({
  File: Type.oneOf(SETTINGS_FILES),
  Path: Type.text('Relative to the data folder'),
  ETag: Type.text('For `If-Match`; empty for a file that is not there'),
  ChangedAt: Type.Optional(Type.IsoTime),
  Problems: Type.list(Type.String(), 'Why the file is ignored; empty when it is valid'),
  Warnings: Type.list(Type.String(), 'Likely mistakes, such as a misspelled key'),
  Pending: Type.boolean(
    'Whether it differs from the active settings, until `ReloadConfig` or the next start',
  ),
  Values: Type.Array(Setting),
});
export type SettingsFile = Type.Static<typeof SettingsFile>;

export const getSettings = route('GET /v1/palatine/settings', 'Get settings', {
  tag: 'Service',
  permission: 'Palatine.Settings.Read',
  summary: 'The settings of the service, file by file, with their defaults and what they mean',
  notes: notes.getSettings,
  reply: Type.closedObject({ Files: Type.Array(SettingsFile) }),
});

export const getSettingsVersions = route(
  'GET /v1/palatine/settings/:file/versions',
  'Get versions of settings',
  {
    tag: 'Service',
    permission: 'Palatine.Settings.Read',
    summary: 'What a file of settings said before, newest first',
    notes: `${VERSIONS_ARE_KEPT} One is brought back by saving the values that it has.`,
    reply: Type.closedObject({ Versions: Type.Array(FileVersion) }),
    errors: ['SETTINGS_NOT_FOUND'],
    examples: [{ params: { file: 'Config.json' } }],
  },
);

export const putSettings = route('PUT /v1/palatine/settings/:file', 'Save settings', {
  tag: 'Service',
  permission: 'Palatine.Settings.Write',
  summary: 'Change settings in a file',
  notes: `${notes.REPLACES_A_VERSION} ${VERSIONS_ARE_KEPT}\n\n${notes.putSettings}`,
  versioned: true,
  body: Type.Object({ Values: Type.Object({}, { minProperties: 1 }) }),
  bodyErrors: REQUIRED_BODY,
  reply: SettingsFile,
  errors: ['SETTINGS_NOT_FOUND'],
  examples: [
    {
      params: { file: 'Config.json' },
      ifMatch: EXAMPLE_IDS.settingsETag,
      body: { Values: { announcePunishments: true, 'archives.keepDays': 90, bannedTechnologies: null } },
    },
  ],
});
