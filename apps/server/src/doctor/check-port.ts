import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { type DataPaths, LOCK } from '@palatine/data-dir/data-folder';
import { hostToBind, IN_CLEAR, isReachable, restConfigFile } from '@palatine/data-dir/rest-config';
import { type RunningServer, readRunningServer } from '@palatine/data-dir/running-server-file';
import { lockHolder } from '@palatine/platform/file-lock';
import { connectionsWithin, maxOpenFiles } from '@palatine/web/connections';
import { fail, ok, type Result, warn } from './finding.ts';

const CONNECT_MS = 2000;

export interface ListeningFlags {
  address: string | undefined;
  port: number | undefined;
}

/** The port must be free, or answer while a server runs; a public address needs TLS. */
export async function checkPort(data: DataPaths, inUse: boolean, flags: ListeningFlags): Promise<Result> {
  const { settings } = restConfigFile.readOver(data.restConfig);
  if (settings === undefined) return warn('not checked', `fix ${restConfigFile.name} first`);
  const running = inUse ? addressOf(readRunningServer(data.path)) : undefined;
  const boundTo = flags.address ?? settings.Address;
  const address = flags.address ?? running?.address ?? boundTo;
  const port = flags.port ?? running?.port ?? settings.Port;
  const result = inUse ? await whileInUse(address, port) : await whileFree(address, port);
  const hasTls = settings.TLS.Certificate !== '';
  if (result.state !== 'ok' || hasTls || !(await reachesOthers(boundTo))) return result;
  return warn(`${result.found}; ${IN_CLEAR.found}`, IN_CLEAR.todo);
}

/** The files that the server, or one started here, may open must do for its connections. */
export function checkConnections(data: DataPaths, inUse: boolean): Result | undefined {
  const wanted = restConfigFile.readOver(data.restConfig).settings?.Limits['Max-Connections'];
  const openFiles = maxOpenFiles(inUse ? lockHolder(join(data.path, LOCK)) : undefined);
  const fitting = connectionsWithin(openFiles);
  if (wanted === undefined || !Number.isFinite(openFiles)) return undefined;
  const found = `up to ${Math.min(wanted, fitting)}`;
  if (fitting >= wanted) return ok(found);
  const todo = 'raise the limit of open files (ulimit -n, LimitNOFILE), or lower Max-Connections';
  return warn(`${found} of ${wanted}: the process may open only ${openFiles} files`, todo);
}

function addressOf(running: RunningServer | undefined): { address: string; port: number } | undefined {
  if (running === undefined || !URL.canParse(running.url)) return undefined;
  const { hostname, port, protocol } = new URL(running.url);
  return {
    address: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (protocol === 'https:' ? 443 : 80),
  };
}

async function whileInUse(address: string, port: number): Promise<Result> {
  if (await answers(address, port)) return ok(`${address}:${port} answers`);
  const todo =
    'it may have been started with --port or PALATINE_PORT (give them to doctor too), or is just starting';
  return warn(`a server is running, but ${address}:${port} does not answer`, todo);
}

async function whileFree(address: string, port: number): Promise<Result> {
  const error = await listenError(hostToBind(address), port);
  if (error === undefined) return ok(`${address}:${port} is free`);
  const why = error === 'EADDRINUSE' ? ' is taken by another program' : `: ${error}`;
  return fail(`${address}:${port}${why}`, `choose another with --port or in ${restConfigFile.name}`);
}

/** Whether the name resolves to an address that other machines can reach. */
async function reachesOthers(address: string): Promise<boolean> {
  try {
    return isReachable((await lookup(hostToBind(address))).address);
  } catch {
    return false; // an unknown name, on which nothing listens
  }
}

async function answers(host: string, port: number): Promise<boolean> {
  const near = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  const socket = connect({ host: near, port });
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(CONNECT_MS) });
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** The code of the error of listening; undefined when it works. */
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
