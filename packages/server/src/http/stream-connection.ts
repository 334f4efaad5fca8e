import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../game/clock.ts';
import { StreamGzip, StreamMessage } from './stream-gzip.ts';

export interface StreamConnectionOptions {
  readonly clock: Clock;
  /** Between two heartbeats. */
  readonly heartbeatMs: number;
  /** A connection that takes nothing of what waits for so long is closed. */
  readonly stallMs: number;
  /** Whether its messages go out in gzip. */
  readonly gzip?: boolean;
  /** The connection takes more again. */
  onDrain(): void;
  /** Called once, whoever ended it. */
  onEnd(): void;
}

/** The connection of one watcher of a stream: what waits in it is bounded, and one that does not read is closed. */
export class StreamConnection {
  readonly #options: StreamConnectionOptions;
  readonly #response: ServerResponse;
  readonly #removeListeners: () => void;
  readonly #stopHeartbeat: () => void;
  /** Ends the wait for a full socket; undefined while there is none. */
  #cancelStall: (() => void) | undefined;
  readonly #gzip: StreamGzip | undefined;
  #ended = false;

  constructor(request: FastifyRequest, reply: FastifyReply, options: StreamConnectionOptions) {
    this.#options = options;
    this.#response = reply.raw;
    this.#gzip = options.gzip === true ? new StreamGzip() : undefined;
    const { socket } = request.raw;
    const onClose = () => this.#release();
    const onHalfClosed = () => this.end();
    reply.raw.once('close', onClose);
    socket.once('close', onClose);
    socket.once('end', onHalfClosed);
    this.#removeListeners = () => socket.off('close', onClose).off('end', onHalfClosed);
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
  begin(headers: Record<string, string>): void {
    const encoding = this.#gzip === undefined ? {} : { 'content-encoding': 'gzip' };
    this.#response.writeHead(200, { ...headers, ...encoding });
  }

  /** Writes, also when it is full: who writes asks first. */
  write(message: string | Uint8Array | StreamMessage): void {
    if (this.#response.write(this.#encoded(message)) || this.full) return;
    const { clock, stallMs, onDrain } = this.#options;
    this.#cancelStall = clock.after(stallMs, () => this.#response.destroy());
    this.#response.once('drain', () => {
      this.#cancelStall?.();
      this.#cancelStall = undefined;
      if (!this.#ended) onDrain();
    });
  }

  /** Ends the response; the client may connect again. */
  end(): void {
    this.#release();
    this.#response.end(this.#gzip?.end());
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
