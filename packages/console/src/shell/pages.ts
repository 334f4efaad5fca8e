import type { RouteShape } from '@palatine/contract';
import type { ComponentType } from 'preact';
import type { IconShape } from '../kit/Icon.tsx';
import { matchPath, type PathValues } from '../navigation/router.ts';
import { may } from '../session/session.ts';
import type { Texts } from '../texts/texts.ts';

/** A page of the console. Everything that is known of it stands here: sidebar, palette and keys read this. */
export interface Page {
  readonly id: keyof Texts['shell']['pages'];
  /** Below the console's base, with `:name` and `:name?` for parts. */
  readonly path: string;
  readonly section: keyof Texts['shell']['sections'];
  readonly icon: IconShape;
  /** The second key after `g`. */
  readonly key?: string;
  /** The routes it cannot do without: a token that may not call one of them is not offered the page. */
  readonly needs: readonly Pick<RouteShape, 'permission'>[];
  /** Shown beside a running game server only. */
  readonly attachedOnly?: boolean;
  readonly load: () => Promise<{ default: ComponentType<{ values: PathValues }> }>;
}

/** Needed by a page for which one of several routes is enough. */
export function anyOf(...routes: Pick<RouteShape, 'permission'>[]): Pick<RouteShape, 'permission'> {
  return { permission: routes.flatMap(({ permission }) => permission) };
}

/** The page of a path, with the values of its parts; undefined where there is none. */
export function pageAt(pages: readonly Page[], path: string): { page: Page; values: PathValues } | undefined {
  for (const page of pages) {
    const values = matchPath(page.path, path);
    if (values !== undefined) return { page, values };
  }
  return undefined;
}

/** Whether a token may see a page; `attached`: the service stands beside a game server. */
export function isOffered(page: Page, attached: boolean): boolean {
  return (attached || page.attachedOnly !== true) && page.needs.every((route) => may(route));
}

/** The path of a page without its optional parts. */
export function plainPath({ path }: Page): string {
  return path.replace(/(\/:\w+\?)+$/, '') || '/';
}

/** The permission that the token lacks for a page; undefined when it may see it. */
export function missingPermission({ needs }: Page): string | undefined {
  const route = needs.find((each) => !may(each));
  if (route === undefined) return undefined;
  return typeof route.permission === 'string' ? route.permission : route.permission.join(' / ');
}
