import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface FakeContainer {
  running: boolean;
  paused: boolean;
  /** Overrides of answers by the end of the path; `break` closes the connection. */
  answers: Map<string, { status: number; body: string; also?: () => void } | 'hang' | 'break'>;
}

/** A server in the container; without one the container is a flag. */
interface ContainerProcess {
  isRunning(): Promise<boolean>;
  start(): Promise<unknown>;
  stop(): Promise<unknown>;
}

export const CONTAINER = 'palworld-server';

/**
 * The part of the Docker Engine API that the control uses, written from its reference: inspect, stop and start
 * of one container. It is not Docker, which was not to be had where this was written.
 */
export async function aDockerEngine(
  listen: { path: string } | { port: 0; host: string },
  inside?: ContainerProcess,
) {
  const container: FakeContainer = { running: false, paused: false, answers: new Map() };
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    void answer(container, inside, request, response);
  });
  server.listen(listen);
  await once(server, 'listening');
  const port = 'path' in listen ? undefined : (server.address() as AddressInfo).port;
  return {
    container,
    requests,
    port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function answer(
  container: FakeContainer,
  inside: ContainerProcess | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname } = new URL(request.url ?? '', 'http://docker');
  const say = (status: number, body = '') => {
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(body);
  };
  const answer = [...container.answers].find(([end]) => pathname.endsWith(end))?.[1];
  if (answer === 'hang') return;
  if (answer === 'break') return void request.socket.destroy();
  if (answer !== undefined) {
    answer.also?.();
    return say(answer.status, answer.body);
  }
  const call = `${request.method} ${pathname}`;
  if (inside !== undefined) container.running = await inside.isRunning();
  const change = async (to: boolean) => {
    const status = container.running === to ? 304 : 204;
    await (to ? inside?.start() : inside?.stop());
    container.running = to;
    say(status);
  };
  // The engine answers 411 or waits for a body where a POST says nothing about one.
  if (request.method === 'POST' && request.headers['content-length'] !== '0') return say(411);
  if (call === `POST /containers/${CONTAINER}/stop`) return change(false);
  if (call === `POST /containers/${CONTAINER}/start`) return change(true);
  if (call === `GET /containers/${CONTAINER}/json`) return say(200, inspected(container));
  const name = pathname.split('/')[2] ?? '';
  say(404, JSON.stringify({ message: `No such container: ${name}` }));
}

function inspected({ running, paused }: FakeContainer): string {
  const Status = paused ? 'paused' : running ? 'running' : 'exited';
  return JSON.stringify({
    Id: 'ab'.repeat(32),
    State: { Status, Running: running, Paused: paused, Pid: running ? 77 : 0 },
  });
}
