import { settingsFile } from '@palatine/platform/settings-file';
import { GameRules } from '@palatine/world';
import Type, { type Static } from 'typebox';
import { flag, IN_FILE, IN_FILE_AT_START, number, text, whole } from './setting-shapes.ts';

/** Limits of what a request may set: a token must not delete everything that could undo its actions. */
export const KEPT_DAYS = { requestMinimum: 7, zeroIsForEver: true } as const;
export const KEPT_BACKUPS = { requestMinimum: 3 } as const;

export const Retention = Type.Object({
  keepDays: number('days that they are kept; 0 keeps all for ever', 0, [0], KEPT_DAYS),
  keepAtLeast: whole('how many of the newest stay, however old', 0, [0]),
});
export type Retention = Static<typeof Retention>;

/** Config.json: rules of the game. Meanings are documented with the settings, see list-settings.ts. */
const Config = Type.Object({
  ...GameRules.properties,
  useWhitelist: flag(
    'whether WhiteList.json of the original keeps players out, beside a game server',
    false,
    IN_FILE,
  ),
  whitelistMessage: text(
    'shown to players whom WhiteList.json keeps out',
    'You are not on the whitelist of this server.',
  ),
  archives: Type.Object(Retention.properties, { meaning: 'archives of deleted bases' }),
  backups: Type.Object(
    {
      ...Retention.properties,
      keepAtLeast: Type.Integer({ ...Retention.properties.keepAtLeast, default: 3, ...KEPT_BACKUPS }),
    },
    { meaning: 'backups' },
  ),
  audit: Type.Object({
    keepDays: number('days that the audit keeps an entry; 0 for ever', 0, [0], IN_FILE_AT_START),
    keepEntries: whole(
      'how many of the newest entries the audit keeps; 0 for no bound',
      1_000_000,
      [0],
      IN_FILE_AT_START,
    ),
  }),
});
export type Config = Static<typeof Config>;

export const configFile = settingsFile('Config.json', Config, (_settings, given) =>
  Object.entries(given).flatMap(([key, value]) => restrictionWithoutEffect(key, value) ?? []),
);

/** Settings of the original that keep players or Pals out, and have no effect here. */
const RESTRICTING =
  /^(use\w*whitelist|banned\w+|block\w+|prevent\w+|adminIPs|PalImport_\w+|pv[ep]\w+|max\w+|should\w*(ban|kick)\w+|steamidProtection|doActionUpon\w+)$/i;

/** Settings here that replace one of the original. */
const INSTEAD: readonly [setting: RegExp, instead: string][] = [
  [/^bannedIPs$/i, 'enter the addresses under IPEntries of Banlist.json'],
  [/^bannedNames$/i, 'ban the UserIds'],
  [/^PalImport_/i, 'set such a rule in Pals/ImportRules/Default.json'],
];

/** A sentence for a restricting setting of the original that is set and has no effect here. */
function restrictionWithoutEffect(key: string, value: unknown): string | undefined {
  if (Object.hasOwn(Config.properties, key) || !RESTRICTING.test(key) || !isSet(value)) return undefined;
  const instead = INSTEAD.find(([setting]) => setting.test(key))?.[1];
  return `${key} restricts nobody here${instead === undefined ? '' : `; ${instead}`}`;
}

/** False for the values of a disabled setting: false, 0, null, and an empty text, list or object. */
function isSet(value: unknown): boolean {
  return typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value);
}
