import { getAudit } from './audit.ts';
import { getBackups, makeBackup } from './backups.ts';
import { deleteBase, getArchives, restoreBase } from './bases.ts';
import { getCampDetails, previewBaseDeletion, searchCamps } from './camps.ts';
import { getCatalogue } from './catalogue.ts';
import { cancelDelivery, getDeliveries, retryDelivery } from './deliveries.ts';
import { getFindings } from './doctor.ts';
import { getEvents, getPastEvents } from './event-stream.ts';
import { find } from './find.ts';
import {
  backUpServer,
  cancelMaintenance,
  getServer,
  getServerBackups,
  getWhitelist,
  saveServer,
  startMaintenance,
} from './game-server.ts';
import { getGuild, getGuildDetails, getGuilds, searchGuilds } from './guilds.ts';
import { getHealthDetails, getSeries } from './health.ts';
import {
  checkImportRule,
  deleteImportRule,
  getImportRule,
  getImportRules,
  getImportRuleVersions,
  putImportRule,
} from './import-rules.ts';
import { getItemHolders, getItems, giveItems } from './items.ts';
import { legacyGive } from './legacy-give.ts';
import { getMapMarks, getMapPictures, putMapPicture } from './map.ts';
import { alert, broadcast, sendPlayerMessage } from './messages.ts';
import { getPalDetails, searchPals } from './pal-search.ts';
import { getPals, givePalEggs, givePals, givePalTemplates } from './pals.ts';
import {
  getPlayerInventory,
  getPlayerPals,
  getPlayerProgress,
  getPlayerTechnologies,
} from './player-belongings.ts';
import { getPlayerDetails, getPlayerSessions, searchPlayers } from './player-search.ts';
import { getPlayer, getPlayers } from './players.ts';
import { getHeat, getPositions, getTrails } from './positions.ts';
import { getProgression, giveProgression } from './progression.ts';
import {
  banIP,
  banPlayer,
  getBanlist,
  getBanPreview,
  kickPlayer,
  unbanIP,
  unbanPlayer,
} from './punishments.ts';
import type { RouteShape } from './route.ts';
import { controlSimulation, getSession, getTokens, getVersion, reloadConfig } from './service.ts';
import { getSettings, getSettingsVersions, putSettings } from './settings.ts';
import { summonNPC, summonPal } from './summon.ts';
import { forgetTechnologies, getTechnologies, learnTechnologies } from './technologies.ts';
import {
  checkTemplate,
  deleteTemplate,
  getTemplate,
  getTemplates,
  getTemplateVersions,
  putTemplate,
} from './templates.ts';
import { getWorld } from './world.ts';

/** Every route of `/v1/pdapi`, in the order of the service document's index. */
export const ROUTES = {
  getPlayers,
  getPlayer,
  getPals,
  getItems,
  getTechnologies,
  getProgression,
  getGuilds,
  getGuild,
  getBanlist,
  getVersion,
  legacyGive,
  giveItems,
  givePals,
  givePalTemplates,
  givePalEggs,
  giveProgression,
  summonPal,
  summonNPC,
  learnTechnologies,
  forgetTechnologies,
  deleteBase,
  banPlayer,
  unbanPlayer,
  banIP,
  unbanIP,
  kickPlayer,
  sendPlayerMessage,
  broadcast,
  alert,
  reloadConfig,
} as const satisfies Record<string, RouteShape>;

export type RouteName = keyof typeof ROUTES;

/** Our own routes, beyond those of the service document. */
export const PALATINE_ROUTES = {
  getSession,
  searchPlayers,
  getPlayerDetails,
  getBanPreview,
  getWorld,
  searchGuilds,
  getGuildDetails,
  searchCamps,
  getCampDetails,
  previewBaseDeletion,
  getItemHolders,
  getMapMarks,
  getPlayerInventory,
  getPlayerPals,
  getPlayerTechnologies,
  getPlayerProgress,
  searchPals,
  getPalDetails,
  find,
  getCatalogue,
  getTemplates,
  getTemplate,
  putTemplate,
  deleteTemplate,
  checkTemplate,
  getTemplateVersions,
  getImportRules,
  getImportRule,
  putImportRule,
  deleteImportRule,
  checkImportRule,
  getImportRuleVersions,
  getSettings,
  getSettingsVersions,
  putSettings,
  getTokens,
  getBackups,
  makeBackup,
  getFindings,
  getMapPictures,
  putMapPicture,
  getArchives,
  restoreBase,
  getAudit,
  getEvents,
  getPositions,
  getTrails,
  getHeat,
  getPlayerSessions,
  getSeries,
  getPastEvents,
  getHealthDetails,
  getDeliveries,
  cancelDelivery,
  retryDelivery,
  getServer,
  startMaintenance,
  cancelMaintenance,
  saveServer,
  getServerBackups,
  getWhitelist,
  backUpServer,
  controlSimulation,
} as const satisfies Record<string, RouteShape>;

/** Every route of the service, those of the service document first. */
export const ALL_ROUTES = { ...ROUTES, ...PALATINE_ROUTES } as const satisfies Record<string, RouteShape>;

export type AnyRouteName = keyof typeof ALL_ROUTES;

/** Routes that serve beside a running game server only. */
export type AttachedRouteName = {
  [Name in AnyRouteName]: (typeof ALL_ROUTES)[Name] extends { attachedOnly: true } ? Name : never;
}[AnyRouteName];
