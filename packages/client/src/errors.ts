import type { ErrorCode, ErrorDetails } from '@palatine/contract';
import type { LegacyGiveAnswer } from './legacy-give.ts';

/** An answer that said no. `code` is for programs and stays for ever; the message is for people. */
export class PalatineError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  /** What was wrong this time; `Problems` names each fault of a body and where it is. */
  readonly details: ErrorDetails;
  /** How long the service asks to be left alone, where it says so. */
  readonly retryAfterSeconds: number | undefined;
  /** The answer of the legacy route `/give`, which says no in a form of its own. */
  readonly answer: LegacyGiveAnswer | undefined;

  constructor(
    status: number,
    code: ErrorCode,
    message: string,
    details: ErrorDetails = {},
    more: { retryAfterSeconds?: number | undefined; answer?: LegacyGiveAnswer } = {},
  ) {
    super(message);
    this.name = 'PalatineError';
    this.status = status;
    this.code = code;
    this.details = details;
    this.retryAfterSeconds = more.retryAfterSeconds;
    this.answer = more.answer;
  }
}

/**
 * `UNREACHABLE`: the network failed. `TIMED_OUT`: nothing came within `timeoutMs`. `UNREADABLE`: something
 * answered that does not speak like the service, such as a proxy.
 */
export type UnansweredCode = 'UNREACHABLE' | 'TIMED_OUT' | 'UNREADABLE';

/**
 * The service did not answer, so whether a write was done is not known. Asked again with the same
 * `idempotencyKey`, the service does it at most once.
 */
export class UnansweredError extends Error {
  readonly code: UnansweredCode;
  /** Of an answer that was `UNREADABLE`. */
  readonly status: number | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** The key the write was sent with. */
  idempotencyKey: string | undefined;

  constructor(
    code: UnansweredCode,
    message: string,
    options: ErrorOptions & { status?: number; retryAfterSeconds?: number | undefined } = {},
  ) {
    super(message, options);
    this.name = 'UnansweredError';
    this.code = code;
    this.status = options.status;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}
