import { getFleetAudit } from './fleet-audit.ts';
import { getFleetEvents, watchFleetEvents } from './fleet-events.ts';
import { getFleetPlayer, searchFleetPlayers } from './fleet-search.ts';
import { getFleetWorlds } from './fleet-worlds.ts';
import type { RouteShape } from './route.ts';

/** Every route of a gateway that speaks of its fleet, below `/v1/fleet`. */
export const FLEET_ROUTES = {
  getFleetWorlds,
  searchFleetPlayers,
  getFleetPlayer,
  getFleetAudit,
  getFleetEvents,
  watchFleetEvents,
} as const satisfies Record<string, RouteShape>;

export type FleetRouteName = keyof typeof FLEET_ROUTES;
