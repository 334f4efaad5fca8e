import type { Rules } from '@palatine/world';
import Type, { type Static } from 'typebox';
import { settingsFile } from './settings-file.ts';

/** When archives or backups are removed. */
export const Retention = Type.Object({
  /** Days; 0 keeps all for ever. */
  keepDays: Type.Number({ minimum: 0 }),
  /** This many of the newest stay, however old. */
  keepAtLeast: Type.Integer({ minimum: 0 }),
});
export type Retention = Static<typeof Retention>;

/** Config.json: the rules of the game. */
const Config = Type.Object({
  /** Whether player routes serve online players only, or every player the world knows. */
  playerResolution: Type.Enum(['Online', 'Known']),
  /** Technologies that the service never teaches. */
  bannedTechnologies: Type.Array(Type.String()),
  /** Shown to banned players; written into a new Banlist.json. */
  bannedMessage: Type.String(),
  /** Whether bans and kicks are announced in the chat. */
  announcePunishments: Type.Boolean(),
  /** Whether ids that the catalogue does not know are refused, or accepted for a game newer than the catalogue. */
  unknownIds: Type.Enum(['Refuse', 'Accept']),
  /** Archives of deleted bases, and backups. */
  archives: Retention,
  backups: Retention,
  audit: Type.Object({
    /** Days that the audit keeps an entry; 0 for ever. */
    keepDays: Type.Number({ minimum: 0 }),
    /** The audit keeps this many of the newest entries; 0 for no bound. */
    keepEntries: Type.Integer({ minimum: 0 }),
  }),
});
export type Config = Static<typeof Config>;

export const configFile = settingsFile('Config.json', Config, {
  playerResolution: 'Online',
  bannedTechnologies: [],
  bannedMessage: 'You are banned from this server.',
  announcePunishments: false,
  unknownIds: 'Refuse',
  archives: { keepDays: 0, keepAtLeast: 0 },
  backups: { keepDays: 0, keepAtLeast: 3 },
  audit: { keepDays: 0, keepEntries: 1_000_000 },
});

/** The subset of the settings that the game thread needs. */
export function rulesOf(config: Config): Rules {
  const { playerResolution, bannedTechnologies, bannedMessage, announcePunishments, unknownIds } = config;
  return { playerResolution, bannedTechnologies, bannedMessage, announcePunishments, unknownIds };
}
