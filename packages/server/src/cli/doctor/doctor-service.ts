import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { checkWorld } from '@palatine/world';
import { openCatalogue } from '../../data-folder/catalogue.ts';
import { type DataPaths, isInUse } from '../../data-folder/data-folder.ts';
import { restConfigFile } from '../../data-folder/rest-config.ts';
import { readTokenFiles } from '../../data-folder/token-files.ts';
import { backupsIn } from '../../maintenance/manifest.ts';
import { figuresOf, figuresText, readWorldSnapshot } from '../world-snapshot.ts';
import type { Finding } from './finding.ts';

const DAY_MS = 24 * 3_600_000;
const OLD_BACKUP_DAYS = 7;
const CONNECT_MS = 2000;

export function checkLock(data: DataPaths): { finding: Finding; inUse: boolean } {
  const check = 'lock';
  try {
    const inUse = isInUse(data.path);
    const found = inUse ? 'a server is using the folder' : 'free';
    return { finding: { check, state: 'ok', found }, inUse };
  } catch (error) {
    const todo = 'look at the permissions of palatine.lock, and whether the disk is full or read-only';
    return { finding: { check, state: 'fail', found: (error as Error).message, todo }, inUse: false };
  }
}

export function checkTokens({ tokens: folder }: DataPaths): Finding {
  const check = 'tokens';
  const tokens = readTokenFiles(folder);
  const faults = [...new Set(tokens.flatMap(({ fault }) => fault ?? []))];
  if (faults.length > 0) {
    return { check, state: 'warn', found: faults.join('; '), todo: 'mend or remove these files' };
  }
  if (tokens.length === 0) {
    const todo = 'palatine init, or the next start, makes one for an administrator';
    return { check, state: 'warn', found: 'there are none', todo };
  }
  const exposed = tokens.filter(({ file, hashed }) => !hashed && isReadByOthers(join(folder, file)));
  if (exposed.length > 0) {
    const found = `${exposed.map(({ file }) => file).join(', ')} hold secrets that other users can read`;
    return { check, state: 'warn', found, todo: `chmod 600 ${join(folder, '*.json')}, or keep hashes` };
  }
  const former = tokens.filter((token) => token.former.length > 0);
  if (former.length > 0) {
    const found = `${former.map(({ file }) => file).join(', ')}: Palisade.* is the former name of Palatine.*, and counts as it`;
    return { check, state: 'warn', found, todo: 'write Palatine.* instead; the tokens work as they are' };
  }
  return { check, state: 'ok', found: `${tokens.length}, all of them count` };
}

function isReadByOthers(file: string): boolean {
  return process.platform !== 'win32' && (statSync(file).mode & 0o004) !== 0;
}

/** A port nobody has while no server runs, and one that answers while one does. */
export async function checkPort(data: DataPaths, inUse: boolean): Promise<Finding> {
  const check = 'port';
  let settings: { Address: string; Port: number };
  try {
    settings = restConfigFile.read(data.restConfig);
  } catch {
    return { check, state: 'warn', found: 'not looked at', todo: `mend ${restConfigFile.name} first` };
  }
  const { Address, Port } = settings;
  const place = `${Address}:${Port}`;
  if (inUse) {
    if (await answers(Address, Port)) return { check, state: 'ok', found: `${place} answers` };
    const todo = 'it may have been started with --port, or is just starting';
    return { check, state: 'warn', found: `a server is running, but ${place} does not answer`, todo };
  }
  const fault = await listenFault(Address, Port);
  if (fault === undefined) return { check, state: 'ok', found: `${place} is free` };
  const todo = `choose another with --port or in ${restConfigFile.name}`;
  const found = fault === 'EADDRINUSE' ? `${place} is taken by another program` : `${place}: ${fault}`;
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

async function listenFault(host: string, port: number): Promise<string | undefined> {
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

export async function checkTheWorld(data: DataPaths): Promise<Finding> {
  const check = 'world';
  if (!existsSync(data.world)) {
    const todo = 'the next start makes a demo world; palatine world import brings yours';
    return { check, state: 'warn', found: 'there is none yet', todo };
  }
  try {
    const { world } = await readWorldSnapshot(data);
    const problems = checkWorld(world, openCatalogue(data));
    if (problems.length === 0) return { check, state: 'ok', found: figuresText(figuresOf(world)) };
    const todo = 'palatine world check lists them; palatine world restore goes back to a backup';
    return { check, state: 'fail', found: `it contradicts itself in ${problems.length} places`, todo };
  } catch (error) {
    const todo = 'palatine world restore goes back to a backup; keep the file, it may be mended';
    return { check, state: 'fail', found: (error as Error).message, todo };
  }
}

export function checkBackups(data: DataPaths): Finding {
  const check = 'backups';
  const todo = 'palatine world backup makes one while the server runs; have it run every night';
  const backups = backupsIn(data.backups);
  const newest = backups.at(-1);
  if (newest === undefined) return { check, state: 'warn', found: 'there are none in Backups', todo };
  const days = Math.floor((Date.now() - newest.madeAtMs) / DAY_MS);
  const found = `${backups.length}, the newest ${days === 0 ? 'of today' : `${days} days old`}`;
  return days > OLD_BACKUP_DAYS ? { check, state: 'warn', found, todo } : { check, state: 'ok', found };
}
