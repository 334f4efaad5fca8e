import type { ROUTES, RouteBody, RouteName, RouteParams, RouteReply } from '@palatine/contract';
import type { GameContext } from '../state/game-context.ts';

/** The caller: the token's name and the client address. */
export interface CommandIssuer {
  readonly name: string;
  readonly ip: string;
  /** The token's permissions, for routes whose permission depends on the body. */
  readonly permissions: readonly string[];
}

/** The input of a command. The body matches the route's shape; undefined when none was sent. */
export interface CommandCall<Name extends RouteName> {
  readonly params: RouteParams<(typeof ROUTES)[Name]>;
  readonly body: RouteBody<(typeof ROUTES)[Name]> | undefined;
  readonly issuer: CommandIssuer;
}

/**
 * A write of the world, by the name of its route: refusals first, the change last. It changes the world only through
 * its tables, so that a throw undoes everything.
 */
export type Command<Name extends RouteName> = (
  game: GameContext,
  call: CommandCall<Name>,
) => RouteReply<(typeof ROUTES)[Name]>;
