import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Carries out a command. What it throws is the error of the answer. */
export type Execute = (command: string, args: object) => Promise<unknown>;

/** Listens on loopback for commands: a POST with `{"command": …, "args": {…}}`, answered with `result` or `error`. */
export async function openControlPort(port: number, execute: Execute) {
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => void reply(body, execute).then((text) => response.end(text)));
  });
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen(port, '127.0.0.1', listening);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function reply(text: string, execute: Execute): Promise<string> {
  try {
    const { command, args } = JSON.parse(text) as { command: string; args?: object };
    return JSON.stringify({ result: (await execute(command, args ?? {})) ?? null });
  } catch (error) {
    return JSON.stringify({ error: error instanceof Error ? error.message : String(error) });
  }
}
