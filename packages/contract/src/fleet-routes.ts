import { getFleetAudit } from './fleet-audit.ts';
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
import { getFleetWorlds, putFleetWorld, removeWorld } from './fleet-worlds.ts';
import type { RouteShape } from './route.ts';

/** Every route of a gateway that speaks of its fleet, below `/v1/fleet`. */
export const FLEET_ROUTES = {
  getFleetSession,
  getFleetWorlds,
  putFleetWorld,
  removeWorld,
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

/**
 * What a route of a fleet concerns: one world, which has to be one of those of the token; the worlds of the token and
 * nothing of others; or the whole fleet, for which a token has to count for every world.
 */
export type FleetScope = 'OneWorld' | 'SomeWorlds' | 'WholeFleet';

export const FLEET_SCOPES = {
  getFleetSession: 'SomeWorlds',
  getFleetWorlds: 'SomeWorlds',
  putFleetWorld: 'WholeFleet', // with a tag a world comes into reach of tokens
  removeWorld: 'OneWorld',
  createJoinCode: 'OneWorld', // without a world it concerns the whole fleet
  getFleetTokens: 'SomeWorlds',
  createFleetToken: 'SomeWorlds',
  revokeFleetToken: 'SomeWorlds',
  getFleetLists: 'WholeFleet',
  putFleetList: 'WholeFleet',
  deleteFleetList: 'WholeFleet',
  getFleetBans: 'WholeFleet',
  addFleetBan: 'WholeFleet',
  removeFleetBan: 'WholeFleet',
  importFleetList: 'WholeFleet',
  exportFleetList: 'WholeFleet',
  getFleetOffers: 'WholeFleet',
  acceptFleetOffer: 'WholeFleet',
  declineFleetOffer: 'WholeFleet',
  searchFleetPlayers: 'SomeWorlds',
  getFleetPlayer: 'SomeWorlds',
  getFleetAudit: 'SomeWorlds',
  getFleetEvents: 'SomeWorlds',
  watchFleetEvents: 'SomeWorlds',
} as const satisfies Record<FleetRouteName, FleetScope>;
