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
import { getFleetWorlds } from './fleet-worlds.ts';
import type { RouteShape } from './route.ts';

/** Every route of a gateway that speaks of its fleet, below `/v1/fleet`. */
export const FLEET_ROUTES = {
  getFleetWorlds,
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
} as const satisfies Record<string, RouteShape>;

export type FleetRouteName = keyof typeof FLEET_ROUTES;
