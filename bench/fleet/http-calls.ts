import { connect, type Socket } from 'node:net';
import { ResponseReader } from '../response-reader.ts';

const READ_BYTES = 64 * 1024;

/** A connection that stays open, with one request under way at a time. */
class HttpConnection {
  readonly #socket: Socket;
  #reader = new ResponseReader();
  #waiting: { resolve(): void; reject(error: Error): void } | undefined;
  /** Why it can be used no more. */
  error: Error | undefined;

  constructor(port: number) {
    this.#socket = connect({
      ...{ host: '127.0.0.1', port, noDelay: true },
      onread: {
        buffer: Buffer.allocUnsafe(READ_BYTES),
        callback: (length, buffer) => this.#take(length, buffer as Buffer), // the very Buffer given above
      },
    });
    this.#socket.once('error', (error) => this.#fail(error));
    this.#socket.once('close', () => this.#fail(new Error('the server closed a connection')));
  }

  call(request: string): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#waiting = { resolve, reject };
    this.#socket.write(request);
    return promise;
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(length: number, buffer: Buffer): boolean {
    try {
      if (this.#reader.take(buffer, length) === 0) return true;
      this.#waiting?.resolve();
      this.#waiting = undefined;
    } catch (error) {
      this.#fail(error as Error);
      this.#socket.destroy();
    }
    return true;
  }

  #fail(error: Error): void {
    this.error ??= error;
    this.#waiting?.reject(error);
    this.#waiting = undefined;
  }
}

/** Calls over connections that stay open. A call waits for a free one where all are in use. */
export class HttpCalls {
  readonly #port: number;
  readonly #free: HttpConnection[] = [];
  readonly #waiting: ((connection: HttpConnection) => void)[] = [];
  #room: number;

  constructor(port: number, mostConnections: number) {
    this.#port = port;
    this.#room = mostConnections;
  }

  /** Resolves with a 200. Rejects with any other response, after which the connection is given up. */
  async call(request: string): Promise<void> {
    const connection = await this.#take();
    try {
      await connection.call(request);
    } finally {
      this.#release(connection);
    }
  }

  close(): void {
    for (const connection of this.#free) connection.close();
  }

  #take(): HttpConnection | Promise<HttpConnection> {
    const free = this.#free.pop();
    if (free !== undefined) return free;
    if (this.#room === 0) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#room--;
    return new HttpConnection(this.#port);
  }

  #release(connection: HttpConnection): void {
    const usable = connection.error === undefined ? connection : new HttpConnection(this.#port);
    const next = this.#waiting.shift();
    if (next === undefined) this.#free.push(usable);
    else next(usable);
  }
}
