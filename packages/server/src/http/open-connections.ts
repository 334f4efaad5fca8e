import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** The TCP connections of a server, also those whose TLS handshake is not finished. */
export class OpenConnections {
  /** How many were closed at once, because as many as allowed were open. */
  refused = 0;
  /** How many were closed because too many pipelined requests waited on them. */
  cut = 0;
  readonly #sockets = new Set<Socket>();

  /** Counts the connections of a server from now on. */
  watch(server: Server): void {
    server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
    server.on('drop', () => {
      this.refused += 1;
    });
  }

  /** How many are open. */
  get count(): number {
    return this.#sockets.size;
  }

  /** Closes those on which no byte has arrived: nobody waits for an answer there. */
  closeSilent(): void {
    for (const socket of this.#sockets) if (socket.bytesRead === 0) socket.destroy();
  }

  /** Closes every connection as it stands. */
  closeAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}
