import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isFileName } from '@palatine/contract';
import {
  BANLIST,
  examineBanlist,
  isBrokenBanlist,
  ORIGINAL_WHITELIST,
  readOriginalWhitelist,
  whitelistFile,
} from '@palatine/data-dir/banlist-file';
import { type DataPaths, holdsWorld } from '@palatine/data-dir/data-folder';
import { readTls, restConfigFile } from '@palatine/data-dir/rest-config';
import { fleetFile, serverFile } from '@palatine/data-dir/server-file';
import { configFile } from '@palatine/engine/config';
import { assertBannedTechnologies, EXAMPLE_RULES_FILE, importRuleFaults } from '@palatine/engine/pal-files';
import { readWorldSnapshot } from '@palatine/engine/world-readers';
import { ConfigError } from '@palatine/platform/config-error';
import { counted } from '@palatine/platform/format';
import { namesInFolder, parseJsonFile } from '@palatine/platform/json';
import { FILE_BYTES, readTextFile, UnreadableFileError } from '@palatine/platform/read-file';
import { whitelistOf } from '@palatine/sidecar/whitelist';
import { loadCatalogue } from '@palatine/world/catalogue';
import type { Rules } from '@palatine/world/game-context';
import type { World } from '@palatine/world/world';
import { fail, ok, type Result, warn } from './finding.ts';

/** A folder of PalDefender. */
const SUMMONS = 'Summons';

type SettingsFile = Pick<typeof configFile, 'name' | 'warnings' | 'ignored'> & {
  read(file: string): unknown;
};

const TODO_RUNNING = 'a running server keeps the last good settings, and does not start again with these';

export async function checkConfig(data: DataPaths): Promise<Result> {
  const { config } = data;
  const finding = checkSettingsFile(configFile, config);
  const { settings } = configFile.readOver(config);
  const unknown = settings && (await unknownTechnologies(data, settings));
  if (!unknown) return finding;
  const message = finding.state === 'ok' ? unknown : `${unknown}; ${finding.found}`;
  return warn(message, `correct ${config}`);
}

/** Unknown banned technologies; the world is searched only when the catalogue lacks some. */
async function unknownTechnologies(data: DataPaths, rules: Rules): Promise<string | undefined> {
  const catalogue = loadCatalogue({ overlay: data.catalogue });
  const why = (world?: World) => {
    try {
      return void assertBannedTechnologies({ catalogue, rules, world });
    } catch (error) {
      return reasonOf(error, configFile.name);
    }
  };
  const unknown = why();
  return unknown === undefined || !holdsWorld(data) ? unknown : why((await readWorldSnapshot(data)).world);
}

export function checkRestConfig({ restConfig, path }: DataPaths): Result {
  let enabled = true;
  const read = () => {
    const { Enabled, TLS } = restConfigFile.read(restConfig);
    enabled = Enabled;
    readTls(TLS, path);
  };
  const finding = checkSettingsFile({ ...restConfigFile, read }, restConfig);
  return enabled ? finding : warn('Enabled is false', 'set it to true to serve anything');
}

/** Whether a file of settings can be read, and has no misspelled keys. */
export function checkSettingsFile(settings: SettingsFile, file: string): Result {
  const { name } = settings;
  try {
    settings.read(file);
    const warnings = settings.warnings(file).map((text) => text.slice(name.length + 2));
    const ignored = settings.ignored(file);
    const besides = ignored.length > 0 ? [`no effect here: ${ignored.join(', ')}`] : [];
    if (warnings.length > 0) return warn([...warnings, ...besides].join('; '), `correct ${file}`);
    const message = existsSync(file) ? 'valid' : 'missing, so every setting has its default';
    return ok([message, ...besides].join('; '));
  } catch (error) {
    const todo = `fix ${file}, or move it away to get the defaults; ${TODO_RUNNING}`;
    return fail(reasonOf(error, name), todo);
  }
}

/** The message without the name of the file, which the finding begins with. */
function reasonOf(error: unknown, file: string): string {
  if (!(error instanceof ConfigError)) throw error;
  return error.message.startsWith(`${file}: `) ? error.message.slice(file.length + 2) : error.message;
}

/** Templates and import rules. A request that names an invalid one is refused; the doctor reports it earlier. */
export function checkPals(data: DataPaths): Result {
  const templates = jsonFilesIn(data.templates);
  const rules = jsonFilesIn(data.importRules).filter((name) => name !== EXAMPLE_RULES_FILE);
  const errors = [...templates.flatMap((name) => templateErrors(data.templates, name)), ...ruleErrors(data)];
  const hasSummons = namesInFolder(join(dirname(data.templates), SUMMONS)).length > 0;
  const besides = hasSummons ? [`no effect here: Pals/${SUMMONS}`] : [];
  if (errors.length === 0) {
    const message = `${counted(templates.length, 'template')}, ${counted(rules.length, 'file')} of import rules`;
    return ok([message, ...besides].join('; '));
  }
  const todo = 'fix them; until then a request that needs them is refused';
  return warn([...new Set(errors), ...besides].join('; '), todo);
}

function jsonFilesIn(folder: string): string[] {
  return namesInFolder(folder)
    .filter((name) => name.endsWith('.json'))
    .sort();
}

function templateErrors(folder: string, name: string): string[] {
  const file = join(folder, name);
  if (!isFileName(name)) return [`${file}: no request can name it; rename it`];
  try {
    parseJsonFile(file, readTextFile(file, FILE_BYTES.pal) ?? '');
    return [];
  } catch (error) {
    return [(error as Error).message]; // names the file
  }
}

/** Uses the default rules where Config.json is invalid, which is a separate finding. */
function ruleErrors(data: DataPaths): string[] {
  const rules = configFile.readOver(data.config).settings ?? configFile.defaults;
  return importRuleFaults(data, { catalogue: loadCatalogue({ overlay: data.catalogue }), rules }).map(
    ({ reason }) => reason,
  );
}

export function checkFleetFile({ fleetFile: file }: DataPaths): Result | undefined {
  return existsSync(file) ? checkSettingsFile(fleetFile, file) : undefined;
}

export function checkAllowList({ allowList }: DataPaths): Result | undefined {
  if (!existsSync(allowList)) return undefined;
  const finding = checkSettingsFile(whitelistFile, allowList);
  if (finding.state !== 'ok') return finding;
  const { problems } = whitelistOf({ ...whitelistFile.read(allowList), Enabled: true });
  return problems.length === 0 ? finding : unreadEntries(whitelistFile.name, problems, allowList);
}

/** WhiteList.json of PalDefender. Without a game server it has no effect. */
export function checkWhitelist(data: DataPaths): Result | undefined {
  const { config, originalWhitelist: file } = data;
  const attached = Boolean(serverFile.readOver(data.serverFile).settings?.SaveFolder);
  const enabled = configFile.readOver(config).given?.useWhitelist === true;
  if (!enabled && !existsSync(file)) return undefined;
  try {
    const original = { players: readOriginalWhitelist(file), message: '' };
    const off = { ...whitelistFile.defaults, Enabled: false };
    const { problems } = whitelistOf(off, [], original);
    if (problems.length > 0) return unreadEntries(ORIGINAL_WHITELIST, problems, file);
  } catch (error) {
    return fail(reasonOf(error, ORIGINAL_WHITELIST), `fix ${file}, or set useWhitelist to false`);
  }
  if (attached) return ok(enabled ? 'active' : 'not active: useWhitelist is not true');
  const message =
    'it keeps nobody out, whatever useWhitelist says: there is no game server beside this service';
  if (!enabled) return ok(message);
  return warn(message, 'connect the game server with palatine attach; until then ban unwanted players');
}

function unreadEntries(name: string, problems: readonly string[], file: string): Result {
  return warn(problems.map((text) => text.slice(name.length + 2)).join('; '), `correct them in ${file}`);
}

export function checkBanlist({ banlist }: DataPaths): Result {
  const { broken, problems } = faultsOf(banlist);
  if (broken !== undefined) {
    return fail(broken, `fix ${banlist}: a start is refused, and without the file nobody is banned`);
  }
  if (problems.length > 0) {
    return fail(problems.join('; '), `correct them in ${banlist} and call ReloadConfig: they ban nobody`);
  }
  const folder = dirname(banlist);
  const aside = namesInFolder(folder).filter(isBrokenBanlist).sort();
  if (aside.length > 0) {
    const reasons = aside.map((name) => {
      const { broken: reason, problems: wrong } = faultsOf(join(folder, name));
      return `${name}: ${reason ?? (wrong.join('; ') || 'fixed since')}`;
    });
    return warn(
      `a server could not read an edit and moved it aside; ${reasons.join('; ')}`,
      `copy what is missing into ${BANLIST}, then remove ${aside.join(', ')}`,
    );
  }
  return ok(existsSync(banlist) ? 'valid' : 'missing, so nobody is banned');
}

function faultsOf(file: string): { broken?: string; problems: readonly string[] } {
  try {
    return { problems: examineBanlist(file, '').problems };
  } catch (error) {
    const broken = error instanceof UnreadableFileError ? error.reason : reasonOf(error, BANLIST);
    return { broken, problems: [] };
  }
}
