/**
 * Why a call to the game server has no result:
 * - `refused`: nobody listens on the port.
 * - `timeout`: no complete response in time; a paused server takes connections and says nothing.
 * - `unauthorized`: 401, the password is wrong or the server has none. The server is up.
 * - `bad-response`: something answered, but not as the game does. Of a write: it was not done.
 * - `rejected`: the server answered a write with 400 or 404.
 * - `unreachable`: no connection, or it broke; a proxy says that there is no server behind it.
 * - `unknown`: a write whose outcome nobody knows, because the connection broke or time ran out after it was sent.
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
  /** The HTTP status; absent when there was none. */
  readonly status?: number;
  /** For people: one line without the password, with 200 characters of a body at most. */
  readonly text: string;
}

export type CallOutcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: CallFailure };

export function succeeded<T>(value: T): CallOutcome<T> {
  return { ok: true, value };
}

export function failed(
  kind: FailureKind,
  text: string,
  status?: number,
): { readonly ok: false; readonly failure: CallFailure } {
  return { ok: false, failure: { kind, text, ...(status !== undefined && { status }) } };
}
