import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { configFile } from '@palatine/data-dir/config';
import { type DataPaths, dataPaths, holdsWorld } from '@palatine/data-dir/data-folder';
import { serverFile } from '@palatine/data-dir/server-file';
import { readBaseStates } from '@palatine/engine/base-states';
import { readWorldOrigin } from '@palatine/engine/open-world-file';
import { writeFileAtomically } from '@palatine/platform/atomic-write';
import { ConfigError } from '@palatine/platform/config-error';
import { makePrivateFolder } from '@palatine/platform/private-files';
import { assertNoChangedWorld } from '@palatine/save-tools/swap-world-file';
import { type Examination, examineServer } from './attach.ts';
import type { AttachCheck, AttachOptions } from './attach-options.ts';
import { STORED_PASSWORD } from './attach-password.ts';

export interface AttachReport {
  readonly checks: readonly AttachCheck[];
  readonly url: string;
  readonly saveFolder: string;
  /** The save to import the world from; undefined if the data folder has it. */
  readonly importFrom: string | undefined;
  /** Whether Config.json was created or changed: with a game server, offline players are served too. */
  readonly configMade: boolean;
}

/**
 * Checks every piece, then attaches a data folder to a game server by Server.json. Throws a ConfigError with all that is
 * missing, and then writes nothing. `replace`: whether a changed world of the folder may be replaced.
 */
export async function attachFolder(
  folder: string,
  options: AttachOptions & { readonly replace?: boolean },
): Promise<AttachReport> {
  const data = dataPaths(folder);
  return writeAttachment(data, await examineServer(data, options), options);
}

/** Writes Server.json, a missing Config.json (for offline players) and the password. Throws a ConfigError. */
export function writeAttachment(
  data: DataPaths,
  { checks, url, settings, password }: Examination,
  { storePassword = false, replace = false }: { storePassword?: boolean | undefined; replace?: boolean },
): AttachReport {
  if (settings === undefined) throw notAttached(checks);
  const importFrom = holdsWorldOf(data, settings.SaveFolder) ? undefined : settings.SaveFolder;
  if (importFrom !== undefined && !replace) assertNoChangedWorld(data);
  makePrivateFolder(data.path);
  const stored = storePassword && password?.from === 'environment';
  if (stored) writeFileAtomically(join(data.path, STORED_PASSWORD), `${password.secret}\n`);
  const Rest = stored ? { ...settings.Rest, PasswordFile: STORED_PASSWORD } : settings.Rest;
  const isFirst = serverFile.read(data.serverFile).SaveFolder === '';
  serverFile.change(data.serverFile, { ...settings, Rest });
  const present = existsSync(data.config) ? configFile.read(data.config) : undefined;
  const configMade = present === undefined || (isFirst && present.playerResolution !== 'Known');
  // A delivery waits for a stop in any case, whoever is online when it is ordered.
  if (configMade)
    configFile.change(data.config, { ...(present ?? configFile.defaults), playerResolution: 'Known' });
  return { checks, url, saveFolder: settings.SaveFolder, importFrom, configMade };
}

/** Whether the world of the data folder was imported from this save. */
export function holdsWorldOf(data: DataPaths, saveFolder: string): boolean {
  if (!holdsWorld(data) || readWorldOrigin(data.world).origin !== 'save') return false;
  const base = readBaseStates(data.world)?.base;
  return base === undefined
    ? serverFile.read(data.serverFile).SaveFolder === saveFolder
    : base.folder === saveFolder;
}

function notAttached(checks: readonly AttachCheck[]): ConfigError {
  const lacking = checks.filter(({ state }) => state === 'missing');
  const text = lacking.map(({ check, found, todo }) => `${check}: ${found} (${todo})`);
  return new ConfigError(`cannot attach; ${text.join('; ')}`);
}
