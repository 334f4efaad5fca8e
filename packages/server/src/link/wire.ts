import type { Clock } from '../game/clock.ts';
import { SharedCalls } from '../game/shared-calls.ts';
import { badBody, brokenRead, brokenWrite, readRefusal, writeRefusal } from './call-failures.ts';
import { openConnections } from './connections.ts';
import { type Broken, type Exchange, exchange, type WholeResponse } from './http-exchange.ts';
import { type CallOutcome, failed, succeeded } from './outcome.ts';
import { parseBody } from './parse-body.ts';
import { type AddressPolicy, guardedLookup, parseRestUrl, refusedAddress } from './rest-address.ts';

export interface CallTimeouts {
  readonly readMs: number;
  readonly gameDataMs: number;
  readonly writeMs: number;
  /** Of save, shutdown and stop; a large world takes long. */
  readonly saveMs: number;
  /** How long a connection may be idle; the game closes it after 15 s. */
  readonly idleMs: number;
}

export const CALL_TIMEOUTS: CallTimeouts = {
  readMs: 5000,
  gameDataMs: 15_000,
  writeMs: 10_000,
  saveMs: 60_000,
  idleMs: 14_000,
};

export interface ClientOptions extends AddressPolicy {
  /** `http://host:port`. */
  readonly url: string;
  /** Read for each call, so a changed password needs no restart. */
  readonly password: () => string;
  readonly clock: Pick<Clock, 'after' | 'elapsed'>;
  readonly timeouts?: Partial<CallTimeouts>;
}

const BODY_BYTES = 1024 * 1024;

/** The calls of one game server: who shares one, what is repeated, and which failure it is. */
export interface Wire {
  readonly timeouts: CallTimeouts;
  /** Calls of the same name share one that is under way. One that meets a closed connection is repeated once. */
  read<T>(
    name: string,
    reader: (json: unknown) => T | undefined,
    timeoutMs: number,
    maxBodyBytes?: number,
  ): Promise<CallOutcome<T>>;
  /** Never repeated. @param endsServer a connection that breaks is what was asked for */
  write(
    name: string,
    body: object | undefined,
    timeoutMs: number,
    how?: { readonly endsServer: boolean },
  ): Promise<CallOutcome<void>>;
  close(): void;
}

/** Throws a ConfigError for a URL that is none, or leads out of private networks without leave. */
export function openWire(options: ClientOptions): Wire {
  const url = parseRestUrl(options.url);
  const refused = refusedAddress(url, options);
  if (refused !== undefined) throw refused;
  const timeouts = { ...CALL_TIMEOUTS, ...options.timeouts };
  const connections = openConnections(url.protocol, timeouts.idleMs, options.clock);
  const lookup = guardedLookup(options);
  let closed = false;
  const underWay = new SharedCalls<CallOutcome<unknown>>();
  const send = (
    { authorization }: Credentials,
    call: Pick<Exchange, 'path' | 'method' | 'body' | 'timeoutMs' | 'maxBodyBytes' | 'agent'>,
  ) => exchange({ ...call, url, authorization, lookup }, options.clock);
  return {
    timeouts,
    close() {
      closed = true;
      connections.close();
    },
    read<T>(
      name: string,
      reader: (json: unknown) => T | undefined,
      timeoutMs: number,
      maxBodyBytes = BODY_BYTES,
    ) {
      const start = async (): Promise<CallOutcome<T>> => {
        const credentials = credentialsOf(options.password);
        if (credentials === undefined) return noPassword();
        const path = `/v1/api/${name}`;
        const once = () =>
          send(credentials, { path, method: 'GET', timeoutMs, maxBodyBytes, agent: connections.reads() });
        const first = await once();
        const result = isStaleConnection(first) && !closed ? await once() : first;
        if ('cause' in result) return brokenRead(result);
        const refusal = readRefusal(result, credentials.secrets);
        if (refusal !== undefined) return refusal;
        const value = reader(parseBody(result.body));
        return value === undefined ? badBody(name, result, credentials.secrets) : succeeded(value);
      };
      // Calls of the same name have the same reader.
      return underWay.share(name, start) as Promise<CallOutcome<T>>;
    },
    async write(name, body, timeoutMs, { endsServer } = { endsServer: false }) {
      const credentials = credentialsOf(options.password);
      if (credentials === undefined) return noPassword();
      const result = await send(credentials, {
        path: `/v1/api/${name}`,
        method: 'POST',
        ...(body !== undefined && { body: JSON.stringify(body) }),
        timeoutMs,
        maxBodyBytes: BODY_BYTES,
        agent: connections.writes(),
      });
      // The body of a success says nothing, so it need not arrive.
      if ('cause' in result && result.status === undefined) {
        const ended = endsServer && result.sent && result.cause === 'reset';
        return ended ? succeeded(undefined) : brokenWrite(result);
      }
      return writeRefusal(headOf(result), credentials.secrets) ?? succeeded(undefined);
    },
  };
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

/** A kept connection that the server closed as the request went out. */
function isStaleConnection(result: WholeResponse | Broken): boolean {
  return 'cause' in result && result.cause === 'reset' && result.reused && result.status === undefined;
}

/** A response without its body, where that broke off. */
function headOf(result: WholeResponse | Broken): WholeResponse {
  return 'cause' in result ? { status: result.status ?? 0, body: Buffer.alloc(0) } : result;
}
