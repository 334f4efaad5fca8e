import type { Rules } from '@palisade/world';
import Type, { type Static } from 'typebox';
import { settingsFile } from './settings-file.ts';

/** Config.json: what the service decides about the game. */
const Config = Type.Object({
  /** Whether player routes serve online players only, or every player the world knows. */
  playerResolution: Type.Union([Type.Literal('Online'), Type.Literal('Known')]),
  /** Technologies nobody learns through the service. */
  bannedTechnologies: Type.Array(Type.String()),
  /** Shown to banned players; written into a new Banlist.json. */
  bannedMessage: Type.String(),
  /** Whether the chat hears of bans and kicks. */
  announcePunishments: Type.Boolean(),
  /** Whether ids the catalogue does not know are refused, or let through for a server newer than it. */
  unknownIds: Type.Union([Type.Literal('Refuse'), Type.Literal('Accept')]),
});
export type Config = Static<typeof Config>;

export const configFile = settingsFile('Config.json', Config, {
  playerResolution: 'Online',
  bannedTechnologies: [],
  bannedMessage: 'You are banned from this server.',
  announcePunishments: false,
  unknownIds: 'Refuse',
});

/** What of the settings the game thread goes by. */
export function rulesOf(config: Config): Rules {
  const { playerResolution, bannedTechnologies, bannedMessage, announcePunishments, unknownIds } = config;
  return { playerResolution, bannedTechnologies, bannedMessage, announcePunishments, unknownIds };
}
