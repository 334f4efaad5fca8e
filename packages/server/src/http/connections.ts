import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { LIMITS, Refusal } from '@palatine/contract';
import type { Tls } from '../data-folder/tls.ts';
import { OpenConnections } from './open-connections.ts';
import { Pipelines } from './pipelining.ts';
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
  /** To take the next bytes of its answer after it has closed its half of a TLS connection. */
  closedMs: number;
}

const TIMEOUTS: Timeouts = {
  headMs: 10_000,
  requestMs: 15_000,
  keepAliveMs: 72_000,
  silenceMs: 75_000,
  closedMs: 5000,
};

/** All headers of a request together. Node drops headers beyond a number of its own, so only their size is bounded. */
export const MAX_HEADER_BYTES = LIMITS.headerBytes;

export interface ConnectionOptions {
  /** Counts them. */
  open?: OpenConnections;
  tls?: Tls | undefined;
  maxConnections?: number;
  /** For tests. */
  timeouts?: Partial<Timeouts> | undefined;
}

/** The server below the app: TLS, timeouts, connection limits, and answers to malformed HTTP. */
export function makeServer(
  listener: RequestListener,
  response: typeof ServerResponse,
  { open = new OpenConnections(), tls, maxConnections, timeouts }: ConnectionOptions,
): Server {
  const { headMs, requestMs, keepAliveMs, silenceMs, closedMs } = { ...TIMEOUTS, ...timeouts };
  const options = {
    headersTimeout: headMs,
    requestTimeout: requestMs,
    keepAliveTimeout: keepAliveMs,
    connectionsCheckingInterval: Math.min(1000, headMs),
    maxHeaderSize: MAX_HEADER_BYTES + 1, // the least that Node refuses
    requireHostHeader: false, // Node's own 400 would have no JSON body; the app checks the header
    ServerResponse: response,
  };
  const onCut = () => {
    open.cut += 1;
  };
  const pipelines = new Pipelines({ listener, onCut, cutMs: silenceMs });
  const receive: RequestListener = (request, response) => pipelines.receive(request, response);
  const server = tls
    ? createTlsServer({ ...options, ...tls, handshakeTimeout: headMs }, receive)
    : createServer(options, receive);
  open.watch(server);
  server.maxHeadersCount = 0;
  // Answer a client that has closed its half after sending. An old option of Node's that its types lack.
  Object.assign(server, { httpAllowHalfOpen: true });
  if (maxConnections !== undefined) server.maxConnections = maxConnections;
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

/** Does the work once a response has been sent. */
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
    const limit = setTimeout(() => socket.destroy(), limitMs);
    socket.once('close', () => clearTimeout(limit));
  };
}
