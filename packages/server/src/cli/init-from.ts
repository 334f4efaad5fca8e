import { join } from 'node:path';
import { writeFileAtomically } from '../data-folder/atomic-write.ts';
import { ConfigError } from '../data-folder/config-error.ts';
import { type DataPaths, dataPaths } from '../data-folder/data-folder.ts';
import { defaultFiles } from '../data-folder/default-files.ts';
import { FILE_BYTES, readFileBytes } from '../data-folder/read-file.ts';
import { namesInFolder } from '../data-folder/read-json.ts';
import { defaultPermissions } from '../data-folder/rest-config.ts';
import { readTokenFolder } from '../data-folder/token-files.ts';
import { EXAMPLE_TOKEN_FILE } from '../data-folder/token-warnings.ts';
import { checkBanlist } from '../doctor/check-banlist.ts';
import { checkPals } from '../doctor/check-pals.ts';
import { checkConfig, checkRestConfig } from '../doctor/check-settings.ts';
import { checkWhitelist } from '../doctor/check-whitelist.ts';

/** The files of the original's folder that mean the same here. */
const FILES = ['Config.json', 'Banlist.json', 'WhiteList.json', 'RESTAPI/RESTConfig.json'];
const FOLDERS = ['RESTAPI/Tokens', 'Pals/Templates', 'Pals/ImportRules'];

/** The files of a folder of the original, read. */
export interface FolderToTake {
  /** Relative to the folder, with its content. */
  readonly files: ReadonlyMap<string, Buffer>;
  /** Remarks on them and on the rest of the folder, a sentence each. */
  readonly notes: readonly string[];
}

/** Reads what is of use in a folder of the original, and checks it as a start would. Throws a ConfigError. */
export async function readFolderToTake(from: string): Promise<FolderToTake> {
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
  const findings = [
    await checkConfig(data),
    checkRestConfig(data),
    checkBanlist(data),
    checkPals(data),
    checkWhitelist(data),
  ].filter((finding) => finding !== undefined);
  const wrong = findings.filter(({ state }) => state === 'fail');
  if (wrong.length > 0) {
    const why = wrong.map(({ check, found }) => `${check}: ${found}`).join('; ');
    throw new ConfigError(`nothing was taken, because a start would refuse it: ${why}`);
  }
  const { said, notes } = readTokenFolder(data.tokens, {
    defaultPermissions: defaultPermissions(data.restConfig),
  });
  const of = new Set([...FILES, ...FOLDERS].map((name) => name.split('/')[0]));
  const others = namesInFolder(data.path).filter((name) => !of.has(name));
  return [
    ...findings.map(({ check, found }) => `${check}: ${found}`),
    ...[...said, ...notes].map((text) => `tokens: ${text}`),
    ...(others.length > 0 ? [`not taken, no effect here: ${others.sort().join(', ')}`] : []),
  ];
}

/**
 * Writes the files into the data folder, over files that are as a start has written them. Throws a ConfigError, and writes
 * nothing, where it holds others of these names.
 */
export function takeFiles(data: DataPaths, { files }: FolderToTake): void {
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
