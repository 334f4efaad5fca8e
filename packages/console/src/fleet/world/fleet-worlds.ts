import { type FleetWorld, getFleetWorlds } from '@palatine/contract';
import { type Resource, resource } from '../../data/resource.ts';
import { fleetClient, session } from '../../session/session.ts';

/** Between two reads, in ms: a world says every 5 s how it is. */
const READ_MS = 5000;
/** The same for a fleet of more worlds than MANY, whose list is long. */
const READ_MANY_MS = 20_000;
const MANY = 200;

/** The worlds of the fleet; one list for the whole page. */
export const fleetWorlds: Resource<readonly FleetWorld[]> = resource(async (signal) => {
  if (session.value === undefined) return [];
  const { Worlds } = await fleetClient().call(getFleetWorlds, { signal });
  return Worlds.toSorted(byName);
});

/** Reads the worlds anew while the page is in sight. @returns how to stop. */
export function followFleetWorlds(): () => void {
  let readAtMs = 0;
  const timer = setInterval(() => {
    const everyMs = (fleetWorlds.value.value?.length ?? 0) > MANY ? READ_MANY_MS : READ_MS;
    if (document.hidden || session.value === undefined || Date.now() - readAtMs < everyMs) return;
    readAtMs = Date.now();
    void fleetWorlds.refresh();
  }, READ_MS);
  return () => clearInterval(timer);
}

/** The name of a world; '' while it is not known. */
export function worldName(world: string): string {
  return fleetWorlds.value.value?.find(({ World }) => World === world)?.Name ?? '';
}

function byName(a: FleetWorld, b: FleetWorld): number {
  return a.Name.localeCompare(b.Name) || a.World.localeCompare(b.World);
}
