import type { ErrorCode, ErrorDetails, LegacyGiveReply } from '@palatine/contract';

/** Node's `console.log` and its report of an uncaught error call a method of this name; other engines do not. */
const INSPECT = Symbol.for('nodejs.util.inspect.custom');

/** An error with a code, which every text of it includes: a log line without the code is useless. */
abstract class CodedError<Code extends string> extends Error {
  readonly code: Code;

  constructor(name: string, code: Code, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = name;
    this.code = code;
    // V8 begins a stack with a name and the message; the stacks of other engines have frames only.
    const [header = '', ...frames] = this.stack?.split(`: ${message}\n`) ?? [];
    if (/^\w+$/.test(header)) this.stack = [String(this), ...frames].join('\n');
  }

  override toString(): string {
    return `${this.name}: ${this.code}: ${this.message}`;
  }
}

/** The service refused the request. `code` is for programs and stays for ever; the message is for people. */
export class PalatineError extends CodedError<ErrorCode> {
  readonly status: number;
  /** Details of the error; `Problems` lists each error of a body with its place. */
  readonly details: ErrorDetails;
  /** Delay before the next request, where the service sends one. */
  readonly retryAfterSeconds: number | undefined;
  /** X-Request-Id of the response, which names the request in the log of the service. */
  readonly requestId: string | undefined;
  /** The reply of the legacy route `/give`, which has its own failure form. */
  readonly answer: LegacyGiveReply | undefined;

  constructor(
    status: number,
    code: ErrorCode,
    message: string,
    details: ErrorDetails = {},
    more: Partial<Pick<PalatineError, 'retryAfterSeconds' | 'requestId' | 'answer'>> = {},
  ) {
    super('PalatineError', code, message);
    this.status = status;
    this.details = details;
    this.retryAfterSeconds = more.retryAfterSeconds;
    this.requestId = more.requestId;
    this.answer = more.answer;
  }

  /** The stack, then one line for each problem of the body: Node would print them as `[Object]`. */
  [INSPECT](): string {
    const lines = (this.details.Problems ?? []).map(({ Path, Message }) => `  ${Path}: ${Message}`);
    return [this.stack ?? String(this), ...lines].join('\n');
  }
}

/** `UNREACHABLE`: the network failed. `TIMED_OUT`: after `timeoutMs`. `UNREADABLE`: a proxy's, say. */
export type UnansweredCode = 'UNREACHABLE' | 'TIMED_OUT' | 'UNREADABLE';

/** No response: a write may be applied. Repeated with its `idempotencyKey`, it is applied at most once. */
export class UnansweredError extends CodedError<UnansweredCode> {
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
    super('UnansweredError', code, message, options);
    this.status = options.status;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}
