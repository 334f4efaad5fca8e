import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isFileName, type Sentence, sentence, sentences } from '@palatine/contract';
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

export async function checkConfig(data: DataPaths): Promise<Result> {
  const { config } = data;
  const finding = checkSettingsFile(configFile, config);
  const { settings } = configFile.readOver(config);
  const unknown = settings && (await unknownTechnologies(data, settings));
  if (!unknown) return finding;
  const found = sentences([{ Message: unknown }, ...(finding.state === 'ok' ? [] : [finding.found])]);
  return warn(found, sentence('todo.correct', { file: config }));
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
  return enabled ? finding : warn(sentence('doctor.notEnabled'), sentence('todo.enable'));
}

/** Whether a file of settings can be read, and has no misspelled keys. `about`: what to say of one that is valid. */
export function checkSettingsFile(settings: SettingsFile, file: string, about?: Sentence): Result {
  const { name } = settings;
  try {
    settings.read(file);
    const warnings = settings.warnings(file).map((text) => text.slice(name.length + 2));
    const ignored = settings.ignored(file);
    const besides = withoutEffect(ignored);
    if (warnings.length > 0) {
      const found = sentences([...warnings.map((Message) => ({ Message })), ...besides]);
      return warn(found, sentence('todo.correct', { file }));
    }
    return ok(
      sentences([about ?? sentence(existsSync(file) ? 'doctor.valid' : 'doctor.defaults'), ...besides]),
    );
  } catch (error) {
    return fail(reasonOf(error, name), sentence('todo.fixSettings', { file }));
  }
}

function withoutEffect(ignored: readonly string[]): Sentence[] {
  return ignored.length === 0 ? [] : [sentence('doctor.noEffect', { what: ignored.join(', ') })];
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
  const besides = withoutEffect(hasSummons ? [`Pals/${SUMMONS}`] : []);
  if (errors.length === 0) {
    const counts = { templates: templates.length, rules: rules.length };
    return ok(sentences([sentence('doctor.pals', counts), ...besides]));
  }
  const said = [...new Set(errors)].map((Message) => ({ Message }));
  return warn(sentences([...said, ...besides]), sentence('todo.pals'));
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
    return fail(reasonOf(error, ORIGINAL_WHITELIST), sentence('todo.whitelist', { file }));
  }
  if (attached) return ok(sentence(enabled ? 'doctor.active' : 'doctor.notActive'));
  const found = sentence('doctor.whitelistAlone');
  return enabled ? warn(found, sentence('todo.attach')) : ok(found);
}

function unreadEntries(name: string, problems: readonly string[], file: string): Result {
  const found = problems.map((text) => text.slice(name.length + 2)).join('; ');
  return warn(found, sentence('todo.correct', { file }));
}

export function checkBanlist({ banlist }: DataPaths): Result {
  const { broken, problems } = faultsOf(banlist);
  if (broken !== undefined) {
    return fail(broken, sentence('todo.banlist', { file: banlist }));
  }
  if (problems.length > 0) {
    return fail(problems.join('; '), sentence('todo.bans', { file: banlist }));
  }
  const folder = dirname(banlist);
  const aside = namesInFolder(folder).filter(isBrokenBanlist).sort();
  if (aside.length > 0) {
    const reasons = aside.map((name) => {
      const { broken: reason, problems: wrong } = faultsOf(join(folder, name));
      return `${name}: ${reason ?? (wrong.join('; ') || 'fixed since')}`;
    });
    return warn(
      sentence('doctor.banlistAside', { reasons: reasons.join('; ') }),
      sentence('todo.banlistAside', { file: BANLIST, files: aside.join(', ') }),
    );
  }
  return ok(sentence(existsSync(banlist) ? 'doctor.valid' : 'doctor.noBanlist'));
}

function faultsOf(file: string): { broken?: string; problems: readonly string[] } {
  try {
    return { problems: examineBanlist(file, '').problems };
  } catch (error) {
    const broken = error instanceof UnreadableFileError ? error.reason : reasonOf(error, BANLIST);
    return { broken, problems: [] };
  }
}
