import type { ErrorEnvelope, LegacyGiveReply } from '@palatine/contract';
import { PalatineError, UnansweredError } from './errors.ts';
import type { HttpResponse } from './send.ts';

const headersByReply = new WeakMap<object, Headers>();

/** Remembers the headers of the response that a reply came in. */
export function keepHeaders<Reply extends object>(reply: Reply, headers: Headers | undefined): Reply {
  if (headers !== undefined) headersByReply.set(reply, headers);
  return reply;
}

/** The response headers of a reply (`Palatine-Delivery`); undefined for any other object. */
export function headersOf(reply: object): Headers | undefined {
  return headersByReply.get(reply);
}

/** The JSON of a successful response. Throws PalatineError, or UnansweredError for a response that is not the service's. */
export function readResponse({ status, headers, text }: HttpResponse): object {
  const retryAfterSeconds = readRetryAfter(headers.get('retry-after'));
  const requestId = headers.get('x-request-id') ?? undefined;
  const json = parseObject(text);
  if (json !== undefined && status >= 200 && status < 300) return keepHeaders(json, headers);
  if (json !== undefined && isEnvelope(json)) {
    const { Code, Message, Details } = json.Error;
    throw new PalatineError(status, Code, Message, Details, { retryAfterSeconds, requestId });
  }
  if (json !== undefined && isLegacyFailure(json)) throw legacyError(status, json, requestId);
  const message = `what answered ${status} does not speak like the service`;
  throw new UnansweredError('UNREADABLE', message, { status, retryAfterSeconds });
}

/** The failure form of the legacy give route as the error that every other route gives. */
function legacyError(status: number, answer: LegacyGiveReply, requestId: string | undefined): PalatineError {
  const Problems = Object.entries(answer.Error).flatMap(([section, messages]) =>
    messages.map((Message) => ({ Path: `/${section}`, Message })),
  );
  const message = Problems.map(({ Message }) => Message).join('; ');
  return new PalatineError(status, 'VALIDATION_FAILED', message, { Problems }, { answer, requestId });
}

function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined; // the caller reports UNREADABLE
  }
}

function isEnvelope(json: object): json is ErrorEnvelope {
  const { Error: error } = json as { Error?: { Code?: unknown; Message?: unknown } };
  return typeof error?.Code === 'string' && typeof error.Message === 'string';
}

function isLegacyFailure(json: object): json is LegacyGiveReply {
  const { Errors, Error: error } = json as { Errors?: unknown; Error?: unknown };
  return typeof Errors === 'number' && typeof error === 'object' && error !== null;
}

/** Seconds, or a date. */
function readRetryAfter(header: string | null): number | undefined {
  if (header === null) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  const atMs = Date.parse(header);
  return Number.isNaN(atMs) ? undefined : Math.max(0, (atMs - Date.now()) / 1000);
}
