import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { LIMITS, Refusal } from '@palatine/contract';
import type { Tls } from '../data-folder/tls.ts';
import { rawRefusal } from './respond.ts';

/** How long a client may take, in ms. */
export interface Timeouts {
  /** To send the head of a request. */
  headMs: number;
  /** To send the whole request. */
  requestMs: number;
  /** Between two requests. */
  keepAliveMs: number;
  /** Without a byte in either direction, as when a client does not read. Event streams send a heartbeat every 15 s. */
  silenceMs: number;
}

const TIMEOUTS: Timeouts = { headMs: 10_000, requestMs: 15_000, keepAliveMs: 72_000, silenceMs: 75_000 };

/** All headers of a request together. Node drops headers beyond a number of its own, so only their size is bounded. */
export const MAX_HEADER_BYTES = LIMITS.headerBytes;

export interface ConnectionOptions {
  tls?: Tls | undefined;
  maxConnections?: number;
  /** For tests. */
  timeouts?: Partial<Timeouts> | undefined;
}

/** The server below the app: TLS, timeouts, connection limits, and answers to malformed HTTP. */
export function makeServer(
  listener: RequestListener,
  response: typeof ServerResponse,
  { tls, maxConnections, timeouts }: ConnectionOptions,
): Server {
  const { headMs, requestMs, keepAliveMs, silenceMs } = { ...TIMEOUTS, ...timeouts };
  const options = {
    headersTimeout: headMs,
    requestTimeout: requestMs,
    keepAliveTimeout: keepAliveMs,
    connectionsCheckingInterval: Math.min(1000, headMs),
    maxHeaderSize: MAX_HEADER_BYTES + 1, // the least that Node refuses
    requireHostHeader: false, // Node's own 400 would have no JSON body; the app checks the header
    ServerResponse: response,
  };
  const server = tls
    ? createTlsServer({ ...options, ...tls, handshakeTimeout: headMs }, listener)
    : createServer(options, listener);
  server.maxHeadersCount = 0;
  // Answer a client that has closed its half after sending. An old option of Node's that its types lack.
  Object.assign(server, { httpAllowHalfOpen: true });
  if (maxConnections !== undefined) server.maxConnections = maxConnections;
  server.setTimeout(silenceMs);

  // Ignore unknown `Expect` headers: Node's 417 would have no JSON body.
  server.on('checkExpectation', listener);
  // Before its handshake a TLS connection carries no answer: a write would wait for ever, and hold the connection.
  server.prependListener('tlsClientError', (_error: Error, socket: Socket) => socket.destroy());

  const refuse = rawRefuser(requestMs);
  server.on('connect', (_request, socket) => refuse(socket, 400, 'Bad Request', 'this is no proxy'));

  const answering = new WeakMap<Duplex, ServerResponse>();
  server.prependListener('request', ({ socket }, response) => answering.set(socket, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) =>
    refuseBroken(error.code ?? '', socket, answering.get(socket), refuse),
  );
  return server;
}

type RawRefuser = ReturnType<typeof rawRefuser>;

/** Answers malformed HTTP with 400. Earlier requests on the same connection are answered first. */
function refuseBroken(
  code: string,
  socket: Duplex,
  last: ServerResponse | undefined,
  refuse: RawRefuser,
): void {
  if (!socket.writable || code === 'ECONNRESET') return void socket.destroy();
  // The error is in the body of a request that has its answer, or waits for the answer to an earlier one.
  if (last !== undefined && !last.req.complete && (last.headersSent || last.socket === null)) {
    return void socket.destroy();
  }
  if (last?.req.complete && !last.writableFinished) {
    last.once('close', () => refuseBroken(code, socket, undefined, refuse));
    return;
  }
  if (code === 'HPE_HEADER_OVERFLOW')
    refuse(socket, 431, 'Request Header Fields Too Large', 'the headers are too long');
  else if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    refuse(socket, 408, 'Request Timeout', 'the request took too long to arrive');
  else refuse(socket, 400, 'Bad Request', 'this is not an HTTP request');
}

/** Answers a connection without a readable request and closes it, at the latest after `limitMs`. */
function rawRefuser(limitMs: number) {
  return (socket: Duplex, status: number, reason: string, message: string): void => {
    socket.on('error', () => {}); // the client may be gone already
    socket.end(rawRefusal(status, reason, new Refusal('INVALID_REQUEST', message)));
    (socket as Socket).destroySoon(); // a server's duplex is always a Socket
    const limit = setTimeout(() => socket.destroy(), limitMs);
    socket.once('close', () => clearTimeout(limit));
  };
}
