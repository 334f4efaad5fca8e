import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  ALL_ROUTES,
  type Bound,
  boundsOf,
  ERROR_CODES,
  ERRORS,
  type ErrorCode,
  type ErrorEnvelope,
  EVENT_TYPES,
  errorsOf,
  LIMITS,
  needsPermission,
  PALATINE_ROUTES,
  pathOf,
  ROUTES,
  type RouteShape,
  writes,
} from '@palatine/contract';
import { inParts } from '@palatine/platform/parts';
import { VERSION } from '@palatine/platform/version';
import { runProgram } from '@palatine/testing/run-cli';
import { startService } from '@palatine/testing/start-service';
import { type JsonObject, openApiDocument, toSchema } from '@palatine/web/document';
import { Validator } from '@seriousme/openapi-schema-validator';

interface Parameter {
  name?: string;
  in?: string;
  schema?: JsonObject;
  $ref?: string;
}

interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  deprecated?: boolean;
  'x-permission': string | string[];
  parameters: Parameter[];
  requestBody?: { required: boolean; content: { 'application/json': { schema: JsonObject } } };
  responses: Record<string, Response | { $ref: string }>;
}

interface Response {
  description: string;
  content?: Record<string, { schema: JsonObject; examples?: Record<string, JsonObject> }>;
  'x-error-codes'?: string[];
}

const document = await inParts(openApiDocument());
const paths = document.paths as unknown as Record<string, Record<string, Operation>>;
const routes: [string, RouteShape][] = Object.entries(ALL_ROUTES);

function operationOf(route: RouteShape): Operation {
  const operation = paths[pathOf(route).replace(/:([A-Za-z_]+)/g, '{$1}')]?.[route.method.toLowerCase()];
  assert.ok(operation, `${route.method} ${route.path} is not in the document`);
  return operation;
}

test('the document is valid OpenAPI 3.1', async () => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(structuredClone(document));
  assert.ok(valid, JSON.stringify(errors, null, 1));
  assert.equal(validator.version, '3.1');
});

test('every reference in the document leads somewhere', () => {
  for (const [, $ref = ''] of JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)) {
    assert.ok(resolved<JsonObject>({ $ref }), $ref);
  }
});

test('every route of the table is in the document, with its permission, parameters and every code', () => {
  for (const [name, route] of routes) {
    const operation = operationOf(route);
    assert.equal(operation.operationId, name);
    assert.equal(operation.summary, route.title);
    assert.equal(operation.deprecated ?? false, route.deprecated ?? false);
    assert.deepEqual(operation['x-permission'], route.permission);
    for (const permission of [route.permission].flat()) assert.ok(operation.description.includes(permission));
    const names = operation.parameters.map(
      (parameter) => parameter.name ?? parameter.$ref?.split('/').at(-1),
    );
    for (const [, parameter = ''] of route.path.matchAll(/:([A-Za-z_]+)/g))
      assert.ok(names.includes(parameter));
    assert.equal(names.includes('IdempotencyKey'), writes(route), name);
    assert.equal(names.includes('IfMatch'), route.versioned === true, name);
    assert.equal(operation.requestBody?.required, route.body && route.bodyErrors?.missing !== undefined);
  }
});

/** Codes that only a body has, which the introduction documents for all reads. */
const ONLY_WITH_A_BODY = ['INVALID_JSON', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_ENCODING'];

test('every route lists exactly the codes that it can answer, each at its status or under default', () => {
  const { description: introduction } = document.info as { description: string };
  for (const [name, route] of routes) {
    const { responses } = operationOf(route);
    const listed = Object.entries(responses).flatMap(([status, response]) =>
      codesAt(status, responseOf(response), responses),
    );
    const expected = errorsOf(route).filter((code) => writes(route) || !ONLY_WITH_A_BODY.includes(code));
    assert.deepEqual(listed.toSorted(), expected.toSorted(), name);
  }
  for (const code of ONLY_WITH_A_BODY) assert.ok(introduction.includes(`\`${code}\``), code);
});

/** The codes of a response, each of which it describes and shows. */
function codesAt(status: string, response: Response, all: Operation['responses']): ErrorCode[] {
  const codes = (response['x-error-codes'] ?? []) as ErrorCode[]; // the test compares them
  const { examples = {} } = response.content?.['application/json'] ?? {};
  for (const code of codes) {
    const its = String(ERRORS[code].status);
    assert.equal(status, its in all ? its : 'default', `${code} at ${status}`);
    assert.ok(response.description.includes(`\`${code}\``), code);
    const { value } = resolved(examples[code] ?? {}) as { value?: ErrorEnvelope };
    assert.equal(value?.Error.Code, code);
  }
  return codes;
}

test('every refusal is a reference to a component, and every component has the one Error schema', () => {
  const error = { $ref: '#/components/schemas/Error' };
  const { responses, schemas } = document.components as unknown as {
    responses: Record<string, Response>;
    schemas: Record<string, JsonObject>;
  };
  for (const [name, route] of routes) {
    const { 200: _, ...refused } = operationOf(route).responses;
    for (const [status, response] of Object.entries(refused))
      assert.ok('$ref' in response, `${name} ${status}`);
  }
  for (const [name, { content }] of Object.entries(responses)) {
    const { schema = {} } = content?.['application/json'] ?? {};
    if (name.startsWith('INVALID_JSON') && schema.anyOf) continue; // the legacy give, below
    assert.deepEqual(schema, error, name);
  }
  const [, ...envelopes] = JSON.stringify(document).split('"required":["Code","Message","Details"]');
  assert.equal(envelopes.length, 1, 'the envelope stands in the document once');
  assert.deepEqual(schemas.ErrorCode?.enum, ERROR_CODES);
});

test('the example of a missing permission names the permission of its route', () => {
  for (const [name, route] of routes.filter(([, route]) => needsPermission(route))) {
    const response = responseOf(operationOf(route).responses['403'] ?? assert.fail(name));
    const { value } = response.content?.['application/json']?.examples?.MISSING_PERMISSION ?? {};
    const { Message } = (value as unknown as ErrorEnvelope).Error;
    for (const permission of [route.permission].flat()) assert.ok(Message.includes(permission), name);
  }
});

/** The fixed part of the document, and what each operation may add to it: replies, examples and notes. */
const MAX_BYTES = { fixed: 100_000, perOperation: 4000 };

test('the document stays small enough for the code that tools make of it', () => {
  const operations = Object.values(paths).flatMap((methods) => Object.keys(methods)).length;
  const bytes = JSON.stringify(document).length;
  assert.ok(bytes < MAX_BYTES.fixed + operations * MAX_BYTES.perOperation, `${bytes} bytes`);
});

function responseOf(response: Response | { $ref: string }): Response {
  return resolved(response as { $ref?: string }) as unknown as Response; // every reference here is to one
}

/** Resolves a reference; returns anything else unchanged. */
function resolved<T extends { $ref?: unknown }>(value: T): T {
  if (typeof value.$ref !== 'string') return value;
  let at: unknown = document;
  for (const key of value.$ref.split('/').slice(1)) at = (at as JsonObject)[key];
  return at as T;
}

/** The schemas at a place of a body; several where it may be of several types. */
function schemasAt(schema: JsonObject, steps: readonly string[]): JsonObject[] {
  const { anyOf, properties = {}, items = {} } = resolved(schema);
  if (Array.isArray(anyOf)) return anyOf.flatMap((member) => schemasAt(member as JsonObject, steps));
  const [step, ...rest] = steps;
  if (step === undefined) return [resolved(schema)];
  const inner = step === '*' ? items : (properties as JsonObject)[step];
  return inner === undefined ? [] : schemasAt(inner as JsonObject, rest);
}

function schemasOf(operation: Operation, { in: where, place }: Bound): JsonObject[] {
  if (where === 'body') {
    const { schema = {} } = operation.requestBody?.content['application/json'] ?? {};
    return schemasAt(schema, place.split('/').slice(1));
  }
  const parameters = operation.parameters.map(resolved);
  return parameters
    .filter((parameter) => parameter.in === where && parameter.name === place)
    .map(({ schema = {} }) => schema);
}

test('every bound of every route is in the document', () => {
  let bounds = 0;
  for (const [name, route] of routes) {
    const operation = operationOf(route);
    for (const bound of boundsOf(route)) {
      const printed = schemasOf(operation, bound).map((schema) => schema[bound.kind]);
      assert.ok(printed.includes(bound.bound), `${name} ${JSON.stringify(bound)}`);
      bounds += 1;
    }
  }
  assert.ok(bounds > 100);
});

test('every text of a query has a bound, or is one of a list', () => {
  for (const [name, route] of routes) {
    const { properties = {} } = (route.query ?? {}) as {
      properties?: Record<string, { enum?: unknown; type?: string }>;
    };
    const bounded = boundsOf(route).flatMap(({ in: where, place }) => (where === 'query' ? [place] : []));
    const free = Object.entries(properties).filter(
      ([, schema]) => schema.enum === undefined && schema.type !== 'boolean',
    );
    assert.deepEqual(
      [...new Set(bounded)], // a number has two
      free.map(([parameter]) => parameter),
      name,
    );
  }
});

test('the list that holds nothing twice says so', () => {
  const body = operationOf(ROUTES.sendPlayerMessage).requestBody?.content['application/json'].schema ?? {};
  assert.deepEqual(schemasAt(body, ['UserIDs'])[0]?.uniqueItems, true);
});

test('the introduction names the bounds of every request', () => {
  const { description } = document.info as { description: string };
  for (const bound of [LIMITS.bodyBytes, LIMITS.bodyValues, LIMITS.bodyDepth, LIMITS.headerBytes]) {
    assert.match(description, new RegExp(`\\s${bound.toLocaleString('en')}\\s`));
  }
});

test('every operation of the document is a route of the table or an operations route', () => {
  const names = [...routes.map(([name]) => name), 'getMetrics', 'getHealth', 'getReadiness'];
  const documented = Object.values(paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  assert.deepEqual(documented.sort(), names.sort());
});

function contentOf(route: RouteShape, status: string): NonNullable<Response['content']> {
  return responseOf(operationOf(route).responses[status] ?? assert.fail(status)).content ?? {};
}

test('the shapes that have a name in the contract are components, and every use refers to them', () => {
  const { schemas } = document.components as { schemas: JsonObject };
  for (const name of ['Pal', 'PlayerEntry', 'GuildEntry', 'Banlist', 'ErrorDetails'])
    assert.ok(schemas[name], name);
  const { schema } = contentOf(ROUTES.getPlayer, '200')['application/json'] ?? {};
  const { Player } = (schema?.properties ?? {}) as JsonObject;
  assert.deepEqual(Player, { $ref: '#/components/schemas/PlayerEntry' });
});

test('a route with a form for older clients documents both forms', () => {
  const both = routes.filter(([, route]) => route.wrapped);
  assert.deepEqual(both.map(([name]) => name).sort(), ['getGuild', 'getGuilds', 'getVersion']);
  for (const [name, route] of both) {
    const { schema } = contentOf(route, '200')['application/json'] ?? {};
    assert.deepEqual(schema?.oneOf, [route.reply, route.wrapped?.reply ?? {}].map(toSchema), name);
  }
});

test('a route that answers in other formats as well documents each of them', () => {
  const { content } = operationOf(PALATINE_ROUTES.getAudit).responses[200] as { content: object };
  assert.deepEqual(Object.keys(content), ['application/json', 'text/csv', 'application/jsonl']);
});

test('the stream of events is documented with the shape of every event type', () => {
  const { schema } = contentOf(ALL_ROUTES.getEvents, '200')['text/event-stream'] ?? {};
  assert.deepEqual(schema?.contentSchema, { $ref: '#/components/schemas/PalatineEvent' });
  const { schemas } = document.components as { schemas: Record<string, JsonObject> };
  const references = EVENT_TYPES.map((type) => ({ $ref: `#/components/schemas/Event.${type}` }));
  assert.deepEqual(schemas.PalatineEvent?.oneOf, references);
  assert.deepEqual(schemas.PalatineEvent?.discriminator, {
    propertyName: 'Type',
    mapping: Object.fromEntries(EVENT_TYPES.map((type) => [type, `#/components/schemas/Event.${type}`])),
  });
  const { examples = {} } = contentOf(ALL_ROUTES.getEvents, '200')['text/event-stream'] ?? {};
  assert.deepEqual(Object.keys(examples), EVENT_TYPES);
  for (const type of EVENT_TYPES) {
    const { properties } = schemas[`Event.${type}`] as { properties: { Type: object } };
    assert.deepEqual(properties.Type, { type: 'string', const: type });
  }
});

test('the legacy give also answers 400 in its own form', () => {
  const { schema } = contentOf(ROUTES.legacyGive, '400')['application/json'] ?? {};
  assert.deepEqual((schema as { anyOf: JsonObject[] }).anyOf[0], {
    $ref: '#/components/schemas/LegacyGiveReply',
  });
});

test('GET /openapi.json serves the document without a token, with an ETag and our version', async () => {
  await using service = await startService();
  const response = await service.fetch('/openapi.json', { authorization: '' });
  assert.equal(response.status, 200);
  assert.match(response.headers.get('content-type') ?? '', /^application\/json/);
  const served = (await response.json()) as { info: { version: string } };
  assert.equal(served.info.version, VERSION.version_str_long);
  assert.deepEqual(served, document);
  const init = { authorization: '', headers: { 'if-none-match': response.headers.get('etag') ?? '' } };
  const again = await service.fetch('/openapi.json', init);
  assert.equal(again.status, 304);
});

test('the examples of the document are what the service answers', async () => {
  const recorder = join(import.meta.dirname, 'make-openapi-examples.ts');
  assert.deepEqual(await runProgram([recorder, '--check']), { code: 0, stdout: '', stderr: '' });
});
