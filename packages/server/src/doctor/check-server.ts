import { existsSync, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { LEVEL } from '@palatine/save/folder-files';
import { folderChecks } from '../attached/attach-checks-folder.ts';
import { holdsWorldOf } from '../attached/attach-folder.ts';
import type { AttachCheck } from '../attached/attach-options.ts';
import { isPublishedPassword, serverPassword } from '../attached/attach-password.ts';
import { worldsAt } from '../attached/discover-worlds.ts';
import { serverControl } from '../control/server-control.ts';
import { ConfigError } from '../data-folder/config-error.ts';
import { type DataPaths, holdsWorld } from '../data-folder/data-folder.ts';
import { namesInFolder } from '../data-folder/read-json.ts';
import { type ServerFile, serverFile } from '../data-folder/server-file.ts';
import { systemClock } from '../game/clock.ts';
import { assertRestUrl } from '../link/rest-address.ts';
import { readAttachedTables } from '../store/world-readers.ts';
import { isReadByOthers } from './check-permissions.ts';
import { checkSettingsFile } from './check-settings.ts';
import type { Finding } from './finding.ts';

// A data folder without a game server has none of these findings, but for a Server.json that is wrong.

export function checkServerFile({ serverFile: file }: DataPaths): Finding | undefined {
  if (!existsSync(file)) return undefined;
  const finding = checkSettingsFile(serverFile, file, () => void serverFile.read(file));
  if (finding.state !== 'ok') return finding;
  const { SaveFolder, Rest } = serverFile.read(file);
  const found = SaveFolder === '' ? 'valid, and names no game server' : `attached to ${Rest.Url}`;
  return { ...finding, found };
}

/** The world folder: whether it can be read, written while the server is stopped, and is the one that is served. */
export function checkSaveFolder(data: DataPaths): Finding | undefined {
  const settings = attachedTo(data);
  if (settings === undefined) return undefined;
  const check = 'save folder';
  const { worlds, problems } = worldsAt(settings.SaveFolder);
  const [world] = worlds;
  if (world === undefined || worlds.length > 1) {
    const found = problems.join('; ') || `${settings.SaveFolder} holds several worlds`;
    return { check, state: 'fail', found, todo: 'palatine attach --save DIR names the folder anew' };
  }
  const checks = folderChecks(world, {
    nowMs: systemClock.now(),
    isAttached: true,
    refusesDeliveries: settings.Deliveries === 'Refuse',
  });
  if (holdsWorld(data) && !holdsWorldOf(data, world.folder)) {
    checks.push({
      check,
      state: 'warning',
      found: 'the world of the data folder did not come from this save',
      todo: 'palatine attach --replace imports the save, and keeps that world under another name',
    });
  }
  if (holdsWorld(data) && isStalled(data, world.folder)) {
    checks.push({
      check,
      state: 'warning',
      found: `${LEVEL} stands still although somebody plays`,
      todo: 'look whether the disk of the game server is full, and whether it plays the world of this folder',
    });
  }
  return combined(check, checks);
}

/** Whether the save is still the one of which the service has said that it stands still. */
function isStalled(data: DataPaths, folder: string): boolean {
  const { stalledAt } = readAttachedTables(data);
  const stats = statSync(join(folder, LEVEL), { throwIfNoEntry: false });
  return stalledAt !== undefined && stats !== undefined && stats.mtimeMs < Date.parse(stalledAt) + 1;
}

/** Address and password of the REST interface. Nothing is sent. */
export async function checkRestAccess(data: DataPaths, env: NodeJS.ProcessEnv): Promise<Finding | undefined> {
  const settings = attachedTo(data);
  if (settings === undefined) return undefined;
  const check = 'REST interface';
  const { Url, AllowPublicAddress, PasswordFile } = settings.Rest;
  try {
    await assertRestUrl(Url, { allowPublicAddress: AllowPublicAddress });
    const password = serverPassword(data.path, PasswordFile, env);
    if (password === undefined) {
      const todo =
        'name a file in Rest.PasswordFile, or set PALATINE_SERVER_PASSWORD for the service (and for doctor)';
      return { check, state: 'warn', found: 'no password is known here', todo };
    }
    if (isPublishedPassword(password.secret)) {
      const todo = 'choose another AdminPassword: whoever knows it rules the server';
      return { check, state: 'warn', found: 'the password is an example that is published', todo };
    }
    const file = isAbsolute(PasswordFile) ? PasswordFile : join(data.path, PasswordFile);
    if (password.from === 'file' && isReadByOthers(file)) {
      return { check, state: 'warn', found: `other users can read ${file}`, todo: `chmod 600 '${file}'` };
    }
    return { check, state: 'ok', found: `${Url}, with a password` };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return {
      check,
      state: 'fail',
      found: error.message,
      todo: 'palatine attach --rest URL --password-file FILE',
    };
  }
}

/** Whether a control can work with its settings. Nothing is asked, stopped or started. */
export function checkControl(data: DataPaths): Finding | undefined {
  const settings = attachedTo(data);
  if (settings === undefined) return undefined;
  const check = 'control';
  const { Kind, Socket } = settings.Control;
  try {
    serverControl(settings.Control);
    if (
      Kind === 'Docker' &&
      Socket.startsWith('/') &&
      statSync(Socket, { throwIfNoEntry: false }) === undefined
    ) {
      const todo = 'mount the socket, or name that of a socket proxy in Control.Socket';
      return { check, state: 'warn', found: `there is no ${Socket}`, todo };
    }
    return {
      check,
      state: 'ok',
      found: Kind === 'Somebody' ? 'somebody else stops and starts the server' : Kind,
    };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { check, state: 'fail', found: error.message, todo: `correct it in ${serverFile.name}` };
  }
}

/** Maintenances that were interrupted and not gone on with. */
export function checkMaintenance({ path }: DataPaths): Finding | undefined {
  const aside = namesInFolder(path).filter((name) => /^maintenance-.*\.json$/.test(name));
  if (aside.length === 0) return undefined;
  const found = `${aside.join(', ')}: interrupted, and not gone on with`;
  const todo = 'see that the game server runs with the save that it should have, then remove the file';
  return { check: 'maintenance', state: 'warn', found, todo };
}

/** What waits for the next maintenance. */
export function checkDeliveries(data: DataPaths): Finding | undefined {
  if (!holdsWorld(data)) return undefined;
  const check = 'deliveries';
  const { deliveries, batches } = readAttachedTables(data);
  const states = deliveries.map(({ record }) => (JSON.parse(record) as { state: string }).state); // written by the store
  const count = (state: string) => states.filter((each) => each === state).length;
  const waiting = count('Pending') + count('Delivering');
  const settings = attachedTo(data);
  if (settings === undefined) {
    if (waiting === 0) return undefined;
    const todo = 'palatine attach; without a game server they wait for ever';
    return { check, state: 'warn', found: `${waiting} wait, and the folder is not attached`, todo };
  }
  const found = `${count('Pending')} pending, ${count('Delivering')} being delivered, ${count('Failed')} failed`;
  if (batches > 0 && count('Delivering') > 0) {
    const todo = 'the service settles that at its start, and once the game server has answered';
    return { check, state: 'warn', found: `${found}; how the last maintenance ended is not settled`, todo };
  }
  return { check, state: 'ok', found };
}

/** Undefined where there is no game server, or Server.json is wrong, which has a finding of its own. */
function attachedTo(data: DataPaths): ServerFile | undefined {
  try {
    const settings = serverFile.read(data.serverFile);
    return settings.SaveFolder === '' ? undefined : settings;
  } catch (error) {
    if (error instanceof ConfigError) return undefined;
    throw error;
  }
}

const STATES = { ok: 'ok', warning: 'warn', missing: 'fail' } as const;

/** The worst of several checks, with what each of that kind has found. */
function combined(check: string, checks: readonly AttachCheck[]): Finding {
  const worst = (['missing', 'warning'] as const).find((state) =>
    checks.some((each) => each.state === state),
  );
  const shown = worst === undefined ? checks.slice(0, 1) : checks.filter(({ state }) => state === worst);
  const found = shown.map((each) => each.found).join('; ');
  const todo = shown.map((each) => each.todo).filter((text) => text !== undefined);
  return { check, state: STATES[worst ?? 'ok'], found, ...(todo.length > 0 && { todo: todo.join('; ') }) };
}
