import type { ROUTES, RouteBody, RouteName, RouteParams, RouteReply } from '@palatine/contract';
import type { GameContext } from '../state/game-context.ts';

/** Who does it: the token's name and the caller's address. */
export interface CommandIssuer {
  readonly name: string;
  readonly ip: string;
  /** What the token may do, for routes whose permission depends on the body. */
  readonly permissions: readonly string[];
}

/** What a command is given. The body has been checked against the route's shape; undefined where none was sent. */
export interface CommandCall<Name extends RouteName> {
  readonly params: RouteParams<(typeof ROUTES)[Name]>;
  readonly body: RouteBody<(typeof ROUTES)[Name]> | undefined;
  readonly issuer: CommandIssuer;
}

/**
 * A write of the world, by the name of its route: refusals first, the deed last. It changes the world through
 * its tables alone, so that everything it has done is undone when it throws. A `Refusal` says no.
 */
export type Command<Name extends RouteName> = (
  game: GameContext,
  call: CommandCall<Name>,
) => RouteReply<(typeof ROUTES)[Name]>;
