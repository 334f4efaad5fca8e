import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { sentence, sentences, textSentence } from '@palatine/contract';
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
  if (settings === undefined)
    return warn(sentence('doctor.notChecked'), sentence('todo.fixFirst', { file: restConfigFile.name }));
  const running = inUse ? addressOf(readRunningServer(data.path)) : undefined;
  const boundTo = flags.address ?? settings.Address;
  const address = flags.address ?? running?.address ?? boundTo;
  const port = flags.port ?? running?.port ?? settings.Port;
  const result = inUse ? await whileInUse(address, port) : await whileFree(address, port);
  const hasTls = settings.TLS.Certificate !== '';
  if (result.state !== 'ok' || hasTls || !(await reachesOthers(boundTo))) return result;
  return warn(sentences([result.found, IN_CLEAR.found]), IN_CLEAR.todo);
}

/** The files that the server, or one started here, may open must do for its connections. */
export function checkConnections(data: DataPaths, inUse: boolean): Result | undefined {
  const wanted = restConfigFile.readOver(data.restConfig).settings?.Limits['Max-Connections'];
  const openFiles = maxOpenFiles(inUse ? lockHolder(join(data.path, LOCK)) : undefined);
  const fitting = connectionsWithin(openFiles);
  if (wanted === undefined || !Number.isFinite(openFiles)) return undefined;
  if (fitting >= wanted) return ok(sentence('doctor.connections', { count: wanted }));
  const found = sentence('doctor.fewFiles', { count: fitting, wanted, files: openFiles });
  return warn(found, sentence('todo.openFiles'));
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
  const at = `${address}:${port}`;
  if (await answers(address, port)) return ok(sentence('doctor.answers', { address: at }));
  return warn(sentence('doctor.doesNotAnswer', { address: at }), sentence('todo.otherPort'));
}

async function whileFree(address: string, port: number): Promise<Result> {
  const error = await listenError(hostToBind(address), port);
  const at = `${address}:${port}`;
  if (error === undefined) return ok(sentence('doctor.portFree', { address: at }));
  const todo = sentence('todo.choosePort', { file: restConfigFile.name });
  return fail(
    error === 'EADDRINUSE' ? sentence('doctor.portTaken', { address: at }) : `${at}: ${error}`,
    todo,
  );
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
  if (process.platform === 'win32') return ok(sentence('doctor.notOnWindows'));
  if ((modeOf(data.path) & (READ_BY_OTHERS | ENTERED_BY_OTHERS)) === 0) {
    return ok(sentence('doctor.closed'));
  }
  const tokens = namesInFolder(data.tokens).filter(isTokenFile);
  const files = [data.world, data.banlist, ...tokens.map((name) => join(data.tokens, name))];
  const exposed = files.filter(isReadByOthers);
  const found = [
    sentence('doctor.entered', { path: data.path }),
    ...exposed.map((file) => sentence('doctor.readByOthers', { file })),
  ];
  const todo = [
    `chmod 700 ${shellWord(data.path)}`,
    ...exposed.map((file) => `chmod 600 ${shellWord(file)}`),
  ].join('; ');
  return warn(sentences(found), todo);
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
  const {
    tokens,
    messages,
    notes: remarks,
  } = readTokenFolder(folder, {
    defaultPermissions: defaultPermissions(restConfig),
  });
  const stray = strayTokenFiles(data).map((file) => sentence('doctor.strayToken', { file }));
  if (tokens.length + messages.length + stray.length === 0) {
    return warn(sentence('doctor.noTokens'), sentence('todo.tokens'));
  }
  const exposed = tokens
    .filter(({ file, hashed }) => !hashed && isReadByOthers(join(folder, file)))
    .map(({ file }) => sentence('doctor.readByOthers', { file }));
  const notes = remarks.map(textSentence);
  const problems = [...messages.map(textSentence), ...stray, ...exposed];
  if (problems.length === 0) {
    const count = tokens.filter(({ error }) => error === undefined).length;
    const found =
      count === tokens.length
        ? sentence('doctor.tokensValid', { count })
        : sentence('doctor.tokens', { count: tokens.length, valid: count });
    return ok(sentences([found, ...notes]));
  }
  const todo = [
    ...(messages.length > 0 ? [sentence('todo.tokenFiles', { folder })] : []),
    ...(stray.length > 0 ? [sentence('todo.strayTokens', { folder })] : []),
    ...(exposed.length > 0 ? [sentence('todo.chmodTokens', { folder: shellWord(folder) })] : []),
  ];
  return warn(sentences([...problems, ...notes]), sentences(todo));
}
