import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type DataPaths, holdsWorld } from '@palatine/data-dir/data-folder';
import { type ServerFile, serverFile } from '@palatine/data-dir/server-file';
import { isPublishedSecret } from '@palatine/data-dir/token-files';
import { REPLACED_SHOWN_MS, readAttachedTables } from '@palatine/engine/world-readers';
import { systemClock } from '@palatine/platform/clock';
import { ConfigError } from '@palatine/platform/config-error';
import { shellWord } from '@palatine/platform/format';
import { namesInFolder } from '@palatine/platform/json';
import { LEVEL } from '@palatine/save/folder-files';
import { holdsWorldOf } from '@palatine/sidecar/attach';
import { folderChecks } from '@palatine/sidecar/attach-checks-folder';
import { type AttachCheck, serverPassword, warning } from '@palatine/sidecar/attachment';
import { START_IT, unreadSettings, WRITE_SO, whyNotStarted, worldsAt } from '@palatine/sidecar/discover';
import { serverControl } from '@palatine/sidecar/server-control';
import { assertRestUrl } from '@palatine/sidecar/wire';
import { isReadByOthers } from './check-access.ts';
import { checkSettingsFile } from './check-settings.ts';
import { fail, ok, type Result, warn } from './finding.ts';

// A data folder without a game server has none of these findings, except for an invalid Server.json.

export function checkServerFile({ serverFile: file }: DataPaths): Result | undefined {
  if (!existsSync(file)) return undefined;
  const finding = checkSettingsFile(serverFile, file);
  if (finding.state !== 'ok') return finding;
  const { SaveFolder, Rest } = serverFile.read(file);
  const about = SaveFolder === '' ? 'valid, and names no game server' : `attached to ${Rest.Url}`;
  return ok(finding.found.replace('valid', about));
}

const CHECK = 'save folder';

/** The world folder: whether it can be read, written while the server is stopped, and is the one that is served. */
export function checkSaveFolder(data: DataPaths): Result | undefined {
  const settings = attachedTo(data);
  if (settings === undefined) return undefined;
  const { worlds, problems } = worldsAt(settings.SaveFolder);
  const [world] = worlds;
  if (world === undefined || worlds.length > 1) {
    const message = problems.join('; ') || `${settings.SaveFolder} holds several worlds`;
    return fail(message, 'palatine attach --save DIR sets the folder again');
  }
  const checks = folderChecks(world, {
    nowMs: systemClock.now(),
    isAttached: true,
    refusesDeliveries: settings.Deliveries === 'Refuse',
  });
  if (holdsWorld(data) && !holdsWorldOf(data, world.folder)) {
    const todo = 'palatine attach --replace imports the save, and keeps that world under another name';
    checks.push(warning(CHECK, 'the world of the data folder did not come from this save', todo));
  }
  if (holdsWorld(data) && isStalled(data, world.folder)) {
    const todo =
      'look whether the disk of the game server is full, and whether it plays the world of this folder';
    checks.push(warning(CHECK, `${LEVEL} is not written although somebody plays`, todo));
  }
  const replaced = holdsWorld(data) ? readAttachedTables(data).replaced : undefined;
  if (replaced !== undefined && systemClock.now() < replaced.atMs + REPLACED_SHOWN_MS) {
    const todo = 'if nobody restored it on purpose: palatine server backups lists the copies of before';
    checks.push(warning(CHECK, replaced.data.reason, todo));
  }
  const notStarted = whyNotStarted(world.folder);
  if (notStarted !== '') checks.push(warning(CHECK, `${notStarted}, and deliveries wait`, START_IT));
  return combined(checks);
}

/** Whether the save is still the one that the service has reported as stalled. */
function isStalled(data: DataPaths, folder: string): boolean {
  const { stalledAt } = readAttachedTables(data);
  const stats = statSync(join(folder, LEVEL), { throwIfNoEntry: false });
  return stalledAt !== undefined && stats !== undefined && stats.mtimeMs < Date.parse(stalledAt) + 1;
}

/** Address and password of the REST interface. Nothing is sent. */
export async function checkRestAccess(data: DataPaths, env: NodeJS.ProcessEnv): Promise<Result | undefined> {
  const settings = attachedTo(data);
  if (settings === undefined) return undefined;
  const { Url, AllowPublicAddress, PasswordFile } = settings.Rest;
  try {
    await assertRestUrl(Url, { allowPublicAddress: AllowPublicAddress });
    const password = serverPassword(data.path, PasswordFile, env);
    if (password === undefined) {
      const todo =
        'name a file in Rest.PasswordFile, or set PALATINE_SERVER_PASSWORD for the service (and for doctor)';
      return warn('no password is configured', todo);
    }
    if (isPublishedSecret(password.secret)) {
      const todo = 'choose another AdminPassword: anybody who knows it controls the server';
      return warn('the password is a published example', todo);
    }
    const { file } = password;
    if (file !== undefined && isReadByOthers(file)) {
      return warn(`other users can read ${file}`, `chmod 600 ${shellWord(file)}`);
    }
    const unread = unreadSettings(settings.SaveFolder);
    if (unread !== '') return warn(unread, WRITE_SO);
    return ok(`${Url}, with a password`);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return fail(error.message, 'palatine attach --rest URL --password-file FILE');
  }
}

/** Whether a control can work with its settings. Nothing is sent, stopped or started. */
export function checkControl(data: DataPaths): Result | undefined {
  const settings = attachedTo(data);
  if (settings === undefined) return undefined;
  const { Kind, Socket } = settings.Control;
  try {
    serverControl(settings.Control);
    if (Kind === 'Docker' && Socket.startsWith('/') && !statSync(Socket, { throwIfNoEntry: false })) {
      const todo = 'mount the socket, or name that of a socket proxy in Control.Socket';
      return warn(`there is no ${Socket}`, todo);
    }
    return ok(Kind === 'Somebody' ? 'somebody else stops and starts the server' : Kind);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return fail(error.message, `correct it in ${serverFile.name}`);
  }
}

export function checkMaintenance({ path }: DataPaths): Result | undefined {
  const aside = namesInFolder(path).filter((name) => /^maintenance-.*\.json$/.test(name));
  if (aside.length === 0) return undefined;
  const todo = 'check that the game server runs with the right save, then remove the file';
  return warn(`${aside.join(', ')}: interrupted, and not resumed`, todo);
}

export function checkDeliveries(data: DataPaths): Result | undefined {
  if (!holdsWorld(data)) return undefined;
  const { deliveries, batches } = readAttachedTables(data);
  const states = deliveries.map(({ record }) => (JSON.parse(record) as { state: string }).state); // written by the store
  const count = (state: string) => states.filter((stored) => stored === state).length;
  const waiting = count('Pending') + count('Delivering');
  const settings = attachedTo(data);
  if (settings === undefined) {
    if (waiting === 0) return undefined;
    const todo = 'palatine attach; without a game server they wait for ever';
    return warn(`${waiting} wait, and the folder is not attached`, todo);
  }
  const message = `${count('Pending')} pending, ${count('Delivering')} being delivered, ${count('Failed')} failed`;
  if (batches > 0 && count('Delivering') > 0) {
    const todo = 'the service resolves that at its start, once the game server has answered';
    return warn(`${message}; the outcome of the last maintenance is not known yet`, todo);
  }
  return ok(message);
}

/** Undefined where there is no game server, or Server.json is invalid, which is a separate finding. */
export function attachedTo(data: DataPaths): ServerFile | undefined {
  const { settings } = serverFile.readOver(data.serverFile);
  return settings?.SaveFolder === '' ? undefined : settings;
}

const STATES = { ok: 'ok', warning: 'warn', missing: 'fail' } as const;

function combined(checks: readonly AttachCheck[]): Result {
  const worst = (['missing', 'warning'] as const).find((worse) =>
    checks.some(({ state }) => state === worse),
  );
  const reported = worst === undefined ? checks.slice(0, 1) : checks.filter(({ state }) => state === worst);
  const found = reported.map(({ found }) => found).join('; ');
  const todo = reported.map(({ todo }) => todo).filter((text) => text !== undefined);
  return { state: STATES[worst ?? 'ok'], found, ...(todo.length > 0 && { todo: todo.join('; ') }) };
}
