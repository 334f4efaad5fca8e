import { ALL_ROUTES, getMetrics, pathOf, type RouteShape, TAGS } from '@palatine/contract';
import { VERSION } from '../../data-folder/version.ts';
import { attachedNote } from './attached-note.ts';
import { errorResponses } from './error-responses.ts';
import { ERROR_SCHEMAS, sharedErrorExamples } from './error-schemas.ts';
import { EVENT_SCHEMA } from './event-schema.ts';
import { exampleOf, type RouteExample, readExamples } from './examples.ts';
import { ABOUT, answerFormNote } from './introduction.ts';
import { operationsPaths } from './operations-paths.ts';
import { parametersOf, SHARED_PARAMETERS } from './parameters.ts';
import { requestBody } from './request-bodies.ts';
import { successOf } from './responses.ts';
import { type JsonObject, namedSchemas } from './schemas.ts';

/** The OpenAPI 3.1 document, printed from the route table. */
export function openApiDocument(): JsonObject {
  const examples = readExamples();
  const errors = errorResponses({ ...ALL_ROUTES, getMetrics }, examples);
  const paths: Record<string, JsonObject> = {};
  for (const [name, route] of Object.entries(ALL_ROUTES)) {
    const path = pathOf(route).replace(/:([A-Za-z_]+)/g, '{$1}');
    const example = exampleOf(name, route, examples);
    const refusals = errors.references[name] ?? {};
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(name, route, example, refusals) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Palatine',
      version: VERSION.version_str_long,
      summary: 'Administration of a Palworld world',
      description: ABOUT,
      license: { name: 'GNU General Public License v3.0 or later', identifier: 'GPL-3.0-or-later' },
    },
    servers: [{ url: '/', description: 'The server this document comes from' }],
    security: [{ bearer: [] }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: { ...paths, ...operationsPaths(errors.references.getMetrics ?? {}) },
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

function permissionNote({ permission, saysMoreWith = {} }: RouteShape): string {
  const more = Object.entries(saysMoreWith).map(([name, what]) => `- with \`${name}\`: ${what}`);
  const saysMore = more.length === 0 ? '' : `\n\nSays more with further permissions:\n\n${more.join('\n')}`;
  return neededNote(permission) + saysMore;
}

function neededNote(permission: RouteShape['permission']): string {
  if (typeof permission === 'string') return `Needs the permission \`${permission}\`.`;
  if (permission.length === 0) return 'Needs a valid token, and no permission of it.';
  const list = permission.map((name) => `- \`${name}\``).join('\n');
  return `Needs one of these permissions, and the one of each part that the body uses:\n\n${list}`;
}
