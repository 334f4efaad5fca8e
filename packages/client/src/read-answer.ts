import type { ErrorCode, ErrorDetails } from '@palatine/contract';
import { PalatineError, UnansweredError } from './errors.ts';
import type { LegacyGiveAnswer } from './legacy-give.ts';
import type { Received } from './send.ts';

/** The JSON of an answer that said yes. Throws PalatineError, or UnansweredError for what is not the service's. */
export function readAnswer({ status, headers, text }: Received): object {
  const retryAfterSeconds = readRetryAfter(headers.get('retry-after'));
  const answer = parse(text);
  if (answer !== undefined && status >= 200 && status < 300) return answer;
  throw toError(status, answer, retryAfterSeconds);
}

function toError(status: number, answer: object | undefined, retryAfterSeconds: number | undefined): Error {
  if (answer !== undefined && isEnvelope(answer)) {
    const { Code, Message, Details } = answer.Error;
    return new PalatineError(status, Code, Message, Details, { retryAfterSeconds });
  }
  if (answer !== undefined && isLegacyFailure(answer)) return legacyError(status, answer);
  return new UnansweredError('UNREADABLE', `what answered ${status} does not speak like the service`, {
    status,
    retryAfterSeconds,
  });
}

/** The one route with its own way to say no, in the words of the others. */
function legacyError(status: number, answer: LegacyGiveAnswer): PalatineError {
  const Problems = Object.entries(answer.Error).flatMap(([section, messages]) =>
    messages.map((Message) => ({ Path: `/${section}`, Message })),
  );
  const message = Problems.map(({ Message }) => Message).join('; ');
  return new PalatineError(status, 'VALIDATION_FAILED', message, { Problems }, { answer });
}

function parse(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined; // told of as UNREADABLE
  }
}

function isEnvelope(
  answer: object,
): answer is { Error: { Code: ErrorCode; Message: string; Details: ErrorDetails } } {
  const { Error: said } = answer as { Error?: { Code?: unknown; Message?: unknown } };
  return typeof said?.Code === 'string' && typeof said.Message === 'string';
}

function isLegacyFailure(answer: object): answer is LegacyGiveAnswer {
  const { Errors, Error: said } = answer as { Errors?: unknown; Error?: unknown };
  return typeof Errors === 'number' && typeof said === 'object' && said !== null;
}

/** Seconds, or a date. */
function readRetryAfter(header: string | null): number | undefined {
  if (header === null) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  const atMs = Date.parse(header);
  return Number.isNaN(atMs) ? undefined : Math.max(0, (atMs - Date.now()) / 1000);
}
