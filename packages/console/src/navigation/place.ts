/** Where the page stands: at a world, at a fleet, or at one world of a fleet. It never changes while the page lives. */
export interface Place {
  /** Whether a gateway serves the page. */
  readonly gateway: boolean;
  /** The key of the world behind the gateway; undefined for the fleet, and for a world that serves the page itself. */
  readonly world: string | undefined;
  /** The part of every address of this place, such as `/console/w/00112233445566778899aabbccddeeff`. */
  readonly base: string;
  /** What comes before the path of every route. */
  readonly api: string;
  /** Ends the names of what the browser keeps for one world, so that no two worlds share it. */
  readonly suffix: string;
}

const CONSOLE = '/console';
const WORLD = /^\/console\/w\/([\da-f]{32})(?=\/|$)/;

/** The place of a path; `gateway`: a gateway serves it. */
export function placeOf(path: string, gateway: boolean): Place {
  const world = gateway ? WORLD.exec(path)?.[1] : undefined;
  if (world === undefined) return { gateway, world, base: CONSOLE, api: '', suffix: '' };
  return { gateway, world, base: worldBase(world), api: `/worlds/${world}`, suffix: `.${world}` };
}

/** Where the console of a world begins at its gateway. */
export function worldBase(world: string): string {
  return `${CONSOLE}/w/${world}`;
}

/** The address of a page of one world, seen from its fleet. */
export function worldHref(world: string, path = '/'): string {
  return `${worldBase(world)}${path}`;
}

/** The address of a page of the fleet, seen from anywhere at its gateway. */
export function fleetHref(path = '/'): string {
  return `${CONSOLE}${path}`;
}

/** The place of this page. The server of a gateway marks its page. */
export const place: Place = placeOf(
  globalThis.location?.pathname ?? '/',
  globalThis.document?.documentElement.dataset.server === 'gateway',
);

/** Whether the page shows a fleet as a whole. */
export const atFleet: boolean = place.gateway && place.world === undefined;
