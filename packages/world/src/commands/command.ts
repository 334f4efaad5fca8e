import type { ALL_ROUTES, AnyRouteName, RouteBody, RouteParams, RouteReply } from '@palatine/contract';
import type { GameContext } from '../state/game-context.ts';

export interface CommandIssuer {
  readonly name: string;
  readonly ip: string;
  /** The token's permissions, for routes whose permission depends on the body. */
  readonly permissions: readonly string[];
}

/** The input of a command. The body matches the route's shape; undefined when none was sent. */
export interface CommandCall<Name extends AnyRouteName> {
  readonly params: RouteParams<(typeof ALL_ROUTES)[Name]>;
  readonly body: RouteBody<(typeof ALL_ROUTES)[Name]> | undefined;
  readonly issuer: CommandIssuer;
}

/** A write, by its route: refusals first, the change last, through tables only, so a throw undoes it. */
export type Command<Name extends AnyRouteName> = (
  game: GameContext,
  call: CommandCall<Name>,
) => RouteReply<(typeof ALL_ROUTES)[Name]>;
