import { getFleetAudit } from './fleet-audit.ts';
import { getFleetFindings } from './fleet-doctor.ts';
import { getFleetEvents, watchFleetEvents } from './fleet-events.ts';
import { createJoinCode } from './fleet-join.ts';
import {
  acceptFleetOffer,
  addFleetBan,
  declineFleetOffer,
  deleteFleetList,
  exportFleetList,
  getFleetBans,
  getFleetLists,
  getFleetOffers,
  importFleetList,
  putFleetList,
  removeFleetBan,
} from './fleet-lists.ts';
import { getFleetPlayer, searchFleetPlayers } from './fleet-search.ts';
import { getFleetSession } from './fleet-session.ts';
import { createFleetToken, getFleetTokens, revokeFleetToken } from './fleet-tokens.ts';
import { getFleetWorlds, removeWorld, takeOverWorld } from './fleet-worlds.ts';
import type { RouteShape } from './route.ts';

/** Every route of a gateway that speaks of its fleet, below `/v1/fleet`. */
export const FLEET_ROUTES = {
  getFleetSession,
  getFleetWorlds,
  takeOverWorld,
  removeWorld,
  getFleetFindings,
  createJoinCode,
  getFleetTokens,
  createFleetToken,
  revokeFleetToken,
  getFleetLists,
  putFleetList,
  deleteFleetList,
  getFleetBans,
  addFleetBan,
  removeFleetBan,
  importFleetList,
  exportFleetList,
  getFleetOffers,
  acceptFleetOffer,
  declineFleetOffer,
  searchFleetPlayers,
  getFleetPlayer,
  getFleetAudit,
  getFleetEvents,
  watchFleetEvents,
} as const satisfies Record<string, RouteShape>;

export type FleetRouteName = keyof typeof FLEET_ROUTES;
