import { visibleText } from '@palatine/contract';
import { assertPrivateLiteral, hostOf } from '@palatine/platform/address-policy';
import type { Clock } from '@palatine/platform/clock';
import {
  type HttpCall,
  HttpClient,
  type HttpResponse,
  NoResponseError,
} from '@palatine/platform/http-client';
import { SharedCalls } from '@palatine/platform/pending';
import { PRIVATE_BECAUSE, parseRestUrl, type RestPolicy } from '@palatine/save-tools/rest-address';
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
  const underWay = new SharedCalls<CallOutcome<unknown>>();
  return {
    timeouts,
    close: () => http.close(),
    /** Calls of the same name share a pending one. Repeated once on a closed connection. */
    read<T>(
      name: string,
      reader: (json: unknown) => T | undefined,
      timeoutMs: number,
    ): Promise<CallOutcome<T>> {
      const start = async (): Promise<CallOutcome<T>> => {
        const credentials = credentialsOf(password);
        if (credentials === undefined) return NO_PASSWORD;
        const result = await send(http, credentials, { method: 'GET', name, timeoutMs });
        if (result instanceof NoResponseError) return brokenRead(result);
        const refusal = readRefusal(result, credentials.secrets);
        if (refusal !== undefined) return refusal;
        const value = reader(parseBody(result.body));
        if (value !== undefined) return succeeded(value);
        const text = excerpt(result, credentials.secrets);
        return failed('bad-response', `no ${name} in the response: ${text}`, result.status);
      };
      // Calls of the same name have the same reader.
      return underWay.share(name, start) as Promise<CallOutcome<T>>;
    },
    /** Never repeated. */
    async write(name: string, body: object | undefined, timeoutMs: number): Promise<CallOutcome<void>> {
      const credentials = credentialsOf(password);
      if (credentials === undefined) return NO_PASSWORD;
      const result = await send(http, credentials, { method: 'POST', name, timeoutMs, body });
      // The body of a success is irrelevant, so it need not arrive.
      const response = result instanceof NoResponseError ? result.partial : result;
      if (response !== undefined) return writeRefusal(response, credentials.secrets) ?? succeeded(undefined);
      return brokenWrite(result as NoResponseError); // without a response it is one
    },
  };
}

interface WireCall extends Pick<HttpCall, 'method' | 'timeoutMs'> {
  readonly name: string;
  readonly body?: object | undefined;
}

async function send(
  http: HttpClient,
  { authorization }: Credentials,
  { name, body, ...call }: WireCall,
): Promise<HttpResponse | NoResponseError> {
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

interface Credentials {
  readonly authorization: string;
  /** Forms in which a response could repeat the password. */
  readonly secrets: readonly string[];
}

function credentialsOf(password: () => string): Credentials | undefined {
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

/** The failure in the response to a read; undefined for 200. */
function readRefusal(response: HttpResponse, secrets: readonly string[]): Failed | undefined {
  const { status } = response;
  if (isUnauthorized(response)) return failed('unauthorized', excerpt(response, secrets), status);
  if (status === 200) return undefined;
  const kind = NO_SERVER.has(status) ? 'unreachable' : 'bad-response';
  return failed(kind, statusText(response, secrets), status);
}

/** The failure in the response to a write; undefined on success. */
function writeRefusal(response: HttpResponse, secrets: readonly string[]): Failed | undefined {
  const { status } = response;
  if (isUnauthorized(response)) return failed('unauthorized', excerpt(response, secrets), status);
  if (status >= 200 && status < 300) return undefined;
  const kind = status >= 500 ? 'unknown' : status >= 400 ? 'rejected' : 'bad-response';
  return failed(kind, statusText(response, secrets), status);
}

/** Some versions of the game refuse with 200 and this text. */
function isUnauthorized({ status, body }: HttpResponse): boolean {
  return status === 401 || (status === 200 && /^\s*Unauthorized/.test(TEXT.decode(body.subarray(0, 64))));
}

function statusText(response: HttpResponse, secrets: readonly string[]): string {
  return `status ${response.status}: ${excerpt(response, secrets)}`;
}

/** The beginning of a body on one line, without the secrets, which a response may repeat. */
function excerpt({ body }: HttpResponse, secrets: readonly string[]): string {
  let text = TEXT.decode(body.subarray(0, 64 * BODY_CHARS));
  for (const secret of secrets) if (secret !== '') text = text.replaceAll(secret, '[password]');
  const line = visibleText(text.replace(/\s+/g, ' ').trim().slice(0, BODY_CHARS));
  return line === '' ? '(empty)' : line.slice(0, BODY_CHARS);
}

const TEXT = new TextDecoder(); // drops a byte order mark, and never fails

/** JSON of a body, whatever its content type: the game sends it as text/plain at times. Undefined for none. */
function parseBody(body: Uint8Array): unknown {
  try {
    return JSON.parse(TEXT.decode(body));
  } catch {
    return undefined;
  }
}
