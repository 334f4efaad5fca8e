import { ALL_ROUTES, type AnyRouteName, pathOf, type RouteShape, TAGS } from '@palatine/contract';
import { VERSION } from '../../data-folder/version.ts';
import { type Examples, readExamples } from './examples.ts';
import { ABOUT, answerFormNote } from './introduction.ts';
import { operationsPaths } from './operations-paths.ts';
import { parametersOf, SHARED_PARAMETERS } from './parameters.ts';
import { requestBody } from './request-bodies.ts';
import { ERROR_DETAILS, responsesOf, SHARED_HEADERS } from './responses.ts';
import { type JsonObject, namedSchemas } from './schemas.ts';

/** The OpenAPI 3.1 document, printed from the route table. */
export function openApiDocument(): JsonObject {
  const examples = readExamples();
  const paths: Record<string, JsonObject> = {};
  for (const [name, route] of Object.entries(ALL_ROUTES)) {
    const path = pathOf(route).replace(/:([A-Za-z_]+)/g, '{$1}');
    const method = route.method.toLowerCase();
    paths[path] = { ...paths[path], [method]: operation(name as AnyRouteName, route, examples) }; // its keys
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Palatine',
      version: VERSION.version_str_long,
      summary: 'Administration of a Palworld world',
      description: ABOUT,
    },
    servers: [{ url: '/', description: 'The server this document comes from' }],
    security: [{ bearer: [] }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: { ...paths, ...operationsPaths() },
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The `Token` of a file in `RESTAPI/Tokens`.' },
      },
      parameters: SHARED_PARAMETERS,
      headers: SHARED_HEADERS,
      schemas: { ErrorDetails: ERROR_DETAILS, ...namedSchemas() },
    },
  };
}

function operation(name: AnyRouteName, route: RouteShape, examples: Examples): JsonObject {
  const example = examples.routes[name];
  const { permission } = route;
  return {
    operationId: name,
    summary: route.title,
    description: [`${route.summary}.`, route.notes, permissionNote(permission), answerFormNote(route)]
      .filter(Boolean)
      .join('\n\n'),
    tags: [route.tag],
    ...(route.deprecated ? { deprecated: true } : {}),
    'x-permission': typeof permission === 'string' ? permission : [...permission],
    parameters: parametersOf(route, example),
    ...requestBody(route, example),
    responses: responsesOf(route, example, examples),
  };
}

function permissionNote(permission: RouteShape['permission']): string {
  if (typeof permission === 'string') return `Needs the permission \`${permission}\`.`;
  const list = permission.map((name) => `- \`${name}\``).join('\n');
  return `Needs one of these permissions, and the one of each part that the body uses:\n\n${list}`;
}
