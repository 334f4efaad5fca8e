import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isFileName } from '@palatine/contract';
import type { Rules, World } from '@palatine/world';
import { whitelistOf } from '../attached/whitelist.ts';
import { openCatalogue } from '../data-folder/catalogue.ts';
import { configFile } from '../data-folder/config.ts';
import { ConfigError } from '../data-folder/config-error.ts';
import { counted } from '../data-folder/counted.ts';
import { type DataPaths, holdsWorld } from '../data-folder/data-folder.ts';
import { FILE_BYTES, readTextFile, UnreadableFileError } from '../data-folder/read-file.ts';
import { namesInFolder, parseJson } from '../data-folder/read-json.ts';
import { restConfigFile } from '../data-folder/rest-config.ts';
import { assertBannedTechnologies, importRuleFaults } from '../data-folder/restriction-faults.ts';
import { serverFile } from '../data-folder/server-file.ts';
import { readTls } from '../data-folder/tls.ts';
import { ORIGINAL_WHITELIST, readOriginalWhitelist, whitelistFile } from '../data-folder/whitelist-file.ts';
import { readWorldSnapshot } from '../maintenance/world-snapshot.ts';
import type { Finding } from './finding.ts';

/** A folder of the original. */
const SUMMONS = 'Summons';

type SettingsFile = Pick<typeof configFile, 'name' | 'warnings' | 'ignored'>;

const TODO_RUNNING = 'a running server keeps the last good settings, and does not start again with these';

export async function checkConfig(data: DataPaths): Promise<Finding> {
  const { config } = data;
  const finding = checkSettingsFile(configFile, config, () => void configFile.read(config));
  const { settings } = configFile.readOver(config);
  const unknown = settings && (await unknownTechnologies(data, settings));
  if (!unknown) return finding;
  const found = finding.state === 'ok' ? unknown : `${unknown}; ${finding.found}`;
  return { ...finding, state: 'warn', found, todo: `correct ${config}` };
}

/** The banned technologies that nothing has; those of the world are looked for only when the catalogue lacks some. */
async function unknownTechnologies(data: DataPaths, rules: Rules): Promise<string | undefined> {
  const catalogue = openCatalogue(data);
  const why = (world?: World) => {
    try {
      return void assertBannedTechnologies({ catalogue, rules, world });
    } catch (error) {
      return reasonOf(error, configFile.name);
    }
  };
  const unlisted = why();
  return unlisted === undefined || !holdsWorld(data) ? unlisted : why((await readWorldSnapshot(data)).world);
}

/** RESTConfig.json, and the certificate and key that it names. */
export function checkRestConfig({ restConfig, path }: DataPaths): Finding {
  let enabled = true;
  const finding = checkSettingsFile(restConfigFile, restConfig, () => {
    const { Enabled, TLS } = restConfigFile.read(restConfig);
    enabled = Enabled;
    readTls(TLS, path);
  });
  if (enabled) return finding;
  const { check } = finding;
  return { check, state: 'warn', found: 'Enabled is false', todo: 'set it to true to serve anything' };
}

/** Whether a file of settings can be read, and has no misspelt keys. */
export function checkSettingsFile(settings: SettingsFile, file: string, read: () => void): Finding {
  const check = settings.name;
  try {
    read();
    const warnings = settings.warnings(file).map((text) => text.slice(check.length + 2));
    const ignored = settings.ignored(file);
    const besides = ignored.length > 0 ? [`no effect here: ${ignored.join(', ')}`] : [];
    if (warnings.length > 0) {
      return { check, state: 'warn', found: [...warnings, ...besides].join('; '), todo: `correct ${file}` };
    }
    const found = existsSync(file) ? 'valid' : 'missing, so every setting has its default';
    return { check, state: 'ok', found: [found, ...besides].join('; ') };
  } catch (error) {
    const todo = `mend ${file}, or move it away to get the defaults; ${TODO_RUNNING}`;
    return { check, state: 'fail', found: reasonOf(error, check), todo };
  }
}

/** The message without the name of the file, which the finding begins with. */
export function reasonOf(error: unknown, file: string): string {
  if (!(error instanceof ConfigError)) throw error;
  return error.message.startsWith(`${file}: `) ? error.message.slice(file.length + 2) : error.message;
}

/** Templates and import rules. A request that names a wrong one is refused; the doctor finds it before. */
export function checkPals(data: DataPaths): Finding {
  const check = 'Pals';
  const templates = jsonFilesIn(data.templates);
  const rules = jsonFilesIn(data.importRules);
  const errors = [...templates.flatMap((name) => templateErrors(data.templates, name)), ...ruleErrors(data)];
  const besides =
    namesInFolder(join(dirname(data.templates), SUMMONS)).length > 0
      ? [`no effect here: Pals/${SUMMONS}`]
      : [];
  if (errors.length === 0) {
    const found = `${counted(templates.length, 'template')}, ${counted(rules.length, 'file')} of import rules`;
    return { check, state: 'ok', found: [found, ...besides].join('; ') };
  }
  const todo = 'mend them; until then a request that needs them is refused';
  return { check, state: 'warn', found: [...new Set(errors), ...besides].join('; '), todo };
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
    parseJson(readTextFile(file, FILE_BYTES.pal) ?? '');
    return [];
  } catch (error) {
    return [error instanceof UnreadableFileError ? error.message : `${file}: not JSON`];
  }
}

/** With the rules of a new Config.json where it is wrong, which is a finding of its own. */
function ruleErrors(data: DataPaths): string[] {
  const rules = configFile.readOver(data.config).settings ?? configFile.defaults;
  return importRuleFaults(data, { catalogue: openCatalogue(data), rules }).map(({ reason }) => reason);
}

/** AllowList.json, and its entries that name nobody. */
export function checkAllowList({ allowList }: DataPaths): Finding | undefined {
  if (!existsSync(allowList)) return undefined;
  const finding = checkSettingsFile(whitelistFile, allowList, () => void whitelistFile.read(allowList));
  if (finding.state !== 'ok') return finding;
  const { problems } = whitelistOf({ ...whitelistFile.read(allowList), Enabled: true });
  return problems.length === 0 ? finding : unreadEntries(whitelistFile.name, problems, allowList);
}

/** WhiteList.json of the original, and whether it keeps nobody out, for want of a game server to keep players out of. */
export function checkWhitelist(data: DataPaths): Finding | undefined {
  const { config, originalWhitelist: file } = data;
  const attached = Boolean(serverFile.readOver(data.serverFile).settings?.SaveFolder);
  const used = configFile.readOver(config).given?.useWhitelist === true;
  if (!used && !existsSync(file)) return undefined;
  const check = ORIGINAL_WHITELIST;
  try {
    const original = { players: readOriginalWhitelist(file), message: '' };
    const off = { ...whitelistFile.defaults, Enabled: false };
    const { problems } = whitelistOf(off, [], original);
    if (problems.length > 0) return unreadEntries(check, problems, file);
  } catch (error) {
    const found = reasonOf(error, check);
    return { check, state: 'fail', found, todo: `mend ${file}, or set useWhitelist to false` };
  }
  if (attached) {
    return { check, state: 'ok', found: used ? 'in force' : 'not in force: useWhitelist is not true' };
  }
  const found =
    'nobody is kept out by it, whatever useWhitelist says: there is no game server beside this service';
  if (!used) return { check, state: 'ok', found };
  const todo = 'palatine attach names the game server; until then ban whom you do not want';
  return { check, state: 'warn', found, todo };
}

function unreadEntries(check: string, problems: readonly string[], file: string): Finding {
  const found = problems.map((text) => text.slice(check.length + 2)).join('; ');
  return { check, state: 'warn', found, todo: `correct them in ${file}` };
}
