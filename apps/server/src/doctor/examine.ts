import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { sentence } from '@palatine/contract';
import { type DataPaths, holdsWorld, isInUse, runningServerFile } from '@palatine/data-dir/data-folder';
import { LATE_RELOAD } from '@palatine/engine/config';
import { bytesOf, readLastReload } from '@palatine/engine/world-readers';
import { bytesText } from '@palatine/platform/format';
import { loadCatalogue } from '@palatine/world/catalogue';
import type { WorldEvent } from '@palatine/world/world';
import {
  checkConnections,
  checkPermissions,
  checkPort,
  checkTokens,
  type ListeningFlags,
} from './check-access.ts';
import {
  checkControl,
  checkDeliveries,
  checkMaintenance,
  checkRestAccess,
  checkSaveFolder,
  checkServerFile,
} from './check-server.ts';
import {
  checkAllowList,
  checkBanlist,
  checkConfig,
  checkFleetFile,
  checkPals,
  checkRestConfig,
  checkWhitelist,
} from './check-settings.ts';
import { checkBackups, checkBase, checkHistory, checkWorldFile } from './check-world.ts';
import { type Finding, fail, ok, type Result, warn } from './finding.ts';

/** Overrides of the address in RESTConfig.json, and the environment of the server. */
interface ExamineOptions extends ListeningFlags {
  env: NodeJS.ProcessEnv;
}

type Check = (
  data: DataPaths,
  inUse: boolean,
  options: ExamineOptions,
) => Result | undefined | Promise<Result | undefined>;

const SETTINGS: Record<string, (data: DataPaths) => ReturnType<Check>> = {
  'Config.json': checkConfig,
  'RESTAPI/RESTConfig.json': checkRestConfig,
  'Banlist.json': checkBanlist,
  Pals: checkPals,
  'WhiteList.json': checkWhitelist,
};

const CHECKS: Record<string, Check> = {
  disk: checkDisk,
  permissions: checkPermissions,
  ...SETTINGS,
  reload: checkReload,
  tokens: checkTokens,
  'AllowList.json': checkAllowList,
  'fleet.json': checkFleetFile,
  port: checkPort,
  connections: checkConnections,
  world: checkWorldFile,
  base: checkBase,
  history: checkHistory,
  backups: checkBackups,
  'Server.json': checkServerFile,
  'save folder': checkSaveFolder,
  'REST interface': (data, _inUse, { env }) => checkRestAccess(data, env),
  control: checkControl,
  maintenance: checkMaintenance,
  deliveries: checkDeliveries,
};

/** Checks installation and data folder, changes nothing. Must not run in the process of a server: it would lose its locks. */
export async function examine(data: DataPaths, options: ExamineOptions): Promise<Finding[]> {
  const folder = { check: 'data folder', ...checkDataFolder(data) };
  const catalogue = { check: 'catalogue', ...checkCatalogue(folder.state === 'fail' ? undefined : data) };
  const first = [{ check: 'Node', ...checkNode() }, catalogue, folder];
  if (first.some(({ state }) => state === 'fail')) return first;
  const { inUse, ...lock } = checkLock(data);
  const others = await findingsOf(CHECKS, (check) => check(data, inUse, options));
  return [...first, { check: 'lock', ...lock }, ...others];
}

/** Checks the settings of a folder, as a start would. */
export function examineSettings(data: DataPaths): Promise<Finding[]> {
  return findingsOf(SETTINGS, (check) => check(data));
}

/** A check that fails to run is a finding as well: the others still run. */
async function findingsOf<C>(
  checks: Record<string, C>,
  look: (check: C) => ReturnType<Check>,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [check, probe] of Object.entries(checks)) {
    try {
      const result = await look(probe);
      if (result !== undefined) findings.push({ check, ...result });
    } catch (error) {
      findings.push({ check, ...fail((error as Error).message, sentence('todo.readable')) });
    }
  }
  return findings;
}

/** Whether a running server has missed a ReloadConfig; a start reads the files by itself. */
function checkReload(data: DataPaths, inUse: boolean): Result | undefined {
  if (!inUse || !holdsWorld(data)) return undefined;
  const record = readLastReload(data);
  if (record === undefined) return undefined;
  const { type, data: payload, atMs } = JSON.parse(record) as WorldEvent; // written by the store
  if (type !== 'config.rejected' || payload.reason !== LATE_RELOAD) return undefined;
  const startedMs = statSync(runningServerFile(data.path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (startedMs > atMs) return undefined;
  return warn(sentence('doctor.lateReload'), 'palatine reload');
}

/** Problems that a line of the report lists; more are counted. */
const SHOWN_PROBLEMS = 5;

/** Below this a server is about to refuse writes. */
const MIN_FREE_BYTES = 100 * 1024 * 1024;

const REQUIRED_MAJOR = 24;

function checkNode(): Result {
  const { node } = process.versions;
  if (Number(node.split('.')[0]) >= REQUIRED_MAJOR) return ok(node);
  return fail(sentence('doctor.oldNode', { node, needed: REQUIRED_MAJOR }), sentence('todo.node'));
}

async function checkDisk(data: DataPaths): Promise<Result> {
  const { bavail, bsize } = await statfs(data.path);
  const freeBytes = bavail * bsize;
  const free = bytesText(freeBytes);
  const world = bytesOf(data.world);
  if (freeBytes < MIN_FREE_BYTES) return fail(sentence('doctor.free', { free }), sentence('todo.freeSpace'));
  if (freeBytes < 3 * world) {
    const found = sentence('doctor.littleSpace', { free, world: bytesText(world) });
    return warn(found, sentence('todo.freeOrKeepLess'));
  }
  return ok(sentence('doctor.free', { free }));
}

function checkLock(data: DataPaths): Result & { inUse: boolean } {
  try {
    const inUse = isInUse(data.path);
    return { ...ok(sentence(inUse ? 'doctor.inUse' : 'doctor.notInUse')), inUse };
  } catch (error) {
    return { ...fail((error as Error).message, sentence('todo.lock')), inUse: false };
  }
}

function checkDataFolder({ path }: DataPaths): Result {
  if (!existsSync(path)) {
    return fail(sentence('doctor.noFolder', { path }), sentence('todo.init'));
  }
  if (!statSync(path).isDirectory()) {
    return fail(sentence('doctor.folderIsFile', { path }), sentence('todo.moveAway'));
  }
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return fail(sentence('doctor.cannotWrite', { path }), sentence('todo.writable'));
  }
  return ok(path);
}

/** Checks our tables; the server ignores an invalid overlay of the operator. */
function checkCatalogue(data: DataPaths | undefined): Result {
  try {
    const { items, pals, technologies, problems } = loadCatalogue({ overlay: data?.catalogue });
    if (problems.length === 0) {
      const counts = { items: items.size, pals: pals.size, technologies: technologies.size };
      return ok(sentence('doctor.catalogue', counts));
    }
    const texts = problems
      .slice(0, SHOWN_PROBLEMS)
      .map(({ file, place, reason }) => [file, place, reason].filter((part) => part !== '').join(': '));
    const more = problems.length > texts.length ? `; and ${problems.length - texts.length} more` : '';
    return warn(`${texts.join('; ')}${more}`, sentence('todo.catalogue'));
  } catch (error) {
    return fail((error as Error).message, sentence('todo.reinstall'));
  }
}
