import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { place, placeOf } from './place.ts';

const BASE = place.base;

/** An address of the console: the path below BASE, such as `/players`, and the query. */
export interface Address {
  readonly path: string;
  readonly query: URLSearchParams;
}

export const address = signal<Address>({ path: '/', query: new URLSearchParams() });

export function queryParameter(name: string): ReadonlySignal<string> {
  return computed(() => address.value.query.get(name) ?? '');
}

/** The console's address in a URL path with its query; `/` for a path outside the console. */
export function parseAddress(target: string): Address {
  const { pathname, searchParams } = new URL(target, 'http://console');
  const path = pathname.startsWith(`${BASE}/`) ? pathname.slice(BASE.length) : '/';
  return { path: path.length > 1 ? path.replace(/\/+$/, '') : path, query: searchParams };
}

/** The `href` of an address. Parameters that are undefined or empty are left out. */
export function hrefOf(path: string, query: Readonly<Record<string, string | undefined>> = {}): string {
  const entries = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]));
  const search = new URLSearchParams(entries).toString();
  return `${BASE}${path}${search === '' ? '' : `?${search}`}`;
}

/** Goes to an `href` of the console. `replace`: without a step in the history of the browser. */
export function navigate(href: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, '', href);
  else history.pushState(null, '', href);
  address.value = parseAddress(href);
}

/** Changes parameters of the query, and keeps the others. Undefined or empty removes one. */
export function setQuery(
  changes: Readonly<Record<string, string | undefined>>,
  options: { replace?: boolean } = { replace: true },
): void {
  const { path, query } = address.value;
  navigate(hrefOf(path, { ...Object.fromEntries(query), ...changes }), options);
}

/** Follows the browser's address, and clicks on links of the console. @returns how to stop. */
export function startRouter(): () => void {
  const follow = () => (address.value = parseAddress(location.pathname + location.search));
  const onClick = (event: MouseEvent) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element).closest('a');
    if (link === null || link.target !== '' || link.hasAttribute('download')) return;
    if (link.origin !== location.origin || !link.pathname.startsWith(`${BASE}/`)) return;
    if (placeOf(link.pathname, place.gateway).base !== BASE) return; // another place: the browser reloads it
    if (link.hash !== '' && link.pathname === location.pathname) return; // a part of the page: the browser goes there
    event.preventDefault();
    navigate(link.pathname + link.search);
  };
  // Its address is relative to the page as it was loaded, and the page moves.
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  icon?.setAttribute('href', icon.href);
  follow();
  addEventListener('popstate', follow);
  document.addEventListener('click', onClick);
  return () => {
    removeEventListener('popstate', follow);
    document.removeEventListener('click', onClick);
  };
}

export type PathValues = Readonly<Record<string, string>>;

/** The values of a pattern such as `/players/:uid/:tab?` in a path; undefined when it does not match. */
export function matchPath(pattern: string, path: string): PathValues | undefined {
  const optional = pattern.replaceAll(/\/:(\w+)\?/g, '(?:/(?<$1>[^/]+))?');
  const match = new RegExp(`^${optional.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`).exec(path);
  if (match === null) return undefined;
  const given = Object.entries(match.groups ?? {}).filter(([, part]) => part !== undefined);
  try {
    return Object.fromEntries(given.map(([name, part]) => [name, decodeURIComponent(part)]));
  } catch {
    return undefined; // it is not encoded as it should be
  }
}
