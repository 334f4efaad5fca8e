import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls, TLSSocket } from 'node:tls';
import type { Agent, buildConnector, Client, Dispatcher } from 'undici';
import type { Clock } from '../time/clock.ts';
import { assertPrivateLiteral, privateLookup, type ResolveName } from './address-policy.ts';

/** The servers that a client may connect to. */
export interface ConnectionPolicy {
  /** The path of a Unix socket, or a named pipe of Windows. */
  readonly socketPath?: string | undefined;
  /** Why addresses outside loopback and private ranges are refused on connect; undefined if they are allowed. */
  readonly privateBecause?: string | undefined;
  /** SHA-256 fingerprint of the only accepted certificate, regardless of its issuer and names. */
  readonly fingerprint?: string;
  readonly resolve?: ResolveName;
}

export interface HttpClientOptions extends ConnectionPolicy {
  readonly origin: URL | string;
  readonly clock: Pick<Clock, 'after' | 'elapsed'>;
  /** Connections are kept idle this long for further GETs; each POST opens its own. */
  readonly idleMs?: number;
}

export interface HttpCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** From the call to the last byte of the response. */
  readonly timeoutMs: number;
  readonly maxBodyBytes: number;
}

export interface HttpResponse {
  readonly status: number;
  readonly body: Buffer;
}

/** Thrown for a call without a complete response. */
export class NoResponseError extends Error {
  override readonly name = 'NoResponseError';
  /** A code of the system or of TLS, or NO_HTTP, TIMEOUT, TOO_LARGE, PUBLIC_ADDRESS, OTHER_CERTIFICATE. ECONNRESET: any break. */
  readonly code: string;
  /** Whether the server may have read the request. */
  readonly sent: boolean;
  /** The response so far; undefined before its head. */
  readonly partial: HttpResponse | undefined;

  constructor(cause: unknown, sent: boolean, partial: HttpResponse | undefined) {
    const code = codeOf(cause, partial !== undefined);
    super(textOf(code, cause, partial !== undefined), { cause });
    this.code = code;
    this.sent = sent;
    this.partial = partial;
  }
}

const OWN_CODES = new Set(['TIMEOUT', 'TOO_LARGE', 'PUBLIC_ADDRESS', 'OTHER_CERTIFICATE']);
const MAX_IDLE = 4;

/** Calls of one server, bounded in time and size. Follows no redirect. */
export class HttpClient {
  readonly #options: HttpClientOptions;
  readonly #open = new Set<Connection>();
  readonly #idle: Connection[] = [];
  #closed = false;

  constructor(options: HttpClientOptions) {
    this.#options = options;
  }

  /** Rejects with a NoResponseError. Retries only a GET, once, when a kept connection was closed. */
  async send(call: HttpCall): Promise<HttpResponse> {
    const idle = call.method === 'GET' ? this.#takeIdle() : undefined;
    try {
      return await this.#exchange(idle ?? this.#newConnection(), call);
    } catch (error) {
      if (idle?.isReused !== true || this.#closed || !isResetBeforeResponse(error)) throw error;
      return this.#exchange(this.#newConnection(), call);
    }
  }

  /** Closes idle connections; pending calls fail. */
  close(): void {
    this.#closed = true;
    for (const connection of this.#open) this.#drop(connection);
  }

  async #exchange(connection: Connection, call: HttpCall): Promise<HttpResponse> {
    const { timeoutMs, maxBodyBytes, ...request } = call;
    const { clock, idleMs } = this.#options;
    const keeps = idleMs !== undefined && call.method === 'GET';
    connection.isReused = connection.isConnected;
    const late = codedError('TIMEOUT', `no complete response within ${timeoutMs / 1000} s`);
    const cancel = clock.after(timeoutMs, () => connection.destroy(late));
    let status: number | undefined;
    const chunks: Buffer[] = [];
    try {
      const response = await connection.request({ ...request, reset: !keeps });
      status = response.statusCode;
      await collect(response.body, maxBodyBytes, chunks);
      if (connection.error !== undefined && endsWithConnection(response.headers)) throw connection.error;
      connection.idleSinceMs = clock.elapsed();
      if (keeps && !this.#closed && this.#idle.length < MAX_IDLE) this.#idle.push(connection);
      else this.#drop(connection);
      return { status, body: Buffer.concat(chunks) };
    } catch (error) {
      this.#drop(connection);
      const partial = status === undefined ? undefined : { status, body: Buffer.concat(chunks) };
      throw new NoResponseError(error, connection.isConnected, partial);
    } finally {
      cancel();
    }
  }

  #takeIdle(): Connection | undefined {
    const { clock, idleMs = 0 } = this.#options;
    const late = this.#idle.findLastIndex(({ idleSinceMs }) => clock.elapsed() - idleSinceMs >= idleMs);
    for (const connection of this.#idle.splice(0, late + 1)) this.#drop(connection);
    return this.#idle.pop();
  }

  #newConnection(): Connection {
    const connection = new Connection(this.#options);
    this.#open.add(connection);
    return connection;
  }

  #drop(connection: Connection): void {
    this.#open.delete(connection);
    connection.destroy(codedError('ECONNRESET', 'the connection was closed'));
  }
}

/** A connection with one call at a time, so that each call knows whether it was sent, and on which. */
class Connection {
  isConnected = false;
  isReused = false;
  error: Error | undefined;
  idleSinceMs = 0;
  readonly #options: HttpClientOptions;
  #client: Client | undefined;
  #socket: Socket | undefined;
  #destroyedBecause: Error | undefined;

  constructor(options: HttpClientOptions) {
    this.#options = options;
  }

  async request(request: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData> {
    // With the first call: its hundred modules are a fifth of the start of a server that calls no other.
    const undici = await import('undici');
    if (this.#destroyedBecause !== undefined) throw this.#destroyedBecause;
    this.#client ??= this.#connectWith(undici.Client);
    return this.#client.request(request);
  }

  #connectWith(ClientOf: typeof Client): Client {
    const { origin, idleMs, ...policy } = this.#options;
    return new ClientOf(origin, {
      ...NO_LIMITS,
      ...(idleMs !== undefined && { keepAliveTimeout: idleMs, keepAliveTimeoutThreshold: 1000 }),
      connect: (target, done) => {
        this.isConnected = false;
        this.isReused = false;
        this.error = undefined;
        this.#socket = connectTo(target, policy, (...result) => {
          this.isConnected = result[0] === null;
          done(...result);
        });
        this.#socket.on('error', (error) => {
          if (!codeIn(error).startsWith('UND_')) this.error = error;
        });
      },
    });
  }

  destroy(reason: Error): void {
    this.#destroyedBecause = reason;
    void this.#client?.destroy(reason);
    this.#socket?.destroy(reason); // even while it connects
  }
}

/** Calls are bounded by their clock. HTTP/2 would share a connection. */
const NO_LIMITS = { allowH2: false, headersTimeout: 0, bodyTimeout: 0 };

/** `fetch` for a server with exactly this certificate, which the global `fetch` does not support. */
export function pinnedFetch(fingerprint: string): typeof fetch {
  let dispatcher: Agent | undefined;
  const pinned = async (input: string, init: object) => {
    const undici = await import('undici');
    dispatcher ??= new undici.Agent({
      ...NO_LIMITS,
      pipelining: 0, // no connection is kept
      connect: (target, done) => void connectTo(target, { fingerprint }, done),
    });
    return undici.fetch(input, { ...init, dispatcher });
  };
  return pinned as unknown as typeof fetch; // the same classes, under two names in the types
}

/** Returns a connection only after its address and certificate are verified, so that no other server gets a token. */
function connectTo(
  { protocol, hostname, port }: buildConnector.Options,
  { socketPath, privateBecause, fingerprint, resolve }: ConnectionPolicy,
  done: buildConnector.Callback,
): Socket {
  if (privateBecause !== undefined) assertPrivateLiteral(hostname, privateBecause);
  const isTls = protocol === 'https:';
  const address = { host: hostname, port: Number(port) || (isTls ? 443 : 80), noDelay: true };
  const checked = privateBecause !== undefined && { lookup: privateLookup(privateBecause, resolve) };
  const target = socketPath === undefined ? { ...address, ...checked } : { path: socketPath };
  const socket = isTls
    ? connectTls({
        ...target,
        ...(isIP(hostname) === 0 && { servername: hostname }),
        rejectUnauthorized: fingerprint === undefined, // the fingerprint replaces the authorities
      })
    : connect(target);
  const fail = (error: Error) => done(error, null);
  socket.once('error', fail);
  socket.once(isTls ? 'secureConnect' : 'connect', () => {
    socket.off('error', fail);
    if (fingerprint === undefined || fingerprintOf(socket) === fingerprint) return done(null, socket);
    socket.destroy();
    fail(codedError('OTHER_CERTIFICATE', 'another certificate is served there than the server has recorded'));
  });
  return socket;
}

function fingerprintOf(socket: Socket): string | undefined {
  return socket instanceof TLSSocket ? socket.getPeerCertificate().fingerprint256 : undefined;
}

async function collect(body: AsyncIterable<Buffer>, maxBytes: number, chunks: Buffer[]): Promise<void> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw codedError('TOO_LARGE', `the response is larger than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
}

function endsWithConnection(headers: Readonly<Record<string, unknown>>): boolean {
  return headers['content-length'] === undefined && headers['transfer-encoding'] === undefined;
}

function isResetBeforeResponse(error: unknown): boolean {
  return error instanceof NoResponseError && error.code === 'ECONNRESET' && error.partial === undefined;
}

function codedError(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}

/** Names of errors of undici. */
const NO_HTTP_ERRORS = ['HTTPParserError', 'HeadersOverflowError'];

/** Code of the first of several addresses tried. */
function codeIn(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

function codeOf(cause: unknown, isBegun: boolean): string {
  const code = codeIn(cause);
  const isNoHttp = cause instanceof Error && NO_HTTP_ERRORS.includes(cause.name);
  if (isNoHttp && !isBegun) return 'NO_HTTP';
  return code === '' || code === 'EPIPE' || /^(UND|HPE)_/.test(code) ? 'ECONNRESET' : code;
}

function textOf(code: string, cause: unknown, isBegun: boolean): string {
  if (code === 'ECONNREFUSED') return 'nobody listens on the port';
  if (code === 'NO_HTTP') return 'the response is not HTTP';
  if (code === 'ECONNRESET')
    return isBegun ? 'the connection broke during the response' : 'the connection broke';
  if (OWN_CODES.has(code) && cause instanceof Error) return cause.message;
  return `the connection failed (${code})`;
}
