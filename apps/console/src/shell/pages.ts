import type { RouteShape } from '@palatine/contract';
import type { ComponentType } from 'preact';
import type { IconShape } from '../kit/Icon.tsx';
import type { PathValues } from '../navigation/router.ts';
import type { Texts } from '../texts/texts.ts';

/** A page of the console. Everything that is known of it is here: sidebar, palette and keys read this. */
export interface Page {
  readonly id: keyof Texts['shell']['pages'];
  /** Below the console's base, with `:name` and `:name?` for parts. */
  readonly path: string;
  readonly section: keyof Texts['shell']['sections'];
  readonly icon: IconShape;
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

export function plainPath({ path }: Page): string {
  return path.replace(/(\/:\w+\?)+$/, '') || '/';
}
