import type { ErrorCode, ErrorDetails, LegacyGiveReply } from '@palatine/contract';

/** The service refused the request. `code` is for programs and stays for ever; the message is for people. */
export class PalatineError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  /** What was wrong this time; `Problems` lists each error of a body with its place. */
  readonly details: ErrorDetails;
  /** How long to wait before the next request, where the service says so. */
  readonly retryAfterSeconds: number | undefined;
  /** The reply of the legacy route `/give`, which has a failure form of its own. */
  readonly answer: LegacyGiveReply | undefined;

  constructor(
    status: number,
    code: ErrorCode,
    message: string,
    details: ErrorDetails = {},
    more: { retryAfterSeconds?: number | undefined; answer?: LegacyGiveReply } = {},
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
 * `UNREACHABLE`: the network failed. `TIMED_OUT`: nothing came within `timeoutMs`. `UNREADABLE`: the response is not
 * the service's, but a proxy's, say.
 */
export type UnansweredCode = 'UNREACHABLE' | 'TIMED_OUT' | 'UNREADABLE';

/**
 * The service did not answer, so nobody knows whether a write was applied. Repeated with the same `idempotencyKey`,
 * the service applies it at most once.
 */
export class UnansweredError extends Error {
  readonly code: UnansweredCode;
  /** The HTTP status of a response that was `UNREADABLE`. */
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
