import type { ALL_ROUTES, AnyRouteName, RouteParams, RouteQuery, RouteReply } from '@palatine/contract';
import { atOnce } from '@palatine/platform/parts';
import { getOrAdd } from '../catalogue/table.ts';
import type { GameContext } from '../state/game-context.ts';
import { BAN_TABLE_NAMES, TABLE_NAMES, type World } from '../state/world.ts';

export const READABLE_TABLES = [...TABLE_NAMES, 'locations'] as const;
export type ReadableTable = (typeof READABLE_TABLES)[number];

/** A read of the world, by the name of its route. It changes nothing. */
export interface Query<Name extends AnyRouteName> {
  /**
   * The tables that it reads, also through their indexes: while they are unchanged, and the rules and the faults too,
   * it has the same response. queries.test.ts holds the list complete.
   */
  readonly reads: readonly ReadableTable[];
  /** Whether the response depends on the time: a cached one is valid for CLOCK_STEP_MS only. */
  readonly clock?: true;
  run(...input: Input<Name>): RouteReply<(typeof ALL_ROUTES)[Name]>;
  /** As `run`, for one that takes long in a large world: yields between two parts, for other work to run. */
  readonly inParts?: (...input: Input<Name>) => Generator<undefined, RouteReply<(typeof ALL_ROUTES)[Name]>>;
}

type Input<Name extends AnyRouteName> = [
  game: GameContext,
  params: RouteParams<(typeof ALL_ROUTES)[Name]>,
  input: QueryInput<RouteQuery<(typeof ALL_ROUTES)[Name]>>,
];

export const CLOCK_STEP_MS = 10_000;

/** The query of a route, whose types it infers from there. */
export function query<Name extends AnyRouteName>(value: Query<Name>): Query<Name> {
  return value;
}

/** The query of a route that takes long in a large world. */
export function queryInParts<Name extends AnyRouteName>(
  value: Omit<Query<Name>, 'run'> & Required<Pick<Query<Name>, 'inParts'>>,
): Query<Name> {
  return { ...value, run: (...input) => atOnce(value.inParts(...input)) };
}

/** Tables that several queries read: those of a player, of bans, of a guild in a list, and of a base in a list. */
export const PLAYER_TABLES = ['accounts', 'sessions', 'players', 'characters'] as const;
export const BAN_TABLES = ['playerBans', ...BAN_TABLE_NAMES] as const;
export const GUILD_TABLES = ['accounts', 'sessions', 'guilds', 'containers'] as const;
export const CAMP_TABLES = [...GUILD_TABLES, 'camps', 'characters', 'mapObjects'] as const;

export interface QueryInput<Query> {
  /** The parameters of the route's query, read by its shape. Undefined for a route without a query. */
  readonly query: Query;
  /** The permissions of the caller with which the route says more (`optionalPermissions`). */
  readonly granted: readonly string[];
}

/** One value per world, created on first use: an unused one costs nothing. */
export function perWorld<Game extends { readonly world: World }, Value>(make: (game: Game) => Value) {
  const values = new WeakMap<World, Value>();
  return (game: Game) => getOrAdd(values, game.world, () => make(game));
}
