import { ERROR_CODES, ERRORS, type ErrorCode, type ErrorEnvelope } from '@palatine/contract';
import type { Examples } from './examples.ts';
import type { JsonObject } from './schemas.ts';

const text = { type: 'string' };

/** The envelope of every refusal, its closed list of codes, and its details. */
export const ERROR_SCHEMAS: JsonObject = {
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
          Message: { type: 'string', description: 'For people; programs go by Code' },
          Details: { $ref: '#/components/schemas/ErrorDetails' },
        },
      },
    },
  },
  ErrorCode: {
    type: 'string',
    description: 'A code stays for ever, and has one status everywhere.',
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
            Message: text,
          },
        },
      },
    },
  },
};

/** One example of each code, for every route without one of its own. */
export function sharedErrorExamples({ refusals }: Examples): JsonObject {
  return Object.fromEntries(
    ERROR_CODES.map((code) => [code, { summary: code, value: refusalOf(code, refusals) as JsonObject }]), // an envelope is JSON
  );
}

function refusalOf(code: ErrorCode, recorded: Examples['refusals']): object {
  const minimal: ErrorEnvelope = { Error: { Code: code, Message: ERRORS[code].meaning, Details: {} } };
  return recorded[code] ?? minimal;
}
