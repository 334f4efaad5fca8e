import { join } from 'node:path';
import type { AnswerForm } from '@palatine/contract';
import { type DataPaths, dataPaths, isInUse, openDataFolder } from '@palatine/data-dir/data-folder';
import { defaultPermissions, restConfigFile } from '@palatine/data-dir/rest-config';
import { EXAMPLE_TOKEN_FILE, readTokenFolder } from '@palatine/data-dir/token-files';
import { type Config, configFile, defaultFiles, writeMissingFiles } from '@palatine/engine/config';
import { EXAMPLE_RULES_FILE } from '@palatine/engine/pal-files';
import { writeFileAtomically } from '@palatine/platform/atomic-write';
import { ConfigError, UsageError } from '@palatine/platform/config-error';
import { namesInFolder } from '@palatine/platform/json';
import { FILE_BYTES, readFileBytes } from '@palatine/platform/read-file';
import { examineSettings } from '@palatine/server/examine';
import { command } from '../command/command.ts';
import { type Line, paint } from '../command/terminal.ts';
import * as words from '../texts/commands.ts';

const CLIENTS: Readonly<Record<string, ClientSettings>> = {
  'palserver-gui': { AnswerForm: 'Wrapped', playerResolution: 'Known' },
  'palworld-panel': { AnswerForm: 'Wrapped', playerResolution: 'Known' },
  PalLink: { AnswerForm: 'Wrapped', playerResolution: 'Online' },
  other: { AnswerForm: 'Flat', playerResolution: 'Online' },
};
const CLIENT_NAMES = Object.keys(CLIENTS);

export const init = command('init', {
  ...words.init,
  flags: {
    'from DIR': 'copy tokens, bans, whitelist, templates, rules and settings from a folder of PalDefender',
    'for CLIENT': `set AnswerForm and playerResolution for ${CLIENT_NAMES.join(', ')}`,
  },
  async run({ flags, data, terminal, path }) {
    const source = flags.from === undefined ? undefined : await readSourceFolder(path(flags.from));
    const settings = flags.for === undefined ? undefined : settingsFor(flags.for);
    // Settings may be written while a server runs, like bans; everything else of init needs exclusive access.
    if (settings && source === undefined && isInUse(data.path)) {
      changeSettings(data, settings);
      assertSettings(data);
      const running = 'A server is running: POST /v1/pdapi/ReloadConfig applies this.';
      return terminal.show({ data: data.path, secret: null, settings }, settingsText(settings), running);
    }
    using folder = openDataFolder(data.path);
    if (source) copyFiles(folder, source);
    const secret = writeMissingFiles(folder);
    if (settings) changeSettings(folder, settings);
    assertSettings(folder);
    const names = [...(source?.files.keys() ?? [])];
    const copied = source && { taken: names, notes: source.notes };
    terminal.show(
      { data: folder.path, secret: secret ?? null, ...(settings && { settings }), ...copied },
      ...(source ? [`Copied from ${flags.from}: ${names.join(', ')}.`] : []),
      ...(source?.notes ?? []).map((note) => `  ${note}`),
      `${folder.path} is ready; palatine serve starts the service.`,
      ...(settings ? [settingsText(settings)] : []),
      ...secretLines(secret),
    );
  },
});

function changeSettings(data: DataPaths, { AnswerForm, playerResolution }: ClientSettings): void {
  restConfigFile.change(data.restConfig, { AnswerForm });
  configFile.change(data.config, { playerResolution });
}

function settingsText({ client, AnswerForm, playerResolution }: ReturnType<typeof settingsFor>): string {
  return `For ${client}: AnswerForm is ${AnswerForm}, playerResolution is ${playerResolution}.`;
}

/** Checks existing files. Throws a ConfigError. */
function assertSettings({ config, restConfig }: DataPaths): void {
  configFile.read(config);
  restConfigFile.read(restConfig);
}

function secretLines(secret: string | undefined): Line[] {
  if (secret === undefined) return ['There are tokens already; palatine token list shows them.'];
  const notice = 'An administrator token was created. It is shown only now and stored as a SHA-256:';
  return ['', notice, '', ['  ', paint('bold', secret)], ''];
}

type ClientSettings = Pick<Config, 'playerResolution'> & { AnswerForm: AnswerForm };

/** The settings of a client, by name in any case. Throws a UsageError that lists the known names. */
function settingsFor(typed: string): ClientSettings & { client: string } {
  for (const [client, settings] of Object.entries(CLIENTS)) {
    if (client.toLowerCase() === typed.toLowerCase()) return { client, ...settings };
  }
  throw new UsageError(`--for must be one of ${CLIENT_NAMES.join(', ')}, not "${typed}"`);
}

const FILES = ['Config.json', 'Banlist.json', 'WhiteList.json', 'RESTAPI/RESTConfig.json'];
const FOLDERS = ['RESTAPI/Tokens', 'Pals/Templates', 'Pals/ImportRules'];

interface SourceFolder {
  /** Contents by relative path. */
  readonly files: ReadonlyMap<string, Buffer>;
  /** Remarks, one sentence each. */
  readonly notes: readonly string[];
}

/** Reads the useful files of a PalDefender folder, and checks them as a start would. Throws a ConfigError. */
async function readSourceFolder(from: string): Promise<SourceFolder> {
  const names = [
    ...FILES,
    ...FOLDERS.flatMap((folder) =>
      namesInFolder(join(from, folder))
        .filter((name) => name.endsWith('.json') && ![EXAMPLE_TOKEN_FILE, EXAMPLE_RULES_FILE].includes(name))
        .sort()
        .map((name) => `${folder}/${name}`),
    ),
  ];
  const files = new Map<string, Buffer>();
  for (const name of names) {
    const bytes = readFileBytes(join(from, name), FILE_BYTES.text);
    if (bytes !== undefined) files.set(name, bytes);
  }
  if (files.size === 0) {
    throw new ConfigError(`${from} has none of ${FILES.join(', ')}; give the folder of PalDefender itself`);
  }
  return { files, notes: await notesOn(dataPaths(from)) };
}

async function notesOn(data: DataPaths): Promise<string[]> {
  const findings = await examineSettings(data);
  const failed = findings.filter(({ state }) => state === 'fail');
  if (failed.length > 0) {
    const why = failed.map(({ check, found }) => `${check}: ${found.Message}`).join('; ');
    throw new ConfigError(`nothing was copied, because a start would refuse it: ${why}`);
  }
  const { messages, notes } = readTokenFolder(data.tokens, {
    defaultPermissions: defaultPermissions(data.restConfig),
  });
  const of = new Set([...FILES, ...FOLDERS].map((name) => name.split('/')[0]));
  const others = namesInFolder(data.path).filter((name) => !of.has(name));
  return [
    ...findings.map(({ check, found }) => `${check}: ${found.Message}`),
    ...[...messages, ...notes].map((text) => `tokens: ${text}`),
    ...(others.length > 0 ? [`not copied, no effect here: ${others.sort().join(', ')}`] : []),
  ];
}

/** Writes files into the data folder. Throws a ConfigError, writing none, over files that were changed. */
function copyFiles(data: DataPaths, { files }: SourceFolder): void {
  const defaults = defaultFiles(data);
  const missing: [file: string, bytes: Buffer][] = [];
  const others: string[] = [];
  for (const [name, bytes] of files) {
    const file = join(data.path, name);
    const present = readFileBytes(file, FILE_BYTES.text);
    if (present === undefined || present.toString() === defaults.get(file)) missing.push([file, bytes]);
    else if (!present.equals(bytes)) others.push(name);
  }
  if (others.length > 0) {
    throw new ConfigError(
      `nothing was copied: ${data.path} has other files of these names: ${others.join(', ')}; move them away, or choose a new folder with --data`,
    );
  }
  for (const [file, bytes] of missing) writeFileAtomically(file, bytes);
}
