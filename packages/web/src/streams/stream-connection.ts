import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, deflateRawSync } from 'node:zlib';
import { EVENT_STREAM, Refusal } from '@palatine/contract';
import type { Token, TokenSource } from '@palatine/data-dir/tokens';
import type { Clock } from '@palatine/platform/clock';
import { acceptsGzip, varyByEncoding } from '../response/respond.ts';
import type { HttpExchange, StreamAnswer, StreamWire } from '../response/route-calls.ts';

export interface StreamConnectionOptions {
  readonly clock: Clock;
  readonly heartbeatMs: number;
  /** A connection that takes nothing for this long is closed. */
  readonly stallMs: number;
  onDrain(): void;
  /** Called once, whoever ended it. */
  onEnd(): void;
}

/** The connection of one watcher of a stream: what waits in it is bounded, and one that does not read is closed. */
export class StreamConnection {
  readonly #options: StreamConnectionOptions;
  readonly #wire: StreamWire;
  readonly #removeListeners: () => void;
  readonly #stopHeartbeat: () => void;
  /** Ends the wait for a full socket; undefined while there is none. */
  #cancelStall: (() => void) | undefined;
  readonly #gzip: StreamGzip | undefined;
  #ended = false;

  constructor(wire: StreamWire, options: StreamConnectionOptions) {
    this.#options = options;
    this.#wire = wire;
    this.#gzip = wire.gzip ? new StreamGzip() : undefined;
    this.#removeListeners = wire.onClose((reads) => (reads ? this.end() : this.#release()));
    this.#stopHeartbeat = options.clock.every(options.heartbeatMs, () => this.#beat());
  }

  /** Whether it takes no more for now. */
  get full(): boolean {
    return this.#cancelStall !== undefined;
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** Writes the head of the response, and what comes first in it. */
  begin(first: string): void {
    this.#wire.begin({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      ...(this.#gzip && { 'content-encoding': 'gzip' }),
    });
    this.write(first);
  }

  /** Writes even when it is full: the caller checks. */
  write(message: string | StreamMessage): void {
    const { clock, stallMs, onDrain } = this.#options;
    const drained = () => {
      this.#cancelStall?.();
      this.#cancelStall = undefined;
      if (!this.#ended) onDrain();
    };
    const sent = typeof message === 'string' ? new StreamMessage(message) : message;
    if (this.#wire.write(this.#gzip?.frame(sent) ?? sent.bytes, drained) || this.full) return;
    this.#cancelStall = clock.after(stallMs, () => this.#wire.destroy());
  }

  /** Ends the response; the client may connect again. */
  end(): void {
    this.#release();
    this.#wire.end(this.#gzip?.end());
  }

  /** A full socket gets no heartbeat: it would hide that nobody reads. */
  #beat(): void {
    if (!this.full) this.write(': \n\n');
  }

  #release(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#removeListeners();
    this.#stopHeartbeat();
    this.#cancelStall?.();
    this.#options.onEnd();
  }
}

/** Throws SERVER_BUSY when no further stream may be opened. */
export function assertStreamFree(closed: boolean, count: number, busy: string): void {
  if (closed) throw new Refusal('SERVER_BUSY', 'the service is stopping');
  if (count >= EVENT_STREAM.streams) throw new Refusal('SERVER_BUSY', busy);
}

/** Takes a response over from Fastify; undefined when the watcher has left already. */
function httpWire({ request, reply }: HttpExchange, gzip: boolean): StreamWire | undefined {
  const { socket } = request.raw;
  const { raw: response } = reply;
  const inherited = reply.getHeaders() as Record<string, string>;
  reply.hijack();
  if (socket.destroyed || socket.readableEnded) {
    response.destroy();
    return undefined;
  }
  return {
    gzip,
    begin: (headers) => void response.writeHead(200, { ...inherited, ...headers }),
    write(bytes, onDrain) {
      if (response.write(bytes)) return true;
      if (response.listenerCount('drain') === 0) response.once('drain', onDrain);
      return false;
    },
    end: (bytes) => void response.end(bytes),
    destroy: () => void response.destroy(),
    onClose(listener) {
      const onClose = () => listener(false);
      const onHalfClosed = () => listener(true);
      response.once('close', onClose);
      socket.once('close', onClose);
      socket.once('end', onHalfClosed);
      return () => socket.off('close', onClose).off('end', onHalfClosed);
    },
  };
}

interface OpenStream {
  readonly token: Token;
  readonly mayWatch: (current: Token) => boolean;
  end(): void;
}

/** Ends streams whose token is gone or has lost the permission: a stream outlives the check of its request by days. */
export class StreamTokens {
  readonly #tokens: Pick<TokenSource, 'byId'>;
  readonly #streams = new Set<OpenStream>();
  readonly #stop: () => void;

  constructor(tokens: Pick<TokenSource, 'byId' | 'onRead'>) {
    this.#tokens = tokens;
    this.#stop = tokens.onRead(() => this.#check());
  }

  /** Watches over a stream. `begin` begins it, calls back when it has ended, and returns how to end it. */
  hold(token: Token, mayWatch: OpenStream['mayWatch'], begin: (onEnd: () => void) => () => void): void {
    let stream: OpenStream | undefined;
    let ended = false;
    const end = begin(() => {
      ended = true;
      if (stream !== undefined) this.#streams.delete(stream);
    });
    if (ended) return;
    stream = { token, mayWatch, end };
    this.#streams.add(stream);
  }

  close(): void {
    this.#stop();
  }

  #check(): void {
    for (const { token, mayWatch, end } of this.#streams) {
      const current = this.#tokens.byId(token.id);
      if (current === undefined || !mayWatch(current)) end();
    }
  }
}

/** Answers with a stream. HEAD gets the head alone. @returns how to end it. */
export function sendStream(
  http: HttpExchange,
  { compressible, open }: StreamAnswer,
  onEnd: () => void,
): () => void {
  const { request, reply } = http;
  if (compressible) varyByEncoding(reply);
  const wire = httpWire(http, compressible && acceptsGzip(request.headers['accept-encoding']));
  if (wire === undefined) {
    onEnd(); // the watcher has left already
    return () => {};
  }
  const end = open(wire, onEnd);
  if (request.method === 'HEAD') end();
  return end;
}

/** 55 kB of moves become 22 kB in a millisecond, in Node's thread pool. */
const OPTIONS = { level: 3, finishFlush: constants.Z_FULL_FLUSH };
/** A message that is shorter is compressed at once. */
const SHORT_BYTES = 512;

const deflateLater = promisify(deflateRaw);

/**
 * A message of a stream, with its compressed form. That form ends with a full flush and refers to nothing before it, so
 * that it fits anywhere into a gzip stream: it is compressed once for all watchers.
 */
export class StreamMessage {
  readonly bytes: Buffer;
  #deflated: Promise<Buffer> | Buffer | undefined;

  constructor(text: string) {
    this.bytes = Buffer.from(text);
  }

  async compress(): Promise<void> {
    if (this.bytes.length < SHORT_BYTES) return;
    this.#deflated ??= deflateLater(this.bytes, OPTIONS);
    this.#deflated = await this.#deflated;
  }

  get deflated(): Buffer {
    return Buffer.isBuffer(this.#deflated) ? this.#deflated : deflateRawSync(this.bytes, OPTIONS);
  }
}

/** No name, no time, unknown system: RFC 1952. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** An empty block of deflate, the last one. */
const LAST_BLOCK = Buffer.from([3, 0]);

/** The gzip stream of one watcher: a head, compressed messages, and an end with the checksum of all. */
export class StreamGzip {
  #checksum = 0;
  #length = 0;
  #begun = false;

  frame(message: StreamMessage): Buffer {
    this.#checksum = crc32(message.bytes, this.#checksum);
    this.#length += message.bytes.length;
    const parts = this.#begun ? [message.deflated] : [HEADER, message.deflated];
    this.#begun = true;
    return Buffer.concat(parts);
  }

  end(): Buffer {
    const trailer = Buffer.alloc(8);
    trailer.writeUInt32LE(this.#checksum >>> 0, 0);
    trailer.writeUInt32LE(this.#length % 2 ** 32, 4);
    return Buffer.concat([...(this.#begun ? [] : [HEADER]), LAST_BLOCK, trailer]);
  }
}
