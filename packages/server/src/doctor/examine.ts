import { statSync } from 'node:fs';
import type { WorldEvent } from '@palatine/world';
import { type DataPaths, holdsWorld } from '../data-folder/data-folder.ts';
import { LATE_RELOAD } from '../data-folder/late-reload.ts';
import { runningServerFile } from '../data-folder/running-server-file.ts';
import { readLastReload } from '../store/world-readers.ts';
import { checkBanlist } from './check-banlist.ts';
import { checkCatalogue, checkDataFolder, checkDisk, checkLock, checkNode } from './check-machine.ts';
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

type Check = (
  data: DataPaths,
  inUse: boolean,
  flags: ListeningFlags,
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
  'REST interface': checkRestAccess,
  control: checkControl,
  maintenance: checkMaintenance,
  deliveries: checkDeliveries,
};

/**
 * Checks the installation and the data folder. Changes nothing. `listening`: where a server listens, when not where
 * RESTConfig.json says. Not in the process of a server: locks of a file belong to a process, which loses its own when it
 * looks at them.
 */
export async function examine(data: DataPaths, listening: ListeningFlags): Promise<Finding[]> {
  const folder = checkDataFolder(data);
  const catalogue = checkCatalogue(folder.state === 'fail' ? undefined : data);
  const findings = [checkNode(), catalogue, folder];
  if (findings.some(({ state }) => state === 'fail')) return findings;
  const running = checkLock(data);
  findings.push(running.finding);
  for (const [name, look] of Object.entries(CHECKS)) {
    const finding = await guarded(name, () => look(data, running.inUse, listening));
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
  const found = 'the last ReloadConfig took nothing: the game thread did not get to it in time';
  return { check: 'reload', state: 'warn', found, todo: 'palatine reload' };
}
