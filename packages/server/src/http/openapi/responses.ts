import { ERRORS, type ErrorCode, errorsOf, legacyGive, type RouteShape } from '@palatine/contract';
import type { Examples, RouteExample } from './examples.ts';
import { type Json, type JsonObject, toSchema } from './schemas.ts';

const FROM_DEMO = 'From the demo world; long lists are cut short';

/** Every status a route may answer, with its body and headers. */
export function responsesOf(route: RouteShape, example: RouteExample, examples: Examples): JsonObject {
  const codes = Map.groupBy(errorsOf(route), (code) => ERRORS[code].status);
  const refused = [...codes].map(([status, group]): [string, Json] => [
    String(status),
    refusal(route, status, group, examples),
  ]);
  const cached: JsonObject = route.method === 'GET' && !route.stream ? { 304: NOT_MODIFIED } : {};
  return { 200: success(route, example), ...cached, ...Object.fromEntries(refused) };
}

const NOT_MODIFIED = {
  description: 'The response still has the ETag of If-None-Match.',
  headers: { ETag: { $ref: '#/components/headers/ETag' } },
};

function success(route: RouteShape, { answer }: RouteExample): JsonObject {
  if (route.stream) {
    return {
      description: 'A stream of server-sent events that goes on until one side closes it.',
      content: {
        'text/event-stream': {
          schema: {
            type: 'string',
            description: 'The `data` of each message is one event.',
            contentMediaType: 'application/json',
            contentSchema: toSchema(route.reply),
          },
          example: answer,
        },
      },
    };
  }
  const header = route.method === 'GET' ? 'ETag' : 'Idempotent-Replayed';
  return {
    description: route.method === 'GET' ? 'The reply.' : 'Applied, and on disk.',
    headers: { [header]: { $ref: `#/components/headers/${header}` } },
    content: {
      'application/json': {
        schema: toSchema(route.reply),
        examples: { demo: { summary: FROM_DEMO, value: answer } },
      },
    },
  };
}

function refusal(
  route: RouteShape,
  status: number,
  codes: readonly ErrorCode[],
  { refusals, legacyFailure }: Examples,
): JsonObject {
  const envelope: JsonObject = {
    type: 'object',
    required: ['Error'],
    properties: {
      Error: {
        type: 'object',
        required: ['Code', 'Message', 'Details'],
        properties: {
          Code: { type: 'string', enum: [...codes] },
          Message: { type: 'string', description: 'For people; programs go by Code' },
          Details: { $ref: '#/components/schemas/ErrorDetails' },
        },
      },
    },
  };
  const shown = codes.map((code): [string, Json] => {
    const minimal = { Error: { Code: code, Message: ERRORS[code].meaning, Details: {} } };
    return [code, { summary: code, value: (refusals[code] ?? minimal) as unknown as Json }];
  });
  const ownForm = route.path === legacyGive.path && status === 400;
  const description = codes.map((code) => `- \`${code}\`: ${ERRORS[code].meaning}`);
  if (ownForm) description.push('- Errors in the sections, in the form of older clients.');
  const header = HEADER_OF[status];
  return {
    description: description.join('\n'),
    headers: {
      'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' },
      ...(header === undefined ? {} : { [header]: { $ref: `#/components/headers/${header}` } }),
    },
    content: {
      'application/json': {
        schema: ownForm ? { anyOf: [toSchema(legacyGive.reply), envelope] } : envelope,
        examples: {
          ...(ownForm ? { sections: { summary: 'Errors in sections', value: legacyFailure } } : {}),
          ...Object.fromEntries(shown),
        },
      },
    },
  };
}

const HEADER_OF: Record<number, string> = {
  401: 'WWW-Authenticate',
  429: 'Retry-After',
  503: 'Retry-After',
};

const text = { type: 'string' };

export const SHARED_HEADERS: JsonObject = {
  ETag: {
    description: 'Tag of this response, for If-None-Match; equal responses have equal tags.',
    schema: text,
  },
  'Idempotent-Replayed': {
    description:
      '`true` when this is the stored outcome of an earlier request with the same Idempotency-Key.',
    schema: { type: 'string', enum: ['true'] },
  },
  'Retry-After': { description: 'Seconds to wait before trying again.', schema: text },
  'WWW-Authenticate': { description: '`Bearer`', schema: text },
  'X-Request-Id': {
    description: 'The id of the request in the log of the service: yours, or one of its own.',
    schema: text,
  },
};

/** The `Details` of an error. */
export const ERROR_DETAILS: JsonObject = {
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
          Message: text,
        },
      },
    },
  },
};
