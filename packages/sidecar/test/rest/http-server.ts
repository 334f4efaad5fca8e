import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';

export interface ReceivedCall {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  /** Number of its connection, from 1. */
  readonly connection: number;
}

/** A server on a free port of the loopback interface that records its calls. */
export async function serveHttp(answer: (call: ReceivedCall, response: ServerResponse) => void) {
  const calls: ReceivedCall[] = [];
  const connections = new Map<Socket, number>();
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const connection = connections.get(request.socket) ?? 0;
      const call = { method, path: url, headers, body: Buffer.concat(chunks).toString(), connection };
      calls.push(call);
      answer(call, response);
    });
  });
  server.on('connection', (socket) => connections.set(socket, connections.size + 1));
  const url = await listen(server);
  return {
    url,
    calls,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A server of bare connections. */
export async function serveTcp(connected: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}); // the client may close at any time
    connected(socket);
  });
  const url = await listen(server);
  return {
    url,
    sockets,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** An address without a listener. */
export async function closedPort(): Promise<string> {
  const server = await serveTcp(() => {});
  await server[Symbol.asyncDispose]();
  return server.url;
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
