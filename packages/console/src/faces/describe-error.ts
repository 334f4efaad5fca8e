import { PalatineError, UnansweredError } from '@palatine/client';
import { texts } from '../texts/texts.ts';

/** An error in words. */
export interface ErrorWords {
  /** For people. */
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
  const plain = { code: '', requestId: '', retryAfterSeconds: 0, problems: [] };
  if (error instanceof PalatineError) {
    const { code, message, requestId = '', retryAfterSeconds = 0, details } = error;
    const told = new Map<string, string>([
      ['REQUEST_TIMEOUT', words.notInTime],
      ['SERVER_BUSY', words.busy],
      ['RATE_LIMITED', words.tooMany],
      ['MISSING_PERMISSION', words.mayNot(message)],
    ]).get(code);
    return { message: told ?? message, code, requestId, retryAfterSeconds, problems: details.Problems ?? [] };
  }
  if (error instanceof UnansweredError) {
    const { code, retryAfterSeconds = 0 } = error;
    const message = {
      UNREACHABLE: words.unreachable,
      TIMED_OUT: words.timedOut,
      UNREADABLE: words.unreadable,
    }[code];
    return { ...plain, message, code, retryAfterSeconds };
  }
  return { ...plain, message: error instanceof Error ? error.message : String(error) };
}
