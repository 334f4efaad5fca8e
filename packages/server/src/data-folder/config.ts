import type { Rules } from '@palatine/world';
import Type, { type Static } from 'typebox';
import { settingsFile } from './settings-file.ts';

/** How long something is kept that piles up. */
export const Keep = Type.Object({
  /** Days; 0 keeps all for ever. */
  keepDays: Type.Number({ minimum: 0 }),
  /** However old, so many of the newest stay. */
  keepAtLeast: Type.Integer({ minimum: 0 }),
});
export type Keep = Static<typeof Keep>;

/** Config.json: what the service decides about the game. */
const Config = Type.Object({
  /** Whether player routes serve online players only, or every player the world knows. */
  playerResolution: Type.Enum(['Online', 'Known']),
  /** Technologies nobody learns through the service. */
  bannedTechnologies: Type.Array(Type.String()),
  /** Shown to banned players; written into a new Banlist.json. */
  bannedMessage: Type.String(),
  /** Whether the chat hears of bans and kicks. */
  announcePunishments: Type.Boolean(),
  /** Whether ids the catalogue does not know are refused, or let through for a server newer than it. */
  unknownIds: Type.Enum(['Refuse', 'Accept']),
  /** How long what was deleted is kept, and how long backups are. */
  archives: Keep,
  backups: Keep,
  /** How long the audit keeps a write; 0 for ever. */
  audit: Type.Object({ keepDays: Type.Number({ minimum: 0 }) }),
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
  audit: { keepDays: 0 },
});

/** What of the settings the game thread goes by. */
export function rulesOf(config: Config): Rules {
  const { playerResolution, bannedTechnologies, bannedMessage, announcePunishments, unknownIds } = config;
  return { playerResolution, bannedTechnologies, bannedMessage, announcePunishments, unknownIds };
}
