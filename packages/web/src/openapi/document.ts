import {
  ALL_ROUTES,
  ERROR_CODES,
  ERRORS,
  type ErrorEnvelope,
  EVENT_TYPES,
  getMetrics,
  pathOf,
  type RouteShape,
  TAGS,
  type Tag,
} from '@palatine/contract';
import { PALATINE_VERSION, VERSION } from '@palatine/platform/version';
import { ATTACHED_NOTES, about } from '../texts/api-document.ts';
import { CODES_OF_A_SENT_BODY, CODES_OF_ANY_ROUTE, errorResponses } from './error-responses.ts';
import { operationsPaths, parametersOf, SHARED_PARAMETERS, successOf } from './operations.ts';
import {
  type Examples,
  exampleOf,
  type JsonObject,
  namedSchemas,
  type RouteExample,
  readExamples,
  toSchema,
} from './schemas.ts';

export {
  EXAMPLES_FILE,
  type Examples,
  type Json,
  type JsonObject,
  type RouteExample,
  toSchema,
} from './schemas.ts';

export interface DocumentedRoutes {
  readonly routes: Readonly<Record<string, RouteShape>>;
  /** Prefix of their paths, with its parameters. */
  readonly below?: { readonly path: string; readonly parameters: readonly JsonObject[] };
}

export interface DocumentText {
  readonly title: string;
  readonly summary: string;
  readonly description: string;
  /** Condition of /readyz. */
  readonly readiness?: string;
}

/** The introduction. */
export const ABOUT = about(CODES_OF_A_SENT_BODY, CODES_OF_ANY_ROUTE);

/** The OpenAPI 3.1 document of a world, printed from the route table in parts. */
export function openApiDocument(): DocumentInParts {
  const text = { title: 'Palatine', summary: 'Administration of a Palworld world', description: ABOUT };
  return documentOf([{ routes: ALL_ROUTES }], text);
}

/** Yields after each part: all at once takes a tenth of a second. */
export type DocumentInParts = Generator<undefined, JsonObject>;

const ROUTES_OF_PART = 20;

export function* documentOf(
  groups: readonly DocumentedRoutes[],
  { readiness, ...text }: DocumentText,
): DocumentInParts {
  const examples = readExamples();
  yield;
  const all = Object.assign({}, ...groups.map(({ routes }) => routes)) as Record<string, RouteShape>;
  const errors = errorResponses({ ...all, getMetrics }, examples);
  yield;
  const paths: Record<string, JsonObject> = {};
  let count = 0;
  for (const { routes, below } of groups) {
    for (const [name, route] of Object.entries(routes)) {
      const path = `${below?.path ?? ''}${pathOf(route).replace(/:([A-Za-z_]+)/g, '{$1}')}`;
      const example = exampleOf(name, route, examples);
      const printed = operation(name, route, example, errors.references[name] ?? {});
      const parameters = below === undefined ? {} : { parameters: [...below.parameters] };
      paths[path] = { ...paths[path], ...parameters, [route.method.toLowerCase()]: printed };
      if (++count % ROUTES_OF_PART === 0) yield;
    }
  }
  const tags = new Set(Object.values(all).map(({ tag }) => tag));
  return {
    openapi: '3.1.0',
    info: {
      ...text,
      description: `${text.description.trimEnd()}\n\nThe version above is that of the interface; that of Palatine is ${PALATINE_VERSION}.\n`,
      version: VERSION.version_str_long,
      license: { name: 'GNU General Public License v3.0 or later', identifier: 'GPL-3.0-or-later' },
    },
    servers: [{ url: '.', description: 'The server this document comes from' }],
    security: [{ bearer: [] }],
    tags: Object.entries(TAGS)
      .filter(([name]) => tags.has(name as Tag))
      .map(([name, description]) => ({ name, description })),
    paths: { ...paths, ...operationsPaths(errors.references.getMetrics ?? {}, readiness) },
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The `Token` of a file in `RESTAPI/Tokens`.' },
      },
      parameters: SHARED_PARAMETERS,
      responses: errors.components,
      examples: sharedErrorExamples(examples),
      schemas: { ...ERROR_SCHEMAS, ...namedSchemas(), PalatineEvent: EVENT_SCHEMA },
    },
  };
}

function operation(name: string, route: RouteShape, example: RouteExample, refusals: JsonObject): JsonObject {
  const { permission } = route;
  return {
    operationId: name,
    summary: route.title,
    description: [
      `${route.summary}. ${permissionNote(route)}`,
      route.notes,
      attachedNote(route),
      answerFormNote(route),
    ]
      .filter(Boolean)
      .join('\n\n'),
    tags: [route.tag],
    ...(route.deprecated ? { deprecated: true } : {}),
    'x-permission': typeof permission === 'string' ? permission : [...permission],
    parameters: parametersOf(route, example),
    ...requestBody(route, example),
    responses: { 200: successOf(route, example), ...refusals },
  };
}

function permissionNote({ permission, optionalPermissions = {} }: RouteShape): string {
  const more = Object.entries(optionalPermissions).map(([name, what]) => `- with \`${name}\`: ${what}`);
  const saysMore = more.length === 0 ? '' : `\n\nFurther permissions:\n\n${more.join('\n')}`;
  return neededNote(permission) + saysMore;
}

function neededNote(permission: RouteShape['permission']): string {
  if (typeof permission === 'string') return `Needs the permission \`${permission}\`.`;
  if (permission.length === 0) return 'Needs a valid token, and no permission of it.';
  const list = permission.map((name) => `- \`${name}\``).join('\n');
  return `Needs one of these permissions, and the one of each part that the body uses:\n\n${list}`;
}

const references = EVENT_TYPES.map((type) => [type, `#/components/schemas/Event.${type}`] as const);

/** One of the event types; `Type` says which. */
const EVENT_SCHEMA: JsonObject = {
  description: 'One event. A newer service may send types that are not listed here.',
  oneOf: references.map(([, $ref]) => ({ $ref })),
  discriminator: { propertyName: 'Type', mapping: Object.fromEntries(references) },
};

/** The effect of a route beside a running game server; undefined for the usual one. */
function attachedNote({ attached, attachedOnly }: RouteShape): string | undefined {
  if (attachedOnly === true) return 'Serves beside a running game server only.';
  return attached && ATTACHED_NOTES[attached];
}

/** The request body of a route, optional unless the route has a code for a missing one. */
function requestBody(route: RouteShape, { body }: RouteExample): JsonObject {
  if (route.body === undefined) return {};
  return {
    requestBody: {
      required: route.bodyErrors?.missing !== undefined,
      content: {
        'application/json': {
          schema: toSchema(route.documentedBody ?? route.body),
          ...(body === undefined ? {} : { examples: { demo: { summary: 'An example', value: body } } }),
        },
      },
    },
  };
}

/** The envelope of every refusal, its closed list of codes, and its details. */
const ERROR_SCHEMAS: JsonObject = {
  Error: {
    type: 'object',
    description: 'The body of every refusal.',
    required: ['Error'],
    properties: {
      Error: {
        type: 'object',
        required: ['Code', 'Message', 'Details'],
        properties: {
          Code: { $ref: '#/components/schemas/ErrorCode' },
          Message: { type: 'string', description: 'For people; programs use Code' },
          Details: { $ref: '#/components/schemas/ErrorDetails' },
        },
      },
    },
  },
  ErrorCode: {
    type: 'string',
    description: 'A code never changes, and always has the same status.',
    enum: [...ERROR_CODES],
  },
  ErrorDetails: {
    type: 'object',
    description: 'Every error of a body; empty for most codes.',
    properties: {
      Problems: {
        type: 'array',
        items: {
          type: 'object',
          required: ['Path', 'Message'],
          properties: {
            Path: { type: 'string', description: 'JSON pointer into the body' },
            Message: { type: 'string' },
          },
        },
      },
    },
  },
};

/** One example of each code, for every route without its own. */
function sharedErrorExamples({ refusals }: Examples): JsonObject {
  const examples = ERROR_CODES.map((code): [string, JsonObject] => {
    const minimal: ErrorEnvelope = { Error: { Code: code, Message: ERRORS[code].meaning, Details: {} } };
    const envelope: object = refusals[code] ?? minimal;
    return [code, { summary: code, value: envelope as JsonObject }]; // an envelope is JSON
  });
  return Object.fromEntries(examples);
}

/** The note on a route whose reply has a wrapped form. */
export function answerFormNote({ wrapped }: RouteShape): string | undefined {
  return (
    wrapped &&
    "With the answer form `Wrapped` (RESTConfig.json, or the token's own file) the answer has the second of the two schemas."
  );
}
