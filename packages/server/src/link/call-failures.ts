import { visibleText } from '@palatine/contract';
import type { Broken, WholeResponse } from './http-exchange.ts';
import { type CallFailure, type FailureKind, failed } from './outcome.ts';
import { bodyText } from './parse-body.ts';

type Failed = { readonly ok: false; readonly failure: CallFailure };

const BODY_CHARS = 200;
/** What a proxy answers when there is no server behind it. */
const NO_SERVER = new Set([502, 503, 504]);

const READ_BROKEN: Record<Broken['cause'], FailureKind> = {
  refused: 'refused',
  timeout: 'timeout',
  reset: 'unreachable',
  unreachable: 'unreachable',
  'forbidden address': 'unreachable',
  malformed: 'bad-response',
  'too large': 'bad-response',
};

/** The failure of a read that got no whole response. */
export function brokenRead({ cause, text, status }: Broken): Failed {
  return failed(
    status !== undefined && cause === 'reset' ? 'bad-response' : READ_BROKEN[cause],
    text,
    status,
  );
}

/** The failure of a write that got no response: once it was sent, nobody knows. */
export function brokenWrite({ cause, text, sent, status }: Broken): Failed {
  if (sent) return failed('unknown', `${text}; whether the server did it is not known`, status);
  return failed(cause === 'refused' ? 'refused' : 'unreachable', text, status);
}

/** The failure that the response to a read says; undefined for 200. */
export function readRefusal(response: WholeResponse, secrets: readonly string[]): Failed | undefined {
  const { status } = response;
  if (status === 200) return undefined;
  if (status === 401) return unauthorized(response, secrets);
  if (NO_SERVER.has(status)) return failed('unreachable', statusText(response, secrets), status);
  return failed('bad-response', statusText(response, secrets), status);
}

/** The failure that the response to a write says; undefined when the server did it. */
export function writeRefusal(response: WholeResponse, secrets: readonly string[]): Failed | undefined {
  const { status } = response;
  if (status >= 200 && status < 300) return undefined;
  if (status === 401) return unauthorized(response, secrets);
  if (status >= 400 && status < 500) return failed('rejected', statusText(response, secrets), status);
  if (status >= 500) return failed('unknown', statusText(response, secrets), status);
  return failed('bad-response', statusText(response, secrets), status);
}

/** The failure of a response whose body is not what the game sends. */
export function badBody(what: string, response: WholeResponse, secrets: readonly string[]): Failed {
  return failed('bad-response', `no ${what} in the response: ${excerpt(response, secrets)}`, response.status);
}

function unauthorized(response: WholeResponse, secrets: readonly string[]): Failed {
  return failed('unauthorized', excerpt(response, secrets), response.status);
}

function statusText(response: WholeResponse, secrets: readonly string[]): string {
  return `status ${response.status}: ${excerpt(response, secrets)}`;
}

/** The beginning of a body on one line, without the secrets: what answers may repeat what it was sent. */
function excerpt({ body }: WholeResponse, secrets: readonly string[]): string {
  let text = bodyText(body.subarray(0, 64 * BODY_CHARS));
  for (const secret of secrets) if (secret !== '') text = text.replaceAll(secret, '[password]');
  const line = visibleText(text.replace(/\s+/g, ' ').trim().slice(0, BODY_CHARS));
  return line === '' ? '(empty)' : line.slice(0, BODY_CHARS);
}
