import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * No system takes outgoing ports from this range by itself. A free port of the ephemeral range may be taken by any
 * connection before the server for which it was found listens.
 */
const [FIRST, LAST] = [20_000, 32_000];

const TRIES = 100;

/**
 * Free loopback ports, all different, for servers that must know theirs before they listen: nodes of a cluster name
 * each other, and a restarted broker must keep its address. All others listen on port 0.
 */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  for (let tried = 0; ports.size < count; tried++) {
    if (tried === TRIES + count) throw new Error(`no ${count} free ports from ${FIRST} to ${LAST}`);
    const port = randomInt(FIRST, LAST);
    if (await isFree(port)) ports.add(port);
  }
  return [...ports];
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
