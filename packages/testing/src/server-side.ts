import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface ServerRequest {
  request: IncomingMessage;
  response: ServerResponse;
  socket: Socket;
  server: Server;
}

/** The requests that reach servers of this process, from now on until it is disposed of. */
export function serverRequests(): Disposable & { readonly requests: ServerRequest[] } {
  const requests: ServerRequest[] = [];
  const note = (message: unknown) => void requests.push(message as ServerRequest); // documented so by node:http
  subscribe('http.server.request.start', note);
  return { requests, [Symbol.dispose]: () => void unsubscribe('http.server.request.start', note) };
}

export function openConnections(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
}
