import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { type DataPaths, LOCK, type RunningServer, readRunningServer } from '@palatine/data-dir/data-folder';
import { defaultPermissions, IN_CLEAR, restConfigFile } from '@palatine/data-dir/rest-config';
import { isTokenFile, readTokenFolder, strayTokenFiles } from '@palatine/data-dir/token-files';
import { hostToBind, isReachable } from '@palatine/platform/address';
import { lockHolder } from '@palatine/platform/file-lock';
import { shellWord } from '@palatine/platform/format';
import { namesInFolder } from '@palatine/platform/json';
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

const READ_BY_OTHERS = 0o004;
const ENTERED_BY_OTHERS = 0o001;

/** Whether other users of the machine can read players' addresses, bans or tokens. New files are closed to them. */
export function checkPermissions(data: DataPaths): Result {
  if (process.platform === 'win32') return ok('not checked on Windows');
  if ((modeOf(data.path) & (READ_BY_OTHERS | ENTERED_BY_OTHERS)) === 0) {
    return ok('other users cannot enter the data folder');
  }
  const tokens = namesInFolder(data.tokens).filter(isTokenFile);
  const files = [data.world, data.banlist, ...tokens.map((name) => join(data.tokens, name))];
  const exposed = files.filter(isReadByOthers);
  const message = [`other users can enter ${data.path}`, ...exposed.map((file) => `read ${file}`)].join(', ');
  const todo = [
    `chmod 700 ${shellWord(data.path)}`,
    ...exposed.map((file) => `chmod 600 ${shellWord(file)}`),
  ].join('; ');
  return warn(message, todo);
}

/** Whether every user of the machine may read a file; false on Windows, which has no such modes. */
export function isReadByOthers(file: string): boolean {
  return process.platform !== 'win32' && (modeOf(file) & READ_BY_OTHERS) !== 0;
}

/** 0 where there is no such file. */
function modeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
}

/** Checks the token files, and whether other users of the machine can read their secrets. */
export function checkTokens(data: DataPaths): Result {
  const { tokens: folder, restConfig } = data;
  const { tokens, messages, notes } = readTokenFolder(folder, {
    defaultPermissions: defaultPermissions(restConfig),
  });
  const stray = strayTokenFiles(data).map(
    (file) =>
      `${file} looks like a token file; tokens are read from RESTAPI/Tokens itself, so it has no effect`,
  );
  if (tokens.length + messages.length + stray.length === 0) {
    return warn('there are none', 'palatine init, or the next start, makes one for an administrator');
  }
  const exposed = tokens
    .filter(({ file, hashed }) => !hashed && isReadByOthers(join(folder, file)))
    .map(({ file }) => `${file} holds a secret that other users can read`);
  const problems = [...messages, ...stray, ...exposed];
  if (problems.length === 0) {
    const count = tokens.filter(({ error }) => error === undefined).length;
    const text = count === tokens.length ? `${count}, all of them valid` : `${tokens.length}, ${count} valid`;
    return ok([text, ...notes].join('; '));
  }
  const todo = [
    ...(messages.length > 0 ? [`correct or remove the files in ${folder}`] : []),
    ...(stray.length > 0 ? [`move the others into ${folder}, or remove them`] : []),
    ...(exposed.length > 0 ? [`chmod 600 ${shellWord(folder)}/*.json, or keep hashes`] : []),
  ];
  return warn([...problems, ...notes].join('; '), todo.join('; '));
}
