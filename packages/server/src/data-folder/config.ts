import { GameRules } from '@palatine/world';
import Type, { type Static } from 'typebox';
import { settingsFile } from './settings-file.ts';

/** The bounds of what a request may set: a token must not delete all that could undo what it did. */
export const KEPT_DAYS = { requestMinimum: 7, zeroIsForEver: true } as const;
export const KEPT_BACKUPS = { requestMinimum: 3 } as const;

/** When archives or backups are removed. */
export const Retention = Type.Object({
  keepDays: Type.Number({
    minimum: 0,
    default: 0,
    meaning: 'days that they are kept; 0 keeps all for ever',
    ...KEPT_DAYS,
  }),
  keepAtLeast: Type.Integer({ minimum: 0, default: 0, meaning: 'so many of the newest stay, however old' }),
});
export type Retention = Static<typeof Retention>;

/** Config.json: the rules of the game. What a setting means is told with it, see list-settings.ts. */
const Config = Type.Object({
  ...GameRules.properties,
  useWhitelist: Type.Boolean({
    default: false,
    meaning: 'whether WhiteList.json of the original keeps players out, beside a game server',
  }),
  whitelistMessage: Type.String({
    default: 'You are not on the whitelist of this server.',
    meaning: 'shown to players whom WhiteList.json keeps out',
  }),
  archives: Type.Object(Retention.properties, { meaning: 'archives of deleted bases' }),
  backups: Type.Object(
    {
      ...Retention.properties,
      keepAtLeast: Type.Integer({ ...Retention.properties.keepAtLeast, default: 3, ...KEPT_BACKUPS }),
    },
    { meaning: 'backups' },
  ),
  audit: Type.Object({
    keepDays: Type.Number({
      minimum: 0,
      default: 0,
      meaning: 'days that the audit keeps an entry; 0 for ever',
      readOnly: true,
      nextStart: true,
    }),
    keepEntries: Type.Integer({
      minimum: 0,
      default: 1_000_000,
      meaning: 'the audit keeps so many of the newest entries; 0 for no bound',
      readOnly: true,
      nextStart: true,
    }),
  }),
});
export type Config = Static<typeof Config>;

export const configFile = settingsFile('Config.json', Config, (_settings, given) =>
  Object.entries(given).flatMap(([key, value]) => restrictionWithoutEffect(key, value) ?? []),
);

/** Names of settings of the original that keep players out, or Pals, and that have no effect here. */
const RESTRICTING =
  /^(use\w*whitelist|banned\w+|block\w+|prevent\w+|adminIPs|PalImport_\w+|pv[ep]\w+|max\w+|should\w*(ban|kick)\w+|steamidProtection|doActionUpon\w+)$/i;

/** The settings here that do what a setting of the original does there. */
const INSTEAD: readonly [setting: RegExp, instead: string][] = [
  [/^bannedIPs$/i, 'enter the addresses under IPEntries of Banlist.json'],
  [/^bannedNames$/i, 'ban the UserIds'],
  [/^PalImport_/i, 'set such a rule in Pals/ImportRules/Default.json'],
];

/** A sentence for a setting of the original that is set, restricts there, and has no effect here. */
function restrictionWithoutEffect(key: string, value: unknown): string | undefined {
  if (Object.hasOwn(Config.properties, key) || !RESTRICTING.test(key) || !isSet(value)) return undefined;
  const instead = INSTEAD.find(([setting]) => setting.test(key))?.[1];
  return `${key} restricts nobody here${instead === undefined ? '' : `; ${instead}`}`;
}

/** False for what a setting is that is switched off: false, 0, null, and an empty text, list or object. */
function isSet(value: unknown): boolean {
  return typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value);
}
