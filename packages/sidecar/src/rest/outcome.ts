/**
 * Why a call to the game server has no result:
 * - `refused`: nobody listens on the port.
 * - `timeout`: no complete response in time; a paused server takes connections and does not respond.
 * - `unauthorized`: 401, the password is wrong or the server has none. The server is up.
 * - `bad-response`: a response that is not the game's. A write was not done.
 * - `rejected`: the server responded to a write with 400 or 404.
 * - `unreachable`: no connection, or it broke; or a proxy without a server behind it.
 * - `unknown`: a write with an unknown outcome, because the connection broke or timed out after it was sent.
 */
export type FailureKind =
  | 'refused'
  | 'timeout'
  | 'unauthorized'
  | 'bad-response'
  | 'rejected'
  | 'unreachable'
  | 'unknown';

export interface CallFailure {
  readonly kind: FailureKind;
  /** HTTP status; absent without one. */
  readonly status?: number;
  /** For people: one line without the password, with at most 200 characters of a body. */
  readonly text: string;
}

export type Failed = { readonly ok: false; readonly failure: CallFailure };

export type CallOutcome<T> = { readonly ok: true; readonly value: T } | Failed;

export function succeeded<T>(value: T): CallOutcome<T> {
  return { ok: true, value };
}

export function failed(kind: FailureKind, text: string, status?: number): Failed {
  return { ok: false, failure: { kind, text, ...(status !== undefined && { status }) } };
}

/** Message for a failed write. `undone`: such as `nothing was sent`. */
export function failureMessage({ kind, text }: CallFailure, undone: string): string {
  if (kind === 'unknown') return `${SHORT_FAILURES.unknown} (${text}): check before you repeat it`;
  if (kind === 'unauthorized') return `${SHORT_FAILURES.unauthorized} of this service; ${undone}`;
  const reason = SHORT_FAILURES[kind === 'timeout' ? 'unreachable' : kind];
  return `${reason} (${text}); ${undone}`;
}

/** Short forms, for the value of a header. */
export const SHORT_FAILURES: Readonly<Record<CallFailure['kind'], string>> = {
  refused: 'the game server cannot be reached',
  unreachable: 'the game server cannot be reached',
  timeout: 'the game server does not answer',
  unauthorized: 'the game server rejects the password',
  rejected: 'the game server refuses',
  'bad-response': 'something other than the game server answers',
  unknown: 'the game server did not confirm whether it has done this',
};
