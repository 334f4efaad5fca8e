import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, deflateRawSync } from 'node:zlib';
import { EVENT_STREAM, Refusal } from '@palatine/contract';
import type { Token, TokenSource } from '@palatine/contract/tokens';
import type { Clock } from '@palatine/platform/clock';
import type { HttpExchange, StreamAnswer, StreamWire } from '../response/answers.ts';
import { acceptsGzip, varyByEncoding } from '../response/respond.ts';

export interface StreamConnectionOptions {
  readonly clock: Clock;
  readonly heartbeatMs: number;
  /** A connection that takes nothing for this long is closed. */
  readonly stallMs: number;
  onDrain(): void;
  /** Called once, whoever ended it. */
  onEnd(): void;
}

export type StreamConnection = ReturnType<typeof streamConnection>;

/** The connection of one watcher of a stream: what waits in it is bounded, and one that does not read is closed. */
export function streamConnection(wire: StreamWire, options: StreamConnectionOptions) {
  const { clock, heartbeatMs, stallMs, onDrain, onEnd } = options;
  const gzip = wire.gzip ? new StreamGzip() : undefined;
  /** Ends the wait for a full socket; undefined while there is none. */
  let cancelStall: (() => void) | undefined;
  let ended = false;
  const removeListeners = wire.onClose((reads) => (reads ? end() : release()));
  // A full socket gets no heartbeat: it would hide that nobody reads.
  const stopHeartbeat = clock.every(heartbeatMs, () => {
    if (cancelStall === undefined) write(': \n\n');
  });

  function onDrained(): void {
    cancelStall?.();
    cancelStall = undefined;
    if (!ended) onDrain();
  }

  /** Writes even when it is full: the caller checks. */
  function write(message: string | StreamMessage): void {
    const sent = typeof message === 'string' ? new StreamMessage(message) : message;
    if (wire.write(gzip?.frame(sent) ?? sent.bytes, onDrained) || cancelStall !== undefined) return;
    cancelStall = clock.after(stallMs, () => wire.destroy());
  }

  /** Ends the response; the client may connect again. */
  function end(): void {
    release();
    wire.end(gzip?.end());
  }

  function release(): void {
    if (ended) return;
    ended = true;
    removeListeners();
    stopHeartbeat();
    cancelStall?.();
    onEnd();
  }

  return {
    write,
    end,

    /** Whether it takes no more for now. */
    get full(): boolean {
      return cancelStall !== undefined;
    },

    get ended(): boolean {
      return ended;
    },

    /** Writes the head of the response, and what comes first in it. */
    begin(first: string): void {
      wire.begin({
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
        ...(gzip && { 'content-encoding': 'gzip' }),
      });
      write(first);
    },
  };
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
export function streamTokens(tokens: Pick<TokenSource, 'byId' | 'onRead'>) {
  const streams = new Set<OpenStream>();
  const close = tokens.onRead(() => {
    for (const { token, mayWatch, end } of streams) {
      const current = tokens.byId(token.id);
      if (current === undefined || !mayWatch(current)) end();
    }
  });

  return {
    close,
    /** Watches over a stream. `begin` begins it, calls back when it has ended, and returns how to end it. */
    hold(token: Token, mayWatch: OpenStream['mayWatch'], begin: (onEnd: () => void) => () => void): void {
      let [stream, ended]: [OpenStream | undefined, boolean] = [undefined, false];
      const end = begin(() => {
        ended = true;
        if (stream !== undefined) streams.delete(stream);
      });
      if (ended) return;
      stream = { token, mayWatch, end };
      streams.add(stream);
    },
  };
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
