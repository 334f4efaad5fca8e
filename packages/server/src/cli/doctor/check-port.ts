import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { DataPaths } from '../../data-folder/data-folder.ts';
import { restConfigFile } from '../../data-folder/rest-config.ts';
import type { Finding } from './finding.ts';

const CONNECT_MS = 2000;

/** The port has to be free while no server runs, and to answer while one does. */
export async function checkPort(data: DataPaths, inUse: boolean): Promise<Finding> {
  const check = 'port';
  let settings: { Address: string; Port: number };
  try {
    settings = restConfigFile.read(data.restConfig);
  } catch {
    return { check, state: 'warn', found: 'not looked at', todo: `mend ${restConfigFile.name} first` };
  }
  const { Address, Port } = settings;
  const address = `${Address}:${Port}`;
  if (inUse) {
    if (await answers(Address, Port)) return { check, state: 'ok', found: `${address} answers` };
    const todo = 'it may have been started with --port, or is just starting';
    return { check, state: 'warn', found: `a server is running, but ${address} does not answer`, todo };
  }
  const error = await listenError(Address, Port);
  if (error === undefined) return { check, state: 'ok', found: `${address} is free` };
  const todo = `choose another with --port or in ${restConfigFile.name}`;
  const found = error === 'EADDRINUSE' ? `${address} is taken by another program` : `${address}: ${error}`;
  return { check, state: 'fail', found, todo };
}

function answers(host: string, port: number): Promise<boolean> {
  const near = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return new Promise((resolve) => {
    const socket = connect({ host: near, port, timeout: CONNECT_MS });
    const end = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.on('connect', () => end(true));
    socket.on('error', () => end(false));
    socket.on('timeout', () => end(false));
  });
}

/** The code of the error that keeps a server from listening; undefined when it could. */
async function listenError(host: string, port: number): Promise<string | undefined> {
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, 'listening');
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? (error as Error).message;
  } finally {
    server.close();
  }
}
