import { setTimeout as delay } from 'node:timers/promises';
import { type BrokerAddress, connectBroker } from '@palatine/fleet';
import type { Logger } from 'pino';
import { ConfigError } from '../../data-folder/config-error.ts';
import { FILE_BYTES, readTextFile } from '../../data-folder/read-file.ts';

const END_MS = 15_000;
const ASK_AGAIN_MS = 50;

/**
 * Ends the nats-server that a killed gateway has left behind. It is ours when it shows our certificate and takes our
 * system credentials; anything else on the port stays, and the start fails at it. Throws a ConfigError.
 */
export async function endFormerBroker(address: BrokerAddress, pidFile: string, log: Logger): Promise<void> {
  if (!(await answers(address))) return;
  const pid = Number(readTextFile(pidFile, FILE_BYTES.settings));
  if (!Number.isInteger(pid) || pid < 2) {
    throw new ConfigError(`${address.servers[0]}: a nats-server of this folder is running; stop it first`);
  }
  log.warn({ pid }, 'a nats-server that was left behind is ended');
  try {
    process.kill(pid, 'SIGTERM');
  } catch (cause) {
    throw new ConfigError(`the nats-server that was left behind (process ${pid}) cannot be ended`, { cause });
  }
  const giveUpAt = performance.now() + END_MS;
  while (isAlive(pid)) {
    if (performance.now() > giveUpAt) throw new ConfigError(`process ${pid} does not end; stop it first`);
    await delay(ASK_AGAIN_MS);
  }
}

/** It closes its port before its streams, which two processes must not hold at once. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function answers(address: BrokerAddress): Promise<boolean> {
  try {
    const connection = await connectBroker(address);
    await connection.close();
    return true;
  } catch {
    return false; // nobody there, or somebody else
  }
}
