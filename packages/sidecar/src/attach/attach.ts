import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type DataPaths, dataPaths, holdsWorld } from '@palatine/data-dir/data-folder';
import { type ServerFile, serverFile } from '@palatine/data-dir/server-file';
import { readBaseStates } from '@palatine/engine/base-states';
import { configFile } from '@palatine/engine/config';
import { readWorldOrigin } from '@palatine/engine/open-world-file';
import { writeFileAtomically } from '@palatine/platform/atomic-write';
import { ConfigError } from '@palatine/platform/config-error';
import { makePrivateFolder } from '@palatine/platform/private-files';
import { assertNoChangedWorld } from '@palatine/save-tools/make-world';
import { serverControl } from '../process/server-control.ts';
import { gameServerClient } from '../rest/game-server-client.ts';
import type { CallOutcome } from '../rest/outcome.ts';
import type { GameServerInfo } from '../rest/read-responses.ts';
import { assertRestUrl } from '../rest/wire.ts';
import { folderChecks } from './attach-checks-folder.ts';
import { serverChecks } from './attach-checks-server.ts';
import {
  type AttachCheck,
  type AttachOptions,
  missing,
  ok,
  readPasswordFile,
  type ServerPassword,
  STORED_PASSWORD,
  serverPassword,
  warning,
} from './attachment.ts';
import { chooseWorld, discoverServer, type FoundServer, type FoundWorld } from './discover.ts';

export type Examination = Awaited<ReturnType<typeof examineServer>>;

/** Finds the pieces of a game server and checks them by GET /info, writing nothing. Throws a ConfigError. */
export async function examineServer(data: DataPaths, options: AttachOptions) {
  const present = serverFile.read(data.serverFile);
  const path = options.save ?? (present.SaveFolder === '' ? undefined : present.SaveFolder);
  const found = discoverServer(path, options.environment);
  const url = options.restUrl ?? urlOf(present, found);
  const { password, problem } = readPassword(data, present, options);
  const address = await addressProblem(url, present);
  const info = address === undefined ? await askInfo(url, password, present, options) : undefined;
  const world = chooseWorld(found, info?.ok ? info.value.worldGuid : undefined);
  const control = { ...present.Control, ...options.control };
  const checks = [
    ...folderFindings(found, world, present, options),
    ...(address === undefined ? [] : [address]),
    ...(problem === undefined ? [] : [problem]),
    // An unreadable password file is reported once.
    ...serverChecks({ ...found, url, world, password, info, offlineOk: options.offlineOk === true }).filter(
      ({ check }) => problem === undefined || check !== problem.check,
    ),
    await controlCheck(control, options.control !== undefined),
  ];
  const PasswordFile = password?.passwordFile ?? present.Rest.PasswordFile;
  const Rest = { ...present.Rest, Url: url, PasswordFile };
  const isWhole = world !== undefined && checks.every(({ state }) => state !== 'missing');
  return {
    checks,
    url,
    /** The world folder; undefined if none was found, or several. */
    saveFolder: world?.folder,
    password,
    /** The settings to write; undefined while a piece is missing. */
    settings: isWhole ? { ...present, SaveFolder: world.folder, Rest, Control: control } : undefined,
  };
}

/** The URL of an attached folder, or the port in the game's settings. */
function urlOf({ SaveFolder, Rest }: ServerFile, { settings }: FoundServer): string {
  if (SaveFolder !== '' || settings?.restPort === undefined) return Rest.Url;
  return `http://127.0.0.1:${settings.restPort}`;
}

function readPassword(
  data: DataPaths,
  present: ServerFile,
  { passwordFile, environment }: AttachOptions,
): { password?: ServerPassword; problem?: AttachCheck } {
  try {
    if (passwordFile !== undefined) {
      const secret = readPasswordFile(passwordFile);
      return { password: { secret, from: 'file', passwordFile, file: passwordFile } };
    }
    const password = serverPassword(data.path, present.Rest.PasswordFile, environment);
    return password === undefined ? {} : { password };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const todo =
      'write the AdminPassword of the game server into it, on one line, readable by this user only';
    return { problem: missing('password', error.message, todo) };
  }
}

async function addressProblem(url: string, { Rest }: ServerFile): Promise<AttachCheck | undefined> {
  try {
    await assertRestUrl(url, { allowPublicAddress: Rest.AllowPublicAddress });
    return undefined;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return missing('address', error.message, 'give another one with --rest');
  }
}

/** Sends GET /info, also without a password: a refusal shows that the server is up. */
async function askInfo(
  url: string,
  password: ServerPassword | undefined,
  { Rest }: ServerFile,
  { clock }: AttachOptions,
): Promise<CallOutcome<GameServerInfo>> {
  const client = gameServerClient({
    url,
    password: () => password?.secret ?? '',
    clock,
    allowPublicAddress: Rest.AllowPublicAddress,
  });
  try {
    return await client.info();
  } finally {
    client.close();
  }
}

function folderFindings(
  found: FoundServer,
  world: FoundWorld | undefined,
  present: ServerFile,
  { clock }: AttachOptions,
): AttachCheck[] {
  if (world !== undefined) {
    return folderChecks(world, {
      nowMs: clock.now(),
      isAttached: present.SaveFolder === world.folder,
      refusesDeliveries: present.Deliveries === 'Refuse',
    });
  }
  const check = 'save folder';
  if (found.worlds.length === 0) {
    const todo = 'name the world folder with --save: the one with Level.sav';
    return [missing(check, found.problems.join('; '), todo)];
  }
  const folders = found.worlds.map(({ folder }) => folder).join(', ');
  const why = 'neither the server nor GameUserSettings.ini names the one it plays';
  return [missing(check, `there are several worlds (${folders}), and ${why}`, 'name one with --save')];
}

const CHECK = 'control';

/** Checks that the control can be queried. `given` on this command line: a failure is missing; else it is a warning. */
async function controlCheck(settings: ServerFile['Control'], given: boolean): Promise<AttachCheck> {
  const bad = given ? missing : warning;
  try {
    const control = serverControl(settings);
    if (!control.isAutomatic) {
      const found =
        'somebody else stops and starts the server: pending changes are delivered when it is found stopped';
      return ok(CHECK, found);
    }
    const state = await control.state();
    const { Kind, Container, Stop } = settings;
    const name = Kind === 'Docker' ? `the container ${Container}` : `the command ${Stop[0] ?? ''}`;
    if (state !== 'Unknown') return ok(CHECK, `${name} is ${state.toLowerCase()}`);
    if (Kind === 'Commands' && settings.Status.length === 0) {
      return ok(CHECK, `${name}; without Control.Status, only their exit codes show whether they succeeded`);
    }
    return bad(CHECK, `${name} does not say whether the game server runs`, todoOf(settings));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return bad(CHECK, error.message, 'correct Control in Server.json, or give --control again');
  }
}

function todoOf({ Kind, Socket, Container }: ServerFile['Control']): string {
  if (Kind === 'Docker') {
    return `let this user reach the Docker Engine at ${Socket} (Control.Socket), better through a socket proxy, and name the container as "docker ps" shows it, not ${Container} if that is another`;
  }
  return 'check that the program of Control.Status exits with 0 while the server runs and 3 while it is stopped';
}

/** Checks all, then attaches; `replace`: also over a changed world. Throws a ConfigError, and then writes nothing. */
export async function attachFolder(folder: string, options: AttachOptions & { readonly replace?: boolean }) {
  const data = dataPaths(folder);
  return writeAttachment(data, await examineServer(data, options), options);
}

/** Writes Server.json, a missing Config.json (for offline players) and the password. Throws a ConfigError. */
export function writeAttachment(
  data: DataPaths,
  { checks, settings, password }: Examination,
  { storePassword = false, replace = false }: { storePassword?: boolean | undefined; replace?: boolean },
) {
  if (settings === undefined) {
    const lacking = checks.filter(({ state }) => state === 'missing');
    const text = lacking.map(({ check, found, todo }) => `${check}: ${found.Message} (${todo?.Message})`);
    throw new ConfigError(`cannot attach; ${text.join('; ')}`);
  }
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
  // Grants are delivered at a stop of the server, so offline players can be given things too.
  if (configMade)
    configFile.change(data.config, { ...(present ?? configFile.defaults), playerResolution: 'Known' });
  return {
    /** The save to import the world from; undefined if the data folder has it. */
    importFrom,
    /** Whether Config.json was created or changed: with a game server, offline players are served too. */
    configMade,
  };
}

/** Whether the world of the data folder was imported from this save. */
export function holdsWorldOf(data: DataPaths, saveFolder: string): boolean {
  if (!holdsWorld(data) || readWorldOrigin(data.world).origin !== 'save') return false;
  const base = readBaseStates(data.world)?.base;
  return base === undefined
    ? serverFile.read(data.serverFile).SaveFolder === saveFolder
    : base.folder === saveFolder;
}
