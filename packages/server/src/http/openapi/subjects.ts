import type { OWN_ROUTES, RouteName } from '@palatine/contract';

export type AnyRouteName = RouteName | keyof typeof OWN_ROUTES;

/** What the routes are about, in the order of the page. */
export const SUBJECTS = {
  Players: 'Who plays, what they carry, know and have done.',
  Guilds: 'Guilds, their members, camps and chests.',
  Grants: 'Items, Pals, eggs, EXP and points for players who are online.',
  Technologies: 'What players can build.',
  Punishments: 'Bans, kicks and the ban list.',
  Messages: 'Chat, broadcasts and alerts.',
  World: 'Summoning Pals and NPCs, deleting base camps.',
  Service: 'Version, configuration, audit, events and health of the service itself.',
} as const;
export type Subject = keyof typeof SUBJECTS;

/** Every route has one; a route without it does not compile. */
export const SUBJECT_OF: Record<AnyRouteName, Subject> = {
  getPlayers: 'Players',
  getPlayer: 'Players',
  getPals: 'Players',
  getItems: 'Players',
  getProgression: 'Players',
  getTechnologies: 'Technologies',
  learnTechnologies: 'Technologies',
  forgetTechnologies: 'Technologies',
  getGuilds: 'Guilds',
  getGuild: 'Guilds',
  giveItems: 'Grants',
  givePals: 'Grants',
  givePalTemplates: 'Grants',
  givePalEggs: 'Grants',
  giveProgression: 'Grants',
  legacyGive: 'Grants',
  getBanlist: 'Punishments',
  banPlayer: 'Punishments',
  unbanPlayer: 'Punishments',
  banIP: 'Punishments',
  unbanIP: 'Punishments',
  kickPlayer: 'Punishments',
  sendPlayerMessage: 'Messages',
  broadcast: 'Messages',
  alert: 'Messages',
  summonPal: 'World',
  summonNPC: 'World',
  deleteBase: 'World',
  getVersion: 'Service',
  reloadConfig: 'Service',
  getAudit: 'Service',
  getEvents: 'Service',
  controlSimulation: 'Service',
};
