import { visibleText } from '@palatine/contract';
import {
  assertPrivateHost,
  assertPrivateLiteral,
  hostOf,
  type ResolveName,
} from '@palatine/platform/address-policy';
import type { Clock } from '@palatine/platform/clock';
import { ConfigError } from '@palatine/platform/config-error';
import {
  type HttpCall,
  HttpClient,
  type HttpResponse,
  NoResponseError,
} from '@palatine/platform/http-client';
import { jsonOrUndefined } from '@palatine/platform/json';
import { trackPending } from '@palatine/platform/pending';
import { type CallOutcome, type Failed, type FailureKind, failed, succeeded } from './outcome.ts';

export const CALL_TIMEOUTS = {
  readMs: 5000,
  writeMs: 10_000,
  /** For save and shutdown; a large world takes long. */
  saveMs: 60_000,
  /** Idle time of a connection; the game closes it after 15 s. */
  idleMs: 14_000,
};

export interface ClientOptions extends RestPolicy {
  /** `http://host:port`. */
  readonly url: string;
  /** Read for each call, so a changed password needs no restart. */
  readonly password: () => string;
  readonly clock: Pick<Clock, 'after' | 'elapsed'>;
  readonly timeouts?: Partial<typeof CALL_TIMEOUTS>;
}

const BODY_BYTES = 1024 * 1024;

/** Calls of one game server. Throws a ConfigError for an invalid URL, or a public one that is not allowed. */
export function openWire(options: ClientOptions) {
  const url = parseRestUrl(options.url);
  const { clock, password, allowPublicAddress = false } = options;
  const privateBecause = allowPublicAddress ? undefined : PRIVATE_BECAUSE;
  if (privateBecause !== undefined) assertPrivateLiteral(hostOf(url), privateBecause);
  const timeouts = { ...CALL_TIMEOUTS, ...options.timeouts };
  const http = new HttpClient({ origin: url, clock, idleMs: timeouts.idleMs, privateBecause });
  const reads = new Map<string, Promise<CallOutcome<unknown>>>();
  return {
    timeouts,
    close: () => http.close(),
    /** Calls of the same name share a pending one. Repeated once on a closed connection. */
    read<T>(name: string, reader: (json: unknown) => T | undefined, timeoutMs: number) {
      const start = async (): Promise<CallOutcome<T>> => {
        const credentials = credentialsOf(password);
        if (credentials === undefined) return NO_PASSWORD;
        const result = await send(http, credentials, { method: 'GET', name, timeoutMs });
        if (result instanceof NoResponseError) return brokenRead(result);
        const refusal = refusalOf(result, credentials.secrets, readFailure);
        if (refusal !== undefined) return refusal;
        // Whatever its content type: the game sends it as text/plain at times.
        const value = reader(jsonOrUndefined(TEXT.decode(result.body)));
        if (value !== undefined) return succeeded(value);
        const text = excerpt(result, credentials.secrets);
        return failed('bad-response', `no ${name} in the response: ${text}`, result.status);
      };
      const pending = reads.get(name) as Promise<CallOutcome<T>> | undefined; // of the same reader
      if (pending !== undefined) return pending;
      const call = start();
      trackPending(reads, name, call, call);
      return call;
    },
    /** Never repeated. */
    async write(name: string, body: object | undefined, timeoutMs: number): Promise<CallOutcome<void>> {
      const credentials = credentialsOf(password);
      if (credentials === undefined) return NO_PASSWORD;
      const result = await send(http, credentials, { method: 'POST', name, timeoutMs, body });
      // The body of a success is irrelevant, so it need not arrive.
      const response = result instanceof NoResponseError ? result.partial : result;
      if (response === undefined) return brokenWrite(result as NoResponseError); // without a response it is one
      return refusalOf(response, credentials.secrets, writeFailure) ?? succeeded(undefined);
    },
  };
}

interface WireCall extends Pick<HttpCall, 'method' | 'timeoutMs'> {
  readonly name: string;
  readonly body?: object | undefined;
}

async function send(http: HttpClient, { authorization }: Credentials, { name, body, ...call }: WireCall) {
  const headers = {
    Accept: 'application/json, text/plain',
    Authorization: authorization,
    ...(body && { 'Content-Type': 'application/json' }),
  };
  const content = body && { body: JSON.stringify(body) };
  try {
    return await http.send({
      ...call,
      ...content,
      headers,
      path: `/v1/api/${name}`,
      maxBodyBytes: BODY_BYTES,
    });
  } catch (error) {
    if (error instanceof NoResponseError) return error;
    throw error;
  }
}

type Credentials = NonNullable<ReturnType<typeof credentialsOf>>;

/** With the forms in which a response could repeat the password. */
function credentialsOf(password: () => string) {
  try {
    const secret = password();
    const basic = Buffer.from(`admin:${secret}`).toString('base64');
    return { authorization: `Basic ${basic}`, secrets: [basic, secret, JSON.stringify(secret).slice(1, -1)] };
  } catch {
    return undefined;
  }
}

const NO_PASSWORD = failed('unauthorized', 'the password cannot be read');

const BODY_CHARS = 200;
const NO_SERVER = new Set([502, 503, 504]);

function brokenRead({ code, partial, message }: NoResponseError): Failed {
  const isHttp = partial !== undefined || code === 'NO_HTTP';
  const kinds: Partial<Record<string, FailureKind>> = { TIMEOUT: 'timeout', ECONNREFUSED: 'refused' };
  return failed(kinds[code] ?? (isHttp ? 'bad-response' : 'unreachable'), message, partial?.status);
}

/** The failure of a write without a response: once sent, its outcome is unknown. */
function brokenWrite({ code, message, sent }: NoResponseError): Failed {
  if (sent) return failed('unknown', `${message}; it is unknown whether the server did it`);
  return failed(code === 'ECONNREFUSED' ? 'refused' : 'unreachable', message);
}

/** The failure in a response; undefined for a success by its status. */
function refusalOf(
  response: HttpResponse,
  secrets: readonly string[],
  kindOf: (status: number) => FailureKind | undefined,
): Failed | undefined {
  const { status } = response;
  if (isUnauthorized(response)) return failed('unauthorized', excerpt(response, secrets), status);
  const kind = kindOf(status);
  return kind && failed(kind, `status ${status}: ${excerpt(response, secrets)}`, status);
}

function readFailure(status: number): FailureKind | undefined {
  if (status === 200) return undefined;
  return NO_SERVER.has(status) ? 'unreachable' : 'bad-response';
}

function writeFailure(status: number): FailureKind | undefined {
  if (status >= 200 && status < 300) return undefined;
  if (status >= 500) return 'unknown';
  return status >= 400 ? 'rejected' : 'bad-response';
}

/** Some versions of the game refuse with 200 and this text. */
function isUnauthorized({ status, body }: HttpResponse): boolean {
  return status === 401 || (status === 200 && /^\s*Unauthorized/.test(TEXT.decode(body.subarray(0, 64))));
}

/** The beginning of a body on one line, without the secrets, which a response may repeat. */
function excerpt({ body }: HttpResponse, secrets: readonly string[]): string {
  let text = TEXT.decode(body.subarray(0, 64 * BODY_CHARS));
  for (const secret of secrets) if (secret !== '') text = text.replaceAll(secret, '[password]');
  const line = visibleText(text.replace(/\s+/g, ' ').trim().slice(0, BODY_CHARS));
  return line === '' ? '(empty)' : line.slice(0, BODY_CHARS);
}

const TEXT = new TextDecoder(); // drops a byte order mark, and never fails

export interface RestPolicy {
  /** The operator has confirmed an address outside loopback and private ranges. */
  readonly allowPublicAddress?: boolean;
}

/** Why the password is sent to private addresses only. */
const PRIVATE_BECAUSE =
  'the password would cross the network readable. Use a private address or a tunnel, or confirm it with ' +
  '"AllowPublicAddress": true in Server.json';

const HOW = 'write it as http://127.0.0.1:8212, with the RESTAPIPort of the game server';

/** URL of a game server: only scheme, host and port. Throws a ConfigError with the next step. */
export function parseRestUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.hostname === '') {
    throw new ConfigError(`the address of the game server's REST interface is not an http URL: ${HOW}`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new ConfigError(
      'the address of the REST interface holds a name or a password: take them out, the password is read from a file or the environment',
    );
  }
  // The parser drops a port that is the default of its scheme.
  if (!/^https?:\/\/(?:\[[^\]]*\]|[^/?#:@\\]+):\d+(?:[/?#]|$)/i.test(text.trim())) {
    throw new ConfigError(`the address of the REST interface has no port: ${HOW}`);
  }
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') {
    throw new ConfigError(`the address of the REST interface must not have a path: ${HOW}`);
  }
  return url;
}

/**
 * Checks a URL before anything is sent: it has only a scheme, a host and a port, and leads to loopback or a private
 * range unless the operator allows others. A name may resolve to such addresses only; one that does not resolve
 * passes, because every connection is checked again. Throws a ConfigError.
 */
export async function assertRestUrl(
  text: string,
  { allowPublicAddress = false }: RestPolicy = {},
  resolve?: ResolveName,
): Promise<void> {
  const url = parseRestUrl(text);
  if (!allowPublicAddress) await assertPrivateHost(hostOf(url), PRIVATE_BECAUSE, resolve);
}
