import { visibleText } from '@palatine/contract';
import type { Clock } from '../game/clock.ts';
import { SharedCalls } from '../game/shared-calls.ts';
import { assertPrivateLiteral, hostOf } from '../outgoing/address-policy.ts';
import { type HttpCall, HttpClient, type HttpResponse, NoResponseError } from '../outgoing/http-client.ts';
import { type CallFailure, type CallOutcome, type FailureKind, failed, succeeded } from './outcome.ts';
import { PRIVATE_BECAUSE, parseRestUrl, type RestPolicy } from './rest-address.ts';

export interface CallTimeouts {
  readonly readMs: number;
  readonly writeMs: number;
  /** Of save and shutdown; a large world takes long. */
  readonly saveMs: number;
  /** How long a connection may be idle; the game closes it after 15 s. */
  readonly idleMs: number;
}

export const CALL_TIMEOUTS: CallTimeouts = {
  readMs: 5000,
  writeMs: 10_000,
  saveMs: 60_000,
  idleMs: 14_000,
};

export interface ClientOptions extends RestPolicy {
  /** `http://host:port`. */
  readonly url: string;
  /** Read for each call, so a changed password needs no restart. */
  readonly password: () => string;
  readonly clock: Pick<Clock, 'after' | 'elapsed'>;
  readonly timeouts?: Partial<CallTimeouts>;
}

const BODY_BYTES = 1024 * 1024;

/** The calls of one game server. Throws a ConfigError for a bad URL, or a public one without leave. */
export function openWire(options: ClientOptions) {
  const url = parseRestUrl(options.url);
  const { clock, password, allowPublicAddress = false } = options;
  const privateBecause = allowPublicAddress ? undefined : PRIVATE_BECAUSE;
  if (privateBecause !== undefined) assertPrivateLiteral(hostOf(url), privateBecause);
  const timeouts = { ...CALL_TIMEOUTS, ...options.timeouts };
  const { idleMs } = timeouts;
  const http = new HttpClient({ origin: url, clock, idleMs, privateBecause });
  const underWay = new SharedCalls<CallOutcome<unknown>>();
  return {
    timeouts,
    close: () => http.close(),
    /** Calls of the same name share one that is under way. One that meets a closed connection is repeated once. */
    read<T>(
      name: string,
      reader: (json: unknown) => T | undefined,
      timeoutMs: number,
    ): Promise<CallOutcome<T>> {
      const start = async (): Promise<CallOutcome<T>> => {
        const credentials = credentialsOf(password);
        if (credentials === undefined) return noPassword();
        const limits = { timeoutMs, maxBodyBytes: BODY_BYTES };
        const result = await send(http, credentials, { method: 'GET', path: pathOf(name), ...limits });
        if (result instanceof NoResponseError) return brokenRead(result);
        const refusal = readRefusal(result, credentials.secrets);
        if (refusal !== undefined) return refusal;
        const value = reader(parseBody(result.body));
        return value === undefined ? badBody(name, result, credentials.secrets) : succeeded(value);
      };
      // Calls of the same name have the same reader.
      return underWay.share(name, start) as Promise<CallOutcome<T>>;
    },
    /** Never repeated. */
    async write(name: string, body: object | undefined, timeoutMs: number): Promise<CallOutcome<void>> {
      const credentials = credentialsOf(password);
      if (credentials === undefined) return noPassword();
      const limits = { timeoutMs, maxBodyBytes: BODY_BYTES };
      const text = body && { body: JSON.stringify(body) };
      const result = await send(http, credentials, {
        method: 'POST',
        path: pathOf(name),
        ...text,
        ...limits,
      });
      // The body of a success says nothing, so it need not arrive.
      const response = result instanceof NoResponseError ? result.begun : result;
      if (response !== undefined) return writeRefusal(response, credentials.secrets) ?? succeeded(undefined);
      return brokenWrite(result as NoResponseError); // without a response it is one
    },
  };
}

function pathOf(name: string): string {
  return `/v1/api/${name}`;
}

async function send(
  http: HttpClient,
  { authorization }: Credentials,
  call: HttpCall,
): Promise<HttpResponse | NoResponseError> {
  const headers = {
    Accept: 'application/json, text/plain',
    Authorization: authorization,
    ...(call.body !== undefined && { 'Content-Type': 'application/json' }),
  };
  try {
    return await http.send({ ...call, headers });
  } catch (error) {
    if (error instanceof NoResponseError) return error;
    throw error;
  }
}

interface Credentials {
  readonly authorization: string;
  /** Every form in which what answers could repeat the password. */
  readonly secrets: readonly string[];
}

function credentialsOf(password: () => string): Credentials | undefined {
  try {
    const secret = password();
    const basic = Buffer.from(`admin:${secret}`).toString('base64');
    const escaped = JSON.stringify(secret).slice(1, -1);
    return { authorization: `Basic ${basic}`, secrets: [basic, secret, escaped] };
  } catch {
    return undefined;
  }
}

function noPassword(): ReturnType<typeof failed> {
  return failed('unauthorized', 'the password cannot be read');
}

type Failed = { readonly ok: false; readonly failure: CallFailure };

const BODY_CHARS = 200;
/** What a proxy answers when there is no server behind it. */
const NO_SERVER = new Set([502, 503, 504]);

/** The failure of a read that got no whole response. */
function brokenRead(error: NoResponseError): Failed {
  return failed(kindOfBrokenRead(error), error.message, error.begun?.status);
}

function kindOfBrokenRead({ code, begun }: NoResponseError): FailureKind {
  if (code === 'TIMEOUT') return 'timeout';
  if (code === 'ECONNREFUSED') return 'refused';
  return begun !== undefined || code === 'NO_HTTP' ? 'bad-response' : 'unreachable';
}

/** The failure of a write that got no response: once it was sent, nobody knows. */
function brokenWrite({ code, message, sent }: NoResponseError): Failed {
  if (sent) return failed('unknown', `${message}; whether the server did it is not known`);
  return failed(code === 'ECONNREFUSED' ? 'refused' : 'unreachable', message);
}

/** The failure that the response to a read says; undefined for 200. */
function readRefusal(response: HttpResponse, secrets: readonly string[]): Failed | undefined {
  const { status } = response;
  if (status === 200) return undefined;
  if (status === 401) return unauthorized(response, secrets);
  if (NO_SERVER.has(status)) return failed('unreachable', statusText(response, secrets), status);
  return failed('bad-response', statusText(response, secrets), status);
}

/** The failure that the response to a write says; undefined when the server did it. */
function writeRefusal(response: HttpResponse, secrets: readonly string[]): Failed | undefined {
  const { status } = response;
  if (status >= 200 && status < 300) return undefined;
  if (status === 401) return unauthorized(response, secrets);
  if (status >= 400 && status < 500) return failed('rejected', statusText(response, secrets), status);
  if (status >= 500) return failed('unknown', statusText(response, secrets), status);
  return failed('bad-response', statusText(response, secrets), status);
}

/** The failure of a response whose body is not what the game sends. */
function badBody(what: string, response: HttpResponse, secrets: readonly string[]): Failed {
  return failed('bad-response', `no ${what} in the response: ${excerpt(response, secrets)}`, response.status);
}

function unauthorized(response: HttpResponse, secrets: readonly string[]): Failed {
  return failed('unauthorized', excerpt(response, secrets), response.status);
}

function statusText(response: HttpResponse, secrets: readonly string[]): string {
  return `status ${response.status}: ${excerpt(response, secrets)}`;
}

/** The beginning of a body on one line, without the secrets: what answers may repeat what it was sent. */
function excerpt({ body }: HttpResponse, secrets: readonly string[]): string {
  let text = bodyText(body.subarray(0, 64 * BODY_CHARS));
  for (const secret of secrets) if (secret !== '') text = text.replaceAll(secret, '[password]');
  const line = visibleText(text.replace(/\s+/g, ' ').trim().slice(0, BODY_CHARS));
  return line === '' ? '(empty)' : line.slice(0, BODY_CHARS);
}

const TEXT = new TextDecoder(); // drops a byte order mark, and never fails

/** A body as text, whatever its content type says: the game sends JSON as text/plain at times. */
function bodyText(body: Uint8Array): string {
  return TEXT.decode(body);
}

/** The JSON of a body; undefined when it is none. */
function parseBody(body: Uint8Array): unknown {
  try {
    return JSON.parse(bodyText(body));
  } catch {
    return undefined;
  }
}
