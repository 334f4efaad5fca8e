import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { type CatalogueProblem, loadCatalogue, type WorldEvent } from '@palatine/world';
import { bytesText } from '../data-folder/bytes-text.ts';
import { openCatalogue } from '../data-folder/catalogue.ts';
import { type DataPaths, holdsWorld, isInUse } from '../data-folder/data-folder.ts';
import { LATE_RELOAD } from '../data-folder/live-settings.ts';
import { runningServerFile } from '../data-folder/running-server-file.ts';
import { bytesOf, readLastReload } from '../store/world-readers.ts';
import { checkBanlist } from './check-banlist.ts';
import { checkPermissions, checkTokens } from './check-permissions.ts';
import { checkPort, type ListeningFlags } from './check-port.ts';
import {
  checkControl,
  checkDeliveries,
  checkMaintenance,
  checkRestAccess,
  checkSaveFolder,
  checkServerFile,
} from './check-server.ts';
import { checkAllowList, checkConfig, checkPals, checkRestConfig, checkWhitelist } from './check-settings.ts';
import { checkBackups, checkBase, checkHistory, checkWorldFile } from './check-world.ts';
import type { Finding } from './finding.ts';

/** Where a server listens, when not where RESTConfig.json says, and the environment that it runs in. */
export interface ExamineOptions extends ListeningFlags {
  env: NodeJS.ProcessEnv;
}

type Check = (
  data: DataPaths,
  inUse: boolean,
  options: ExamineOptions,
) => Finding | undefined | Promise<Finding | undefined>;

const CHECKS: Record<string, Check> = {
  disk: checkDisk,
  permissions: checkPermissions,
  'Config.json': checkConfig,
  'RESTAPI/RESTConfig.json': checkRestConfig,
  'Banlist.json': checkBanlist,
  Pals: checkPals,
  reload: checkReload,
  tokens: checkTokens,
  'AllowList.json': checkAllowList,
  'WhiteList.json': checkWhitelist,
  port: checkPort,
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

/**
 * Checks the installation and the data folder. Changes nothing. Not in the process of a server: locks of a file belong
 * to a process, which loses its own when it looks at them.
 */
export async function examine(data: DataPaths, options: ExamineOptions): Promise<Finding[]> {
  const folder = checkDataFolder(data, options);
  const catalogue = checkCatalogue(folder.state === 'fail' ? undefined : data);
  const findings = [checkNode(), catalogue, folder];
  if (findings.some(({ state }) => state === 'fail')) return findings;
  const running = checkLock(data);
  findings.push(running.finding);
  for (const [name, look] of Object.entries(CHECKS)) {
    const finding = await guarded(name, () => look(data, running.inUse, options));
    if (finding !== undefined) findings.push(finding);
  }
  return findings;
}

/** A check that cannot be made is a finding as well: the others still count. */
async function guarded(check: string, look: () => ReturnType<Check>): Promise<Finding | undefined> {
  try {
    return await look();
  } catch (error) {
    const todo = 'let this user read the data folder, and look at what lies in it';
    return { check, state: 'fail', found: (error as Error).message, todo };
  }
}

/** Whether a running server has missed what a ReloadConfig asked for; a start reads the files by itself. */
function checkReload(data: DataPaths, inUse: boolean): Finding | undefined {
  if (!inUse || !holdsWorld(data)) return undefined;
  const record = readLastReload(data);
  if (record === undefined) return undefined;
  const { type, data: told, atMs } = JSON.parse(record) as WorldEvent; // written by the store
  if (type !== 'config.rejected' || told.reason !== LATE_RELOAD) return undefined;
  const startedMs = statSync(runningServerFile(data.path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (startedMs > atMs) return undefined;
  const found = 'the last ReloadConfig took nothing: the game did not get to it in time';
  return { check: 'reload', state: 'warn', found, todo: 'palatine reload' };
}

/** Problems a line of the report lists before it only counts them. */
const SHOWN_PROBLEMS = 5;

/** Below this a server is about to refuse writes. */
const MIN_FREE_BYTES = 100 * 1024 * 1024;

const REQUIRED_MAJOR = 24;

function checkNode(): Finding {
  const check = 'Node';
  const major = Number(process.versions.node.split('.')[0]);
  if (major >= REQUIRED_MAJOR) return { check, state: 'ok', found: process.versions.node };
  const todo = 'run npm install in the project, which brings the right one along';
  return { check, state: 'fail', found: `${process.versions.node} is older than ${REQUIRED_MAJOR}`, todo };
}

async function checkDisk(data: DataPaths): Promise<Finding> {
  const check = 'disk';
  const { bavail, bsize } = await statfs(data.path);
  const free = bavail * bsize;
  const found = `${bytesText(free)} free`;
  const world = bytesOf(data.world);
  if (free < MIN_FREE_BYTES) {
    const todo = 'make room: a server that cannot write refuses every change';
    return { check, state: 'fail', found, todo };
  }
  if (free < 3 * world) {
    const todo = 'make room, or let old backups and archives be removed (backups.keepDays in Config.json)';
    return { check, state: 'warn', found: `${found}, and the world has ${bytesText(world)}`, todo };
  }
  return { check, state: 'ok', found };
}

function checkLock(data: DataPaths): { finding: Finding; inUse: boolean } {
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

function checkDataFolder({ path }: DataPaths, { env }: ExamineOptions): Finding {
  const check = 'data folder';
  if (!existsSync(path)) {
    const todo = 'palatine init makes it; --data or PALATINE_DATA names another one';
    return { check, state: 'fail', found: `${path} is not there`, todo };
  }
  if (!statSync(path).isDirectory()) {
    const todo = 'move it away, or name the data folder with --data or PALATINE_DATA';
    return { check, state: 'fail', found: `${path} is a file, not a folder`, todo };
  }
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    const todo = `let ${env.USER ?? 'the user who runs the server'} read and write it (chown, chmod)`;
    return { check, state: 'fail', found: `${path} cannot be written`, todo };
  }
  return { check, state: 'ok', found: path };
}

/** Checks our tables; a wrong overlay of the operator is left out by the server. */
function checkCatalogue(data: DataPaths | undefined): Finding {
  const check = 'catalogue';
  try {
    const { items, pals, technologies, problems } =
      data === undefined ? loadCatalogue() : openCatalogue(data);
    const found = `${items.size} items, ${pals.size} Pals, ${technologies.size} technologies`;
    if (problems.length === 0) return { check, state: 'ok', found };
    const texts = problems.slice(0, SHOWN_PROBLEMS).map(catalogueProblemText);
    const more = problems.length > texts.length ? `; and ${problems.length - texts.length} more` : '';
    const todo =
      'correct these files, or move them away; until then the server leaves out what is wrong in them';
    return { check, state: 'warn', found: `${texts.join('; ')}${more}`, todo };
  } catch (error) {
    const todo = 'the installation is damaged; check it out or install it again';
    return { check, state: 'fail', found: (error as Error).message, todo };
  }
}

function catalogueProblemText({ file, place, reason }: CatalogueProblem): string {
  return [file, place, reason].filter((part) => part !== '').join(': ');
}
