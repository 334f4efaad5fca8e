import { type FleetWorld, getFleetWorlds } from '@palatine/contract';
import { type Resource, resource } from '../data/resource.ts';
import { place, worldHref } from '../navigation/place.ts';
import { hrefOf } from '../navigation/router.ts';
import { fleetClient, session } from '../session/session.ts';
import { filterOf } from '../table/filters.tsx';

/** The worlds of the fleet, by name; one list for the whole page. There are none without a gateway. */
export const fleetWorlds: Resource<readonly FleetWorld[]> = resource(async (signal) => {
  if (!place.gateway || session.value === undefined) return [];
  const { Worlds } = await fleetClient().call(getFleetWorlds, { signal });
  return Worlds.toSorted((a, b) => a.Name.localeCompare(b.Name) || a.World.localeCompare(b.World));
});

/** The name of a world; '' while it is not known. */
export function worldName(world: string): string {
  return fleetWorlds.value.value?.find(({ World }) => World === world)?.Name ?? '';
}

const KEY = /^[\da-f]{32}$/;

/** The key of the world to which the address narrows a list of the fleet; '' for all. */
export function chosenWorld(): string {
  const key = filterOf('world');
  return place.gateway && KEY.test(key) ? key : '';
}

/** The address of a page of a world of the fleet; without a world, of the world that the page is of. */
export function hrefIn(world: string | undefined, path: string): string {
  return world === undefined ? hrefOf(path) : worldHref(world, path);
}
