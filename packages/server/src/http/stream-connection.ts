import { Refusal } from '@palatine/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../game/clock.ts';
import { StreamGzip, StreamMessage } from './stream-gzip.ts';

/** The way to the watcher of a stream. */
export interface StreamWire {
  /** Whether the watcher takes gzip. */
  readonly gzip: boolean;
  /** Sends the head of the response. */
  begin(headers: Readonly<Record<string, string>>): void;
  /** Sends bytes. False when it is full; then `onDrain` is called once it takes more. */
  write(bytes: string | Uint8Array, onDrain: () => void): boolean;
  end(bytes?: Uint8Array): void;
  /** Breaks off a way that takes nothing. */
  destroy(): void;
  /** Calls back when the watcher is gone, or (`reads`) sends no more and may still read. @returns how to stop that. */
  onLeave(listener: (reads: boolean) => void): () => void;
}

export interface StreamConnectionOptions {
  readonly clock: Clock;
  /** Between two heartbeats. */
  readonly heartbeatMs: number;
  /** A connection that takes nothing of what waits for so long is closed. */
  readonly stallMs: number;
  /** The connection takes more again. */
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
    this.#removeListeners = wire.onLeave((reads) => (reads ? this.end() : this.#release()));
    this.#stopHeartbeat = options.clock.every(options.heartbeatMs, () => this.#beat());
  }

  /** Whether it takes no more for now. */
  get full(): boolean {
    return this.#cancelStall !== undefined;
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** Writes the head of the response. */
  begin(): void {
    this.#wire.begin({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      ...(this.#gzip && { 'content-encoding': 'gzip' }),
    });
  }

  /** Writes, also when it is full: who writes asks first. */
  write(message: string | Uint8Array | StreamMessage): void {
    const { clock, stallMs, onDrain } = this.#options;
    const drained = () => {
      this.#cancelStall?.();
      this.#cancelStall = undefined;
      if (!this.#ended) onDrain();
    };
    if (this.#wire.write(this.#encoded(message), drained) || this.full) return;
    this.#cancelStall = clock.after(stallMs, () => this.#wire.destroy());
  }

  /** Ends the response; the client may connect again. */
  end(): void {
    this.#release();
    this.#wire.end(this.#gzip?.end());
  }

  #encoded(message: string | Uint8Array | StreamMessage): string | Uint8Array {
    if (this.#gzip === undefined) return message instanceof StreamMessage ? message.bytes : message;
    return this.#gzip.frame(message instanceof StreamMessage ? message : new StreamMessage(message));
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
export function assertStreamFree(open: {
  closed: boolean;
  count: number;
  limit: number;
  busy: string;
}): void {
  if (open.closed) throw new Refusal('SERVER_BUSY', 'the service is stopping');
  if (open.count >= open.limit) throw new Refusal('SERVER_BUSY', open.busy);
}

/** Takes a response over from Fastify as the way to a watcher; undefined when the watcher has left already. */
export function httpWire(
  request: FastifyRequest,
  reply: FastifyReply,
  gzip: boolean,
): StreamWire | undefined {
  const { socket } = request.raw;
  const { raw: response } = reply;
  const given = reply.getHeaders() as Record<string, string>;
  reply.hijack();
  if (socket.destroyed || socket.readableEnded) {
    response.destroy();
    return undefined;
  }
  return {
    gzip,
    begin: (headers) => void response.writeHead(200, { ...given, ...headers }),
    write(bytes, onDrain) {
      if (response.write(bytes)) return true;
      if (response.listenerCount('drain') === 0) response.once('drain', onDrain);
      return false;
    },
    end: (bytes) => void response.end(bytes),
    destroy: () => void response.destroy(),
    onLeave(listener) {
      const onClose = () => listener(false);
      const onHalfClosed = () => listener(true);
      response.once('close', onClose);
      socket.once('close', onClose);
      socket.once('end', onHalfClosed);
      return () => socket.off('close', onClose).off('end', onHalfClosed);
    },
  };
}
