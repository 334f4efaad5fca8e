import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * From here to there no system takes ports for outgoing connections of its own accord. A free port of those that it
 * does may be taken by any connection before the server for which it was found listens.
 */
const [FIRST, LAST] = [20_000, 32_000];

const TRIES = 100;

/**
 * Ports of loopback that are free, each another one, for servers that must know theirs before they listen: nodes of a
 * cluster name each other, and a broker that starts again has to be where its clients look for it. All others listen on
 * port 0 and say where.
 */
export async function freePorts(count: number): Promise<number[]> {
  const found = new Set<number>();
  for (let tried = 0; found.size < count; tried++) {
    if (tried === TRIES + count) throw new Error(`no ${count} free ports from ${FIRST} to ${LAST}`);
    const port = randomInt(FIRST, LAST);
    if (await isFree(port)) found.add(port);
  }
  return [...found];
}

export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1);
  return port;
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
