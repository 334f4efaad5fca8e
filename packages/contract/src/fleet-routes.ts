import * as fleetJoin from './fleet-join.ts';
import * as fleetLists from './fleet-lists.ts';
import * as fleetSearch from './fleet-search.ts';
import * as fleetTokens from './fleet-tokens.ts';
import * as fleetWorlds from './fleet-worlds.ts';
import { FLEET_PATH, type FleetScope, type RouteShape, routesOf } from './route.ts';

const SUBJECTS = [fleetWorlds, fleetTokens, fleetJoin, fleetSearch, fleetLists] as const;
const { join: _, ...withToken } = routesOf(FLEET_PATH, SUBJECTS);

/** Every route of a gateway that speaks of its fleet, below `/v1/fleet`, and takes a token. */
export const FLEET_ROUTES = withToken satisfies Record<string, RouteShape & { concerns: FleetScope }>;
export type FleetRouteName = keyof typeof FLEET_ROUTES;
