/** Where the page stands: at a world, at a fleet, or at one world of a fleet. It never changes while the page lives. */
export interface Place {
  readonly gateway: boolean;
  /** The key of the world behind the gateway; undefined for the fleet, and for a world that serves the page itself. */
  readonly world: string | undefined;
  /** The prefix that a proxy puts before every path of the server, such as `/palatine`; '' without. */
  readonly prefix: string;
  /** The part of every address of this place, such as `/console/w/00112233445566778899aabbccddeeff`. */
  readonly base: string;
  readonly api: string;
  /** Ends the names of what the browser keeps for one world, so that no two worlds share it. */
  readonly suffix: string;
}

const CONSOLE = '/console';
const PREFIX = prefixIn(
  globalThis.document?.querySelector<HTMLScriptElement>('script[src$="theme.js"]')?.src,
);
const WORLD = /^\/w\/([\da-f]{32})(?=\/|$)/;

export function placeOf(path: string, gateway: boolean, prefix = PREFIX): Place {
  const root = prefix + CONSOLE;
  const world = gateway && path.startsWith(root) ? WORLD.exec(path.slice(root.length))?.[1] : undefined;
  const [page, api, own] =
    world === undefined ? ['', '', ''] : [`/w/${world}`, `/worlds/${world}`, `.${world}`];
  return { gateway, world, prefix, base: root + page, api: prefix + api, suffix: prefix + own };
}

export const worldHref = (world: string, path = '/'): string => `${PREFIX}${CONSOLE}/w/${world}${path}`;

/** The address of a page of the fleet, seen from anywhere at its gateway. */
export const fleetHref = (path = '/'): string => `${PREFIX}${CONSOLE}${path}`;

/** The place of this page. The server of a gateway marks its page. */
export const place: Place = placeOf(
  globalThis.location?.pathname ?? '/',
  globalThis.document?.documentElement.dataset.server === 'gateway',
);

export const atFleet: boolean = place.gateway && place.world === undefined;

/** The prefix in the address of a file beside the page, which the page names relative to its own. */
export function prefixIn(file: string | undefined): string {
  const path = file === undefined ? '' : new URL(file).pathname;
  return path.replace(/^\/+/, '/').replace(/\/console\/[^/]*$/, '');
}
