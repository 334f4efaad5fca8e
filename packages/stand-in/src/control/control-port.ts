import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Carries out a command. What it throws is the error of the answer. */
export type Execute = (command: string, args: object) => Promise<unknown>;

/** Listens on loopback for commands: a POST with `{"command": …, "args": {…}}`, answered with `result` or `error`. */
export async function openControlPort(execute: Execute) {
  const server = createServer((request, response) => {
    void text(request)
      .then((body) => reply(body, execute))
      .then(
        (answer) => response.end(answer),
        () => response.destroy(), // the caller is gone
      );
  });
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen(0, '127.0.0.1', listening);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function reply(body: string, execute: Execute): Promise<string> {
  try {
    const { command, args } = JSON.parse(body) as { command: string; args?: object };
    return JSON.stringify({ result: (await execute(command, args ?? {})) ?? null });
  } catch (error) {
    return JSON.stringify({ error: error instanceof Error ? error.message : String(error) });
  }
}
