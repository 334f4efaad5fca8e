import { fetchFleetBackup, getFleetBackups, makeFleetBackup } from './fleet-backups.ts';
import { getFleetWorlds } from './fleet-worlds.ts';
import type { RouteShape } from './route.ts';

/** Every route of a gateway that speaks of its fleet, below `/v1/fleet`. */
export const FLEET_ROUTES = {
  getFleetWorlds,
  getFleetBackups,
  makeFleetBackup,
  fetchFleetBackup,
} as const satisfies Record<string, RouteShape>;

export type FleetRouteName = keyof typeof FLEET_ROUTES;
