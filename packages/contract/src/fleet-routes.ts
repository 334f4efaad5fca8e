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
import { getFleetAudit, getFleetEvents, searchFleetPlayers, watchFleetEvents } from './fleet-search.ts';
import { createFleetToken, getFleetTokens, revokeFleetToken } from './fleet-tokens.ts';
import { getFleetSession, getFleetWorlds, putFleetWorld, removeWorld } from './fleet-worlds.ts';
import type { RouteShape } from './route.ts';

/**
 * Every route of a gateway that speaks of its fleet, below `/v1/fleet`, by what it concerns: one world, which has to be
 * one of those of the token; the worlds of the token and nothing of others; or the whole fleet, for which a token has
 * to count for every world.
 */
const SCOPED_ROUTES = {
  OneWorld: { removeWorld, createJoinCode }, // a join code without a world concerns the whole fleet
  SomeWorlds: {
    getFleetSession,
    getFleetWorlds,
    getFleetTokens,
    createFleetToken,
    revokeFleetToken,
    searchFleetPlayers,
    getFleetAudit,
    getFleetEvents,
    watchFleetEvents,
  },
  WholeFleet: {
    putFleetWorld, // with a tag a world comes into reach of tokens
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
  },
} as const satisfies Record<string, Record<string, RouteShape>>;
export type FleetScope = keyof typeof SCOPED_ROUTES;

const { OneWorld, SomeWorlds, WholeFleet } = SCOPED_ROUTES;
export const FLEET_ROUTES = { ...SomeWorlds, ...OneWorld, ...WholeFleet };
export type FleetRouteName = keyof typeof FLEET_ROUTES;

export const FLEET_SCOPES = Object.fromEntries(
  Object.entries(SCOPED_ROUTES).flatMap(([scope, routes]) =>
    Object.keys(routes).map((name) => [name, scope]),
  ),
) as Record<FleetRouteName, FleetScope>; // of the table
