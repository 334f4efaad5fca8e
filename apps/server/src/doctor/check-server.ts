import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sentence, sentences } from '@palatine/contract';
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
  const { SaveFolder = '', Rest } = serverFile.readOver(file).settings ?? {};
  const url = Rest?.Url ?? '';
  const about = SaveFolder === '' ? sentence('doctor.noServer') : sentence('doctor.attached', { url });
  return checkSettingsFile(serverFile, file, about);
}

const CHECK = 'save folder';

/** The world folder: whether it can be read, written while the server is stopped, and is the one that is served. */
export function checkSaveFolder(data: DataPaths): Result | undefined {
  const settings = attachedTo(data);
  if (settings === undefined) return undefined;
  const { worlds, problems } = worldsAt(settings.SaveFolder);
  const [world] = worlds;
  if (world === undefined || worlds.length > 1) {
    const several = sentence('doctor.severalWorlds', { folder: settings.SaveFolder });
    return fail(problems.join('; ') || several, sentence('todo.attachSave'));
  }
  const checks = folderChecks(world, {
    nowMs: systemClock.now(),
    isAttached: true,
    refusesDeliveries: settings.Deliveries === 'Refuse',
  });
  if (holdsWorld(data) && !holdsWorldOf(data, world.folder)) {
    checks.push(warning(CHECK, sentence('doctor.foreignWorld'), sentence('todo.attachReplace')));
  }
  if (holdsWorld(data) && isStalled(data, world.folder)) {
    checks.push(warning(CHECK, sentence('doctor.stalled', { file: LEVEL }), sentence('todo.stalled')));
  }
  const replaced = holdsWorld(data) ? readAttachedTables(data).replaced : undefined;
  if (replaced !== undefined && systemClock.now() < replaced.atMs + REPLACED_SHOWN_MS) {
    checks.push(warning(CHECK, replaced.data.reason, sentence('todo.saveReplaced')));
  }
  const notStarted = whyNotStarted(world.folder);
  if (notStarted !== undefined)
    checks.push(warning(CHECK, sentence('doctor.waits', { why: [notStarted] }), START_IT));
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
      return warn(sentence('doctor.noPassword'), sentence('todo.password'));
    }
    if (isPublishedSecret(password.secret)) {
      return warn(sentence('doctor.knownPassword'), sentence('todo.otherPassword'));
    }
    const { file } = password;
    if (file !== undefined && isReadByOthers(file)) {
      return warn(sentence('doctor.readByOthers', { file }), `chmod 600 ${shellWord(file)}`);
    }
    const unread = unreadSettings(settings.SaveFolder);
    if (unread !== '') return warn(unread, WRITE_SO);
    return ok(sentence('doctor.withPassword', { url: Url }));
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
      return warn(sentence('doctor.missing', { file: Socket }), sentence('todo.socket'));
    }
    return ok(Kind === 'Somebody' ? sentence('doctor.byHand') : Kind);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return fail(error.message, sentence('todo.correct', { file: serverFile.name }));
  }
}

export function checkMaintenance({ path }: DataPaths): Result | undefined {
  const aside = namesInFolder(path).filter((name) => /^maintenance-.*\.json$/.test(name));
  if (aside.length === 0) return undefined;
  return warn(sentence('doctor.notResumed', { files: aside.join(', ') }), sentence('todo.notResumed'));
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
    return warn(sentence('doctor.waitForServer', { count: waiting }), sentence('todo.attach'));
  }
  const counts = { pending: count('Pending'), delivering: count('Delivering'), failed: count('Failed') };
  const found = sentence('doctor.deliveries', counts);
  if (batches === 0 || counts.delivering === 0) return ok(found);
  return warn(sentences([found, sentence('doctor.unsettled')]), sentence('todo.settles'));
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
  const found = sentences(reported.map((check) => check.found));
  const todo = reported.flatMap((check) => check.todo ?? []);
  return { state: STATES[worst ?? 'ok'], found, ...(todo.length > 0 && { todo: sentences(todo) }) };
}
