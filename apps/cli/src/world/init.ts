import { join } from 'node:path';
import type { AnswerForm } from '@palatine/contract';
import { type Config, configFile } from '@palatine/data-dir/config';
import { type DataPaths, dataPaths, isInUse, openDataFolder } from '@palatine/data-dir/data-folder';
import { defaultFiles, writeMissingFiles } from '@palatine/data-dir/default-files';
import { defaultPermissions, restConfigFile } from '@palatine/data-dir/rest-config';
import { readTokenFolder } from '@palatine/data-dir/token-files';
import { EXAMPLE_TOKEN_FILE } from '@palatine/data-dir/token-warnings';
import { writeFileAtomically } from '@palatine/platform/atomic-write';
import { ConfigError, UsageError } from '@palatine/platform/config-error';
import { namesInFolder } from '@palatine/platform/json';
import { FILE_BYTES, readFileBytes } from '@palatine/platform/read-file';
import { examineSettings } from '@palatine/server/examine';
import { command } from '../command/command.ts';
import { type Line, paint } from '../command/terminal.ts';

const CLIENTS: Readonly<Record<string, ClientSettings>> = {
  'palserver-gui': { AnswerForm: 'Wrapped', playerResolution: 'Known' },
  'palworld-panel': { AnswerForm: 'Wrapped', playerResolution: 'Known' },
  PalLink: { AnswerForm: 'Wrapped', playerResolution: 'Online' },
  other: { AnswerForm: 'Flat', playerResolution: 'Online' },
};
const CLIENT_NAMES = Object.keys(CLIENTS);

export const init = command('init', {
  description: 'create the data folder with its settings and an administrator token, without starting',
  flags: {
    from: {
      value: 'DIR',
      description: 'take tokens, bans, whitelist, templates, rules and settings from a folder of PalDefender',
    },
    for: {
      value: 'CLIENT',
      description: `set AnswerForm and playerResolution for ${CLIENT_NAMES.join(', ')}`,
    },
  },
  notes: [
    '--from only reads that folder, checks each file as a start would, and says what has no effect here. It takes',
    'nothing where the data folder has another file of the same name, unless it is still as a start wrote it.',
    'Files that exist stay as they are; --for changes its two settings in them and nothing else.',
    'Clients of PalDefender 1.8 and newer read AnswerForm Wrapped; panels that show offline players need',
    'playerResolution Known. "other" sets the defaults: Flat and Online.',
  ],
  async run({ flags, data, terminal, path }) {
    const taken = flags.from === undefined ? undefined : await readFolderToTake(path(flags.from));
    const settings = flags.for === undefined ? undefined : settingsFor(flags.for);
    // Settings may be written beside a running server, like bans; everything else of init needs the folder alone.
    if (settings && taken === undefined && isInUse(data.path)) {
      changeSettings(data, settings);
      assertSettings(data);
      const running = 'A server is running: POST /v1/pdapi/ReloadConfig puts this in force.';
      return terminal.show({ data: data.path, secret: null, settings }, settingsText(settings), running);
    }
    using folder = openDataFolder(data.path);
    if (taken) takeFiles(folder, taken);
    const secret = writeMissingFiles(folder);
    if (settings) changeSettings(folder, settings);
    assertSettings(folder);
    const names = [...(taken?.files.keys() ?? [])];
    const value = {
      data: folder.path,
      secret: secret ?? null,
      ...(settings && { settings }),
      ...(taken && { taken: names, notes: taken.notes }),
    };
    terminal.show(
      value,
      ...(taken ? [`Taken from ${flags.from}: ${names.join(', ')}.`] : []),
      ...(taken?.notes ?? []).map((note) => `  ${note}`),
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

/** Files that were there before may be wrong. Throws a ConfigError. */
function assertSettings({ config, restConfig }: DataPaths): void {
  configFile.read(config);
  restConfigFile.read(restConfig);
}

function secretLines(secret: string | undefined): Line[] {
  if (secret === undefined) return ['There are tokens already; palatine token list shows them.'];
  const told = 'An administrator token was made. It is shown this once and kept only as a SHA-256:';
  return ['', told, '', ['  ', paint('bold', secret)], ''];
}

interface ClientSettings {
  /** Clients of PalDefender 1.8 and newer read the wrapped form. */
  AnswerForm: AnswerForm;
  /** Panels that show offline players need them to be found. */
  playerResolution: Config['playerResolution'];
}

/** The settings for a client, whose name matches in any case. Throws a UsageError that lists the known names. */
function settingsFor(typed: string): ClientSettings & { client: string } {
  for (const [client, settings] of Object.entries(CLIENTS)) {
    if (client.toLowerCase() === typed.toLowerCase()) return { client, ...settings };
  }
  throw new UsageError(`--for must be one of ${CLIENT_NAMES.join(', ')}, not "${typed}"`);
}

const FILES = ['Config.json', 'Banlist.json', 'WhiteList.json', 'RESTAPI/RESTConfig.json'];
const FOLDERS = ['RESTAPI/Tokens', 'Pals/Templates', 'Pals/ImportRules'];

interface FolderToTake {
  /** Relative to the folder, with its content. */
  readonly files: ReadonlyMap<string, Buffer>;
  /** Remarks on them and on the rest of the folder, a sentence each. */
  readonly notes: readonly string[];
}

/** Reads what is of use in a folder of the original, and checks it as a start would. Throws a ConfigError. */
async function readFolderToTake(from: string): Promise<FolderToTake> {
  const names = [
    ...FILES,
    ...FOLDERS.flatMap((folder) =>
      namesInFolder(join(from, folder))
        .filter((name) => name.endsWith('.json') && name !== EXAMPLE_TOKEN_FILE)
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
    throw new ConfigError(`${from} holds none of ${FILES.join(', ')}: name the folder of PalDefender itself`);
  }
  return { files, notes: await notesOn(dataPaths(from)) };
}

async function notesOn(data: DataPaths): Promise<string[]> {
  const findings = await examineSettings(data);
  const wrong = findings.filter(({ state }) => state === 'fail');
  if (wrong.length > 0) {
    const why = wrong.map(({ check, found }) => `${check}: ${found}`).join('; ');
    throw new ConfigError(`nothing was taken, because a start would refuse it: ${why}`);
  }
  const { messages, notes } = readTokenFolder(data.tokens, {
    defaultPermissions: defaultPermissions(data.restConfig),
  });
  const of = new Set([...FILES, ...FOLDERS].map((name) => name.split('/')[0]));
  const others = namesInFolder(data.path).filter((name) => !of.has(name));
  return [
    ...findings.map(({ check, found }) => `${check}: ${found}`),
    ...[...messages, ...notes].map((text) => `tokens: ${text}`),
    ...(others.length > 0 ? [`not taken, no effect here: ${others.sort().join(', ')}`] : []),
  ];
}

/** Writes files into the data folder. Throws a ConfigError, writing none, over files that were changed. */
function takeFiles(data: DataPaths, { files }: FolderToTake): void {
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
      `nothing was taken: ${data.path} has other files of these names: ${others.join(', ')}; move them away, or name a new folder with --data`,
    );
  }
  for (const [file, bytes] of missing) writeFileAtomically(file, bytes);
}
