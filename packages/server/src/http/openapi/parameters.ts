import { LIMITS, parameterNames, type RouteShape, writes } from '@palatine/contract';
import type { RouteExample } from './examples.ts';
import { type JsonObject, toSchema } from './schemas.ts';

const PATH_PARAMETERS: Record<string, string> = {
  player_identifier: 'UserId, such as `steam_76561198000000001`, or PlayerUID, in any spelling of a GUID.',
  id: 'Id, as lists give it; a GUID in any spelling.',
  uid: 'PlayerUID, in any spelling of a GUID, or UserId.',
  guild_id: 'GUID of the guild, in any spelling.',
  user_id: 'UserId of the banned user.',
  ip: 'IPv4 or IPv6 address.',
  base_camp_id: 'GUID of the base camp, in any spelling.',
  name: 'Name of the file, without `.json`.',
  file: 'Name of the file.',
};

/** Path, query and headers of a route. The introduction has the headers of every route. */
export function parametersOf(route: RouteShape, { params, query }: RouteExample): JsonObject[] {
  const inPath = parameterNames(route).map((name) => ({
    name,
    in: 'path',
    required: true,
    description: PATH_PARAMETERS[name] ?? name,
    schema: { type: 'string', maxLength: LIMITS.idChars },
    ...(params?.[name] === undefined ? {} : { examples: { demo: { value: params[name] } } }),
  }));
  return [...inPath, ...inQuery(route, query), ...headersOf(route)];
}

function inQuery(route: RouteShape, example: RouteExample['query']): JsonObject[] {
  if (route.query === undefined) return [];
  const { properties = {} } = toSchema(route.query);
  return Object.entries(properties as Record<string, JsonObject>).map(
    ([name, { description, ...schema }]) => ({
      name,
      in: 'query',
      schema,
      ...(description === undefined ? {} : { description }),
      ...(example?.[name] === undefined ? {} : { examples: { demo: { value: example[name] } } }),
    }),
  );
}

function headersOf(route: RouteShape): JsonObject[] {
  const names = [
    ...(route.resumable ? ['LastEventId'] : []),
    ...(writes(route) ? ['IdempotencyKey'] : []),
    ...(route.versioned ? ['IfMatch', 'IfNoneMatch'] : []),
  ];
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}

const text = { type: 'string' };

export const SHARED_PARAMETERS: JsonObject = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Makes a retry safe: once a request was applied, another with the same key, route and body gets its stored ' +
      'outcome for 24 hours and changes nothing. A refusal leaves the key free. ' +
      `1 to ${LIMITS.keyChars} visible ASCII characters, such as an order number or a UUID.`,
    schema: { type: 'string', pattern: '^[!-~]+$', maxLength: LIMITS.keyChars },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description:
      'The `ETag` of the version that is replaced, as an answer of the service has it. One only, and no `*`.',
    schema: { type: 'string', pattern: '^"[^"]+"$', maxLength: LIMITS.idChars },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: '`*` where there is no file yet.',
    schema: { type: 'string', enum: ['*'] },
  },
  LastEventId: {
    name: 'Last-Event-ID',
    in: 'header',
    description: 'Id of the last event you saw; the stream starts with those after it.',
    schema: text,
  },
};
