import { PalatineError, UnansweredError } from '@palatine/client';
import { texts } from '../texts/texts.ts';

/** An error in words. */
interface ErrorWords {
  readonly message: string;
  /** For programs: the code of the service, or what became of the connection; '' for an error of the page itself. */
  readonly code: string;
  /** Names the request in the log of the service; '' where it is not known. */
  readonly requestId: string;
  /** Seconds to wait before the next try; 0 for none. */
  readonly retryAfterSeconds: number;
  /** What is wrong with parts of a body: a JSON pointer and a message each. */
  readonly problems: readonly { readonly Path: string; readonly Message: string }[];
}

/** What went wrong, told in the chosen language where the page knows better than the service. */
export function describeError(error: unknown): ErrorWords {
  const words = texts.value.faces.errors;
  const message = error instanceof Error ? error.message : String(error);
  const plain = { message, code: '', requestId: '', retryAfterSeconds: 0, problems: [] };
  if (!(error instanceof PalatineError || error instanceof UnansweredError)) return plain;
  const { code, retryAfterSeconds = 0 } = error;
  const told = new Map([
    ['REQUEST_TIMEOUT', words.notInTime],
    ['OUTCOME_UNKNOWN', words.outcomeUnknown],
    ['SERVER_BUSY', words.busy],
    ['RATE_LIMITED', words.tooMany],
    ['MISSING_PERMISSION', words.mayNot(message)],
    ['UNREACHABLE', words.unreachable],
    ['TIMED_OUT', words.timedOut],
    ['UNREADABLE', words.unreadable],
  ]).get(code);
  const known = { ...plain, message: told ?? message, code, retryAfterSeconds };
  if (error instanceof UnansweredError) return known;
  return { ...known, requestId: error.requestId ?? '', problems: error.details.Problems ?? [] };
}
