import { readFileSync } from 'node:fs';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { LIMITS, Refusal } from '@palatine/contract';
import type { Logger } from 'pino';
import { http, rawRefusal } from '../response/respond.ts';

/** How long a client may take, in ms. */
const TIMEOUTS = {
  headMs: 10_000,
  requestMs: 15_000,
  keepAliveMs: 72_000,
  /** Without a byte in either direction, as when a client does not read. Event streams send a heartbeat every 15 s. */
  silenceMs: 75_000,
  /** To take the next bytes of its answer after it has closed its half of a TLS connection. */
  closedMs: 5000,
};
export type Timeouts = typeof TIMEOUTS;

/** Open files that connections leave to databases, threads and helper programs; a service has some 30 at rest. */
const RESERVED_FILES = 128;

/** How many of the files that a process may open its connections may take; few files are divided. */
export function connectionsWithin(openFiles: number): number {
  return Math.floor(openFiles - Math.min(RESERVED_FILES, openFiles * 0.75));
}

/** How many files a process may have open; Infinity on a system that does not tell. */
export function maxOpenFiles(pid: number | 'self' = 'self'): number {
  try {
    const limits = readFileSync(`/proc/${pid}/limits`, 'utf8');
    return Number(/^Max open files +(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY);
  } catch {
    return Number.POSITIVE_INFINITY; // only Linux has the file
  }
}

/** A certificate with its chain, and its key, in PEM. */
export interface Tls {
  readonly cert: string;
  readonly key: string;
}

export interface ConnectionOptions {
  open?: OpenConnections;
  tls?: Tls | undefined;
  maxPerAddress?: number;
  log?: Logger;
  timeouts?: Partial<Timeouts> | undefined;
}

/** The server below the app: TLS, timeouts, connection limits, and answers to malformed HTTP. */
export function makeServer(
  listener: RequestListener,
  response: typeof ServerResponse,
  { open = new OpenConnections(), tls, maxPerAddress, log, timeouts }: ConnectionOptions,
): Server {
  const { headMs, requestMs, keepAliveMs, silenceMs, closedMs } = { ...TIMEOUTS, ...timeouts };
  const options = {
    headersTimeout: headMs,
    requestTimeout: requestMs,
    keepAliveTimeout: keepAliveMs,
    connectionsCheckingInterval: Math.min(1000, headMs),
    maxHeaderSize: LIMITS.headerBytes + 1, // the least that Node refuses; only all headers together are bounded
    requireHostHeader: false, // Node's own 400 would have no JSON body; the app checks the header
    ServerResponse: response,
  };
  const onCut = () => {
    open.cut += 1;
  };
  const pipelines = pipelinesTo(listener, onCut, silenceMs);
  const { receive } = pipelines;
  const server = tls
    ? createTlsServer({ ...options, ...tls, handshakeTimeout: headMs }, receive)
    : http.createServer(options, receive);
  open.watch(server, maxPerAddress);
  server.maxHeadersCount = 0; // which would drop some silently
  // Answer a client that has closed its half after sending. An old option of Node's that its types lack.
  Object.assign(server, { httpAllowHalfOpen: true });
  if (Number.isFinite(open.limit)) server.maxConnections = open.limit;
  // A connection that cannot be accepted, as for want of open files, must not end the service.
  server.once('listening', () =>
    server.on('error', (err) => log?.error({ err }, 'the server cannot accept a connection')),
  );
  server.setTimeout(silenceMs);
  // Node loses the error of a connection that is reset as its handshake ends: only `end` arrives, and the answer waits.
  server.on('secureConnection', (socket: Socket) => socket.once('end', () => socket.setTimeout(closedMs)));

  // Ignore unknown `Expect` headers: Node's 417 would have no JSON body.
  server.on('checkExpectation', receive);
  // Before its handshake a TLS connection carries no answer: a write would wait for ever, and hold the connection.
  server.prependListener('tlsClientError', (_error: Error, socket: Socket) => socket.destroy());

  const refuse = rawRefuser(requestMs);
  server.on('connect', (_request, socket) => {
    // Node has taken its own listeners off.
    socket.on('error', () => {}).on('timeout', () => socket.destroy());
    afterAnswer(pipelines.last(socket), () => refuse(socket, 400, 'Bad Request', 'this is no proxy'));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!pipelines.isCut(socket)) refuseBroken(error.code ?? '', socket, pipelines.last(socket), refuse);
  });
  return server;
}

/** Answers malformed HTTP with 400. Earlier requests on the same connection are answered first. */
function refuseBroken(
  code: string,
  socket: Duplex,
  last: ServerResponse | undefined,
  refuse: ReturnType<typeof rawRefuser>,
): void {
  if (!socket.writable || code === 'ECONNRESET') return void socket.destroy();
  // The error is in the body of a request that has its answer, or waits for the answer to an earlier one.
  if (last !== undefined && !last.req.complete && (last.headersSent || last.socket === null)) {
    return void socket.destroy();
  }
  afterAnswer(last?.req.complete ? last : undefined, () => {
    if (!socket.writable) return void socket.destroy();
    refuse(socket, ...(BROKEN[code] ?? [400, 'Bad Request', 'this is not an HTTP request']));
  });
}

/** Answers to errors of the parser, by their code. */
const BROKEN: Partial<Record<string, [status: number, reason: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', 'the headers are too long'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'the request took too long to arrive'],
};

function afterAnswer(response: ServerResponse | undefined, work: () => void): void {
  if (response === undefined || response.writableFinished) work();
  else response.once('close', work);
}

/** Answers a connection without a readable request and closes it, at the latest after `limitMs`. */
function rawRefuser(limitMs: number) {
  return (socket: Duplex, status: number, reason: string, message: string): void => {
    socket.on('error', () => {}); // the client may be gone already
    socket.end(rawRefusal(status, reason, new Refusal('INVALID_REQUEST', message)));
    (socket as Socket).destroySoon(); // a server's duplex is always a Socket
    destroyAfter(socket, limitMs);
  };
}

/** Requests that may wait on a connection for the answers to those before them. */
const MAX_WAITING = 64;

interface Pipeline {
  /** The response that is produced, or the last that was. */
  current: ServerResponse;
  waiting: { request: IncomingMessage; response: ServerResponse }[];
  /** Whether too many waited: those beyond are not begun, and the connection closes after the last that is. */
  cut: boolean;
}

/**
 * Runs the requests of a connection one by one, against a caller that sends 600 and reads nothing: Node would have all
 * their responses made and held (apps/server/test/fuzz/pipelining.test.ts). `cutMs`: for the caller to read its answers
 * once its pipeline is cut.
 */
function pipelinesTo(listener: RequestListener, onCut: () => void, cutMs: number) {
  const pipelines = new WeakMap<Duplex, Pipeline>();

  function runNext(pipeline: Pipeline): void {
    const { waiting } = pipeline;
    const next = waiting.shift();
    if (next === undefined) return;
    if (next.request.socket.destroyed) return void waiting.splice(0);
    pipeline.current = next.response;
    if (waiting.length > 0) next.response.once('close', () => runNext(pipeline));
    listener(next.request, next.response);
  }

  function cut(socket: Socket, pipeline: Pipeline): void {
    pipeline.cut = true;
    onCut();
    const last = pipeline.waiting.at(-1); // MAX_WAITING of them wait
    if (last !== undefined) last.response.shouldKeepAlive = false;
    // Once this chunk is parsed, drop what arrives: a caller that still sends would not read its answers.
    process.nextTick(() => socket.removeAllListeners('data').on('data', () => {}));
    destroyAfter(socket, cutMs);
  }

  return {
    receive(request: IncomingMessage, response: ServerResponse): void {
      const pipeline = pipelines.get(request.socket);
      if (pipeline === undefined) {
        pipelines.set(request.socket, { current: response, waiting: [], cut: false });
        return listener(request, response);
      }
      const { waiting } = pipeline;
      if (pipeline.cut) return;
      if (waiting.length === 0 && pipeline.current.writableFinished) {
        pipeline.current = response;
        return listener(request, response);
      }
      if (waiting.length >= MAX_WAITING) return cut(request.socket, pipeline);
      if (waiting.length === 0) pipeline.current.once('close', () => runNext(pipeline));
      waiting.push({ request, response });
    },

    /** Whether a connection is about to close because too many requests waited on it. */
    isCut: (socket: Duplex): boolean => pipelines.get(socket)?.cut ?? false,

    /** The response to the last request on a connection, also while it waits. */
    last(socket: Duplex): ServerResponse | undefined {
      const pipeline = pipelines.get(socket);
      return pipeline?.waiting.at(-1)?.response ?? pipeline?.current;
    },
  };
}

function destroyAfter(socket: Duplex, ms: number): void {
  const limit = setTimeout(() => socket.destroy(), ms);
  socket.once('close', () => clearTimeout(limit));
}

/** The TCP connections of a server, also those whose TLS handshake is not finished. */
export class OpenConnections {
  /** Closed at once, because the maximum was reached. */
  refused = 0;
  /** Closed because too many pipelined requests waited on them. */
  cut = 0;
  readonly limit: number;
  readonly #sockets = new Set<Socket>();

  constructor(limit = Number.POSITIVE_INFINITY) {
    this.limit = limit;
  }

  /** Counts the connections of a server from now on, and closes those that are too many from one address. */
  watch(server: Server, maxPerAddress?: number): void {
    server.on('connection', (socket: Socket) => {
      const isOfAddress = (peer: Socket) => peer.remoteAddress === socket.remoteAddress;
      if (maxPerAddress !== undefined && [...this.#sockets].filter(isOfAddress).length >= maxPerAddress) {
        this.refused += 1;
        socket.destroy();
        return;
      }
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
    server.on('drop', () => {
      this.refused += 1;
    });
  }

  get count(): number {
    return this.#sockets.size;
  }

  /** Closes those on which no byte has arrived: nobody waits for an answer there. */
  closeSilent(): void {
    for (const socket of this.#sockets) if (socket.bytesRead === 0) socket.destroy();
  }

  closeAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}
