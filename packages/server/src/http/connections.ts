import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Refusal } from '@palatine/contract';
import type { Tls } from '../data-folder/tls.ts';
import { rawRefusal } from './respond.ts';

/** How long a caller may take, in ms. */
export interface Timeouts {
  /** Until the head of a request is there. */
  headMs: number;
  /** Until all of a request is there. */
  requestMs: number;
  /** Between two requests. */
  keepAliveMs: number;
  /** Without a byte either way, such as a caller who does not read. Event streams say something every 15 s. */
  silenceMs: number;
}

const PATIENCE: Timeouts = { headMs: 10_000, requestMs: 15_000, keepAliveMs: 72_000, silenceMs: 75_000 };

/** All headers of a request together. Their number is bounded by it alone, so that none is ever left out. */
export const MAX_HEADER_BYTES = 16 * 1024;

export interface ConnectionOptions {
  tls?: Tls | undefined;
  maxConnections?: number;
  /** For tests. */
  patience?: Partial<Timeouts> | undefined;
}

/** The server below the app: how callers connect, what they may take their time with, what is no HTTP at all. */
export function makeServer(
  listener: RequestListener,
  response: typeof ServerResponse,
  { tls, maxConnections, patience }: ConnectionOptions,
): Server {
  const { headMs, requestMs, keepAliveMs, silenceMs } = { ...PATIENCE, ...patience };
  const options = {
    headersTimeout: headMs,
    requestTimeout: requestMs,
    keepAliveTimeout: keepAliveMs,
    connectionsCheckingInterval: Math.min(1000, headMs),
    maxHeaderSize: MAX_HEADER_BYTES,
    requireHostHeader: false, // Node's own answer has no body; the app looks itself
    ServerResponse: response,
  };
  const server = tls
    ? createTlsServer({ ...options, ...tls, handshakeTimeout: headMs }, listener)
    : createServer(options, listener);
  server.maxHeadersCount = 0;
  // Who has sent all and closed its half is answered all the same. Node's own and old, but in none of its types.
  Object.assign(server, { httpAllowHalfOpen: true });
  if (maxConnections !== undefined) server.maxConnections = maxConnections;
  server.setTimeout(silenceMs);

  // An expectation nobody knows is none; Node's own answer has no body.
  server.on('checkExpectation', listener);
  server.on('connect', (_request, socket) => refuseRaw(socket, 400, 'Bad Request', 'this is no proxy'));

  const answering = new WeakMap<Duplex, ServerResponse>();
  server.prependListener('request', ({ socket }, response) => answering.set(socket, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) =>
    refuseBroken(error.code ?? '', socket, answering.get(socket)),
  );
  return server;
}

/** Answers what is no request. Whatever was asked before it on the same connection is answered first. */
function refuseBroken(code: string, socket: Duplex, last: ServerResponse | undefined): void {
  if (!socket.writable || code === 'ECONNRESET') return void socket.destroy();
  // The fault is in the body of what is answered already, or of what waits for an answer to something earlier.
  if (last !== undefined && !last.req.complete && (last.headersSent || last.socket === null)) {
    return void socket.destroy();
  }
  if (last?.req.complete && !last.writableFinished) {
    last.once('close', () => refuseBroken(code, socket, undefined));
    return;
  }
  if (code === 'HPE_HEADER_OVERFLOW')
    refuseRaw(socket, 431, 'Request Header Fields Too Large', 'the headers are too long');
  else if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    refuseRaw(socket, 408, 'Request Timeout', 'the request took too long to arrive');
  else refuseRaw(socket, 400, 'Bad Request', 'this is not an HTTP request');
}

function refuseRaw(socket: Duplex, status: number, reason: string, message: string): void {
  socket.on('error', () => {}); // whoever sends this may be gone already
  socket.end(rawRefusal(status, reason, new Refusal('INVALID_REQUEST', message)));
  (socket as Socket).destroySoon(); // of a server, so a socket
}
