import type { Static, TSchema } from 'typebox';
import type { ErrorCode } from './errors.ts';
import { EXAMPLE_PARAMS } from './example-ids.ts';
import { OFFLINE_PLAYERS } from './route-texts.ts';
import { TAGS } from './texts/tags.ts';
import { words } from './words.ts';

export const BASE_PATH = '/v1/pdapi';
/** Base path of Palatine's own routes, outside the PalDefender interface. */
export const PALATINE_PATH = '/v1/palatine';
/** Base path of the routes of a gateway, which speak of all its worlds. */
export const FLEET_PATH = '/v1/fleet';
/** Below it a gateway has the routes of each world: `/worlds/<world>/v1/…`. */
export const WORLDS_PATH = '/worlds';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export { TAGS };
export type Tag = keyof typeof TAGS;

/** The `AnswerForm` `Wrapped` of clients of version 1.8. `wrap` and `unwrap` are inverse. */
export interface WrappedForm {
  // Method syntax: each route declares functions of its reply type, and a table of routes holds them all.
  wrap(reply: never): object;
  /** The reply inside a wrapped response; undefined for a response that is not wrapped. */
  unwrap(response: object): object | undefined;
  reply: TSchema;
}

/** The parameters of a query by name; undefined ones are left out. */
export type QueryValues = Record<string, string | number | boolean | undefined>;

/** A call that succeeds once its placeholders (`example-ids.ts`) are replaced with identities of the world. */
export interface ExampleCall {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<QueryValues>;
  body?: object;
  /** ETag of the version that a `versioned` route replaces; null for a new file. */
  ifMatch?: string | null;
}

/** Error codes of a wrong body, which differ by route (docs/api.md#the-paldefender-interface). */
export interface BodyErrors {
  /** The code of a missing body; absent where the body is optional. */
  missing?: ErrorCode;
  /** The code of a JSON body that is not an object. */
  notAnObject: ErrorCode;
  /** JSON pointers of fields whose absence or wrong type is INVALID_REQUEST; anything else is VALIDATION_FAILED. */
  invalidRequest?: readonly string[];
}

/** The codes of a body that a route needs. */
export const REQUIRED_BODY = { missing: 'VALIDATION_FAILED', notAnObject: 'VALIDATION_FAILED' } as const;

/** The permission of a route that every valid token may call. */
export const ANY_TOKEN: readonly string[] = [];

/**
 * The subject of a route of a gateway: one world of the token; the worlds of the token and nothing of others; or the
 * whole fleet, for which a token has to be valid for every world.
 */
export type FleetScope = 'OneWorld' | 'SomeWorlds' | 'WholeFleet';

export interface RouteShape {
  method: Method;
  tag: Tag;
  /** Below the route's base path, with `:name` for a path parameter. */
  path: string;
  /** `/v1/pdapi` by default; `PALATINE_PATH` for Palatine's own routes. */
  base?: string;
  /** The permission, or several of which one is enough, or ANY_TOKEN. */
  permission: string | readonly string[];
  /** Permissions that add fields to the reply, or reach more players, and what each adds. A query learns which of them the token holds. */
  optionalPermissions?: Readonly<Record<string, string>>;
  /** For a route of a gateway: the worlds for which its token has to be valid. */
  concerns?: FleetScope;
  /** A few words, as a list of routes shows them, such as `Give items`. */
  title: string;
  /** One sentence on what the route does. */
  summary: string;
  /** Further notes for callers, in Markdown: offline players, limits, where ids come from. */
  notes?: string;
  /** Whether the route runs game work, with its deadline and its errors. By default those below `/v1/pdapi` do. */
  game: boolean;
  /** Codes of every route of its kind that this one never answers. */
  excludedErrors?: readonly ErrorCode[];
  /**
   * How the route is executed beside a running game server: `Live` through the interface of that server, at once;
   * `Delivered` into its save, at the next maintenance; `Impossible`. Absent on reads and on Palatine's own routes.
   */
  attached?: 'Live' | 'Delivered' | 'Impossible';
  /** Serves only beside a running game server; elsewhere it is refused with NOT_ATTACHED, or returns nothing. */
  attachedOnly?: boolean;
  /** The reply to the first example, of a route that a demo world cannot answer. */
  replyExample?: object;
  deprecated?: boolean;
  /** The answer is `text/event-stream`; `reply` is the shape of one event. */
  stream?: boolean;
  /** The stream takes `Last-Event-ID` and goes on after that event. */
  resumable?: boolean;
  /** Content types besides JSON in which the route answers when its query says so, each with a description. */
  formats?: Readonly<Record<string, string>>;
  query?: TSchema;
  body?: TSchema;
  /** The body as callers see it, where the route's command checks it itself, whatever was sent. */
  documentedBody?: TSchema;
  /** An optional body unless given; that of a needed one is `REQUIRED_BODY`, but where older clients know other codes. */
  bodyErrors?: BodyErrors;
  reply: TSchema;
  /** Codes beyond those that `errorsOf` adds; none unless given. */
  errors: readonly ErrorCode[];
  /** Meanings of codes on this route, where they are more specific than in the catalogue. */
  meanings?: Readonly<Partial<Record<ErrorCode, string>>>;
  /** Body fields whose first present one is the target in the audit, where the path has no parameter. */
  auditTarget?: readonly string[];
  /** The code when a valid change cannot be stored; INTERNAL_ERROR unless given. */
  onStorageFailure?: ErrorCode;
  /** The write replaces a version of a file, which the caller names with If-Match, or with If-None-Match: *. */
  versioned?: boolean;
  /** The route changes Banlist.json, so hand edits of the file are read first. */
  changesBanlist?: boolean;
  wrapped?: WrappedForm;
  /**
   * The first is in the API document; together they use every field of the body. A path parameter that one leaves out is
   * that of `EXAMPLE_PARAMS`.
   */
  examples: readonly [ExampleCall, ...ExampleCall[]];
}

/** Method and path of a route: `GET /v1/pdapi/players`, with `:name` for a path parameter. */
type RouteCall = `${Method} /${string}`;

/** The method, base and path in the call of a route, and its title. */
type CallParts<Call extends RouteCall> = Call extends `${infer M extends Method} ${infer Address}`
  ? { readonly method: M; readonly title: string } & PathParts<Address>
  : never;

type PathParts<Address> = Address extends `${typeof BASE_PATH}${infer Path}`
  ? { readonly path: Path }
  : Address extends `${typeof PALATINE_PATH}${infer Path}`
    ? { readonly base: typeof PALATINE_PATH; readonly path: Path }
    : Address extends `${typeof FLEET_PATH}${infer Path}`
      ? { readonly base: typeof FLEET_PATH; readonly path: Path }
      : { readonly base: ''; readonly path: Address };

/** Properties with a default. */
type Defaults = Pick<RouteShape, 'game' | 'errors' | 'examples'>;

/** Its examples, with the path parameters that every one has. */
type ExampleParams<Names extends string> = [Names] extends [never]
  ? unknown
  : { readonly examples: readonly { readonly params: Record<Names, string> }[] };

type Definition = Omit<RouteShape, 'method' | 'base' | 'path' | 'title' | keyof Defaults> & Partial<Defaults>;

/**
 * A route as a value that keeps its literal types, so that path, body and reply are typed at every use. The annotation
 * lets the console build drop unused routes: the order that a call records matters to tables, which keep their routes.
 */
/* @__NO_SIDE_EFFECTS__ */
export function route<const Call extends RouteCall, const D extends Definition>(
  call: Call,
  title: string,
  definition: D,
): CallParts<Call> & D & Defaults & ExampleParams<ParamNames<Call> & keyof typeof EXAMPLE_PARAMS> {
  const [method, address = ''] = call.split(' ');
  const base = [BASE_PATH, PALATINE_PATH, FLEET_PATH].find((prefix) => address.startsWith(prefix)) ?? '';
  const ofDocument = base === BASE_PATH;
  const { query, body } = definition;
  const { examples = [{ ...(isPaged(query) && FIRST_ROWS), ...(body && { body: {} }) }] } = definition;
  const value = {
    game: ofDocument,
    errors: [],
    ...(body && { bodyErrors: { notAnObject: 'VALIDATION_FAILED' } }),
    ...definition,
    title,
    examples: examples.map((example) => withParams(address, example)),
    method,
    path: address.slice(base.length),
    ...(!ofDocument && { base }),
  };
  definitionOrder.set(value, definitionOrder.size);
  return value as never; // the types say the same of the call
}

const FIRST_ROWS = { query: { Limit: 3 } };

function isPaged(query: TSchema | undefined): boolean {
  return Object.hasOwn((query as { properties?: object } | undefined)?.properties ?? {}, 'Limit');
}

/** When each route was defined: the exports of a module come in the order of their names. */
const definitionOrder = new Map<object, number>();

/** The routes of a base path among the exports of a module. */
type ModuleRoutes<Module, Base> = {
  [Name in keyof Module as Module[Name] extends Pick<RouteShape, 'method' | 'path' | 'examples'>
    ? Base extends (Module[Name] extends { readonly base: infer Own } ? Own : typeof BASE_PATH)
      ? Name
      : never
    : never]: Module[Name];
};

/** The members of a union in one object. */
export type Merged<Union> = (Union extends unknown ? (member: Union) => void : never) extends (
  all: infer All,
) => void
  ? { readonly [Name in keyof All]: All[Name] }
  : never;

type RoutesOf<Module, Base> = Merged<Module extends unknown ? ModuleRoutes<Module, Base> : never>;

/** Every route below a base path that the modules export, by its name; those of a module in the order of its source. */
export function routesOf<const Base extends string, const Modules extends readonly object[]>(
  base: Base,
  modules: Modules,
): RoutesOf<Modules[number], Base> {
  const placeOf = (value: unknown) => definitionOrder.get(value as object);
  const routes = modules.flatMap((module) =>
    Object.entries<unknown>({ ...module })
      .filter(([, value]) => placeOf(value) !== undefined)
      .sort(([, left], [, right]) => (placeOf(left) ?? 0) - (placeOf(right) ?? 0)),
  ) as [name: string, RouteShape][]; // only routes have a place
  const below = routes.filter(([, route]) => (route.base ?? BASE_PATH) === base);
  return Object.fromEntries(below) as unknown as RoutesOf<Modules[number], Base>; // the types filter alike
}

function withParams(address: string, { params, ...rest }: ExampleCall): ExampleCall {
  const values: Record<string, string> = { ...EXAMPLE_PARAMS, ...params };
  const names = namesIn(address).filter((name) => values[name] !== undefined);
  if (names.length === 0) return rest;
  return { params: Object.fromEntries(names.map((name) => [name, values[name] ?? ''])), ...rest };
}

const namesIn = (path: string): string[] => [...path.matchAll(/:([A-Za-z_]+)/g)].map(([, name = '']) => name);

export const parameterNames = (definition: RouteShape): string[] => namesIn(pathOf(definition));

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

export type RouteParams<R extends RouteShape> = Record<ParamNames<R['path']>, string>;
export type RouteQuery<R extends RouteShape> = R extends { query: infer Q extends TSchema }
  ? Static<Q>
  : undefined;
export type RouteBody<R extends RouteShape> = R extends { body: infer B extends TSchema }
  ? Static<B>
  : undefined;
/** The body as a caller writes it. */
export type DocumentedBody<R extends RouteShape> = R extends { documentedBody: infer B extends TSchema }
  ? Static<B>
  : RouteBody<R>;
export type RouteReply<R extends RouteShape> = Static<R['reply']>;

/** The full path of a route, parameters still as `:name`. */
export function pathOf(definition: RouteShape): string {
  return (definition.base ?? BASE_PATH) + definition.path;
}

/** The full path with its parameters filled in, each percent-encoded. */
export function fillPath(definition: RouteShape, params: Record<string, string> = {}): string {
  return pathOf(definition).replace(/:([A-Za-z_]+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new TypeError(`${definition.path} needs the path parameter ${name}`);
    return encodeURIComponent(value);
  });
}

/** A query as the end of an address, `?Limit=3`; '' without a parameter. */
export function queryText(query: Readonly<QueryValues> = {}): string {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined);
  if (entries.length === 0) return '';
  return `?${new URLSearchParams(Object.fromEntries(entries.map(([name, value]) => [name, String(value)])))}`;
}

/** Codes of any route. */
export const COMMON_ERRORS: readonly ErrorCode[] = words(
  'INVALID_TOKEN RATE_LIMITED MISSING_PERMISSION PAYLOAD_TOO_LARGE UNSUPPORTED_ENCODING INVALID_JSON',
  'INTERNAL_ERROR',
);

/** Further codes of any route that runs game work. */
export const GAME_ERRORS: readonly ErrorCode[] = ['REQUEST_FAILED', 'REQUEST_TIMEOUT', 'SERVER_BUSY'];

/** Further codes of any route that writes: an Idempotency-Key may be malformed, or used before. */
export const WRITE_ERRORS: readonly ErrorCode[] = ['VALIDATION_FAILED', 'IDEMPOTENCY_KEY_REUSED'];

/** Further codes of a route that replaces a version of a file. */
export const VERSION_ERRORS: readonly ErrorCode[] = ['PRECONDITION_REQUIRED', 'FILE_CHANGED'];

/** Whether a route writes: its calls are audited, and take an Idempotency-Key. */
export function writes({ method }: Pick<RouteShape, 'method'>): boolean {
  return method !== 'GET';
}

/** Whether an unknown query parameter is an error. PalDefender ignores it (docs/api.md#the-paldefender-interface). */
export function refusesUnknownParameters({ base, query }: RouteShape): boolean {
  return base !== undefined && query !== undefined;
}

export function needsPermission({ permission }: Pick<RouteShape, 'permission'>): boolean {
  return permission.length > 0;
}

/** Every code of a route, the common ones first. */
export function errorsOf(definition: RouteShape): ErrorCode[] {
  const common = COMMON_ERRORS.filter((code) => code !== 'MISSING_PERMISSION' || needsPermission(definition));
  const game = definition.game ? GAME_ERRORS : [];
  const write = writes(definition) ? WRITE_ERRORS : [];
  const version = definition.versioned === true ? VERSION_ERRORS : [];
  const query: ErrorCode[] = refusesUnknownParameters(definition) ? ['VALIDATION_FAILED'] : [];
  const codes = new Set([...common, ...game, ...write, ...version, ...query, ...definition.errors]);
  return [...codes].filter((code) => definition.excludedErrors?.includes(code) !== true);
}

/** Whether a granted permission (a name, a prefix ending in `.*`, or `*`) covers a name, exactly spelled. */
export function covers(granted: string, needed: string): boolean {
  if (granted === '*' || granted === needed) return true;
  return granted.endsWith('.*') && needed.startsWith(granted.slice(0, -1));
}

/** Whether any of the permissions a token holds covers the needed one. */
export function holds(permissions: readonly string[], needed: string): boolean {
  return permissions.some((granted) => covers(granted, needed));
}

/** The permissions of a token as far as others allow them: of two of which one covers the other, the narrower one. */
export function capped(permissions: readonly string[], allow: readonly string[]): string[] {
  const narrower = permissions.filter((permission) => holds(allow, permission));
  const wider = allow.filter((allowed) => holds(permissions, allowed));
  return [...new Set([...narrower, ...wider])];
}

/** Whether the header of `OFFLINE_PLAYERS` has an effect on a route. */
export function reachesOffline({ optionalPermissions = {} }: RouteShape): boolean {
  return Object.hasOwn(optionalPermissions, OFFLINE_PLAYERS.permission);
}

/** Every permission that a route requires, or says more with. */
export function permissionsOf(route: Pick<RouteShape, 'permission' | 'optionalPermissions'>): string[] {
  const { permission, optionalPermissions = {} } = route;
  return [...new Set([permission, Object.keys(optionalPermissions)].flat())];
}

/** Those of the permissions with which a route says more that a token holds. */
export function grantedOf(permissions: readonly string[], optionalPermissions: object): string[] {
  return Object.keys(optionalPermissions).filter((needed) => holds(permissions, needed));
}

/** Whether a token with these permissions may call a route: one of the route's permissions is enough, if it has any. */
export function mayCall(permissions: readonly string[], route: Pick<RouteShape, 'permission'>): boolean {
  const needed = [route.permission].flat();
  return needed.length === 0 || needed.some((permission) => holds(permissions, permission));
}
