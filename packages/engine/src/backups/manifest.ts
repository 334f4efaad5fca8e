import { createHash } from 'node:crypto';
import { createReadStream, existsSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ConfigError } from '@palatine/platform/config-error';
import { fileSchema } from '@palatine/platform/file-schema';
import { namesInFolder, parseJsonFile } from '@palatine/platform/json';
import { FILE_BYTES, openFile, readTextFile } from '@palatine/platform/read-file';
import Type, { type Static } from 'typebox';
import { fileBelow, isOperatorPath, MANIFEST, WORLD_FILE } from './backup-paths.ts';

const Manifest = Type.Object({
  format: Type.Literal(1),
  /** ISO 8601, UTC: the moment the world was copied. */
  madeAt: Type.String(),
  version: Type.String(),
  world: Type.Object({ name: Type.String(), players: Type.Integer(), guilds: Type.Integer() }),
  problems: Type.Array(Type.String()),
  files: Type.Array(Type.Object({ path: Type.String(), bytes: Type.Integer(), sha256: Type.String() })),
});
export type Manifest = Static<typeof Manifest>;
const check = fileSchema(Manifest);

/** Reads the manifest of a backup. Throws a ConfigError for a folder that is not a backup. */
export function readManifest(folder: string): Manifest {
  const file = join(folder, MANIFEST);
  const text = readTextFile(file, FILE_BYTES.manifest);
  if (text === undefined) throw new ConfigError(`${folder} is not a backup: it holds no ${MANIFEST}`);
  const { value: manifest } = check(parseJsonFile(file, text));
  if (manifest === undefined) throw new ConfigError(`${file} has a format unknown to this version`);
  assertPaths(file, manifest);
  return manifest;
}

/** Rejects a path that is listed twice, or that no backup holds: this service has not written it. */
function assertPaths(file: string, { files }: Manifest): void {
  const paths = files.map(({ path }) => path);
  const wrong = paths.find((path) => path !== WORLD_FILE && !isOperatorPath(path));
  if (wrong !== undefined) {
    throw new ConfigError(`${file}: ${JSON.stringify(wrong)} is not a path of a backup`);
  }
  const seen = new Set<string>();
  const twice = paths.find((path) => seen.size === seen.add(path).size);
  if (twice !== undefined) throw new ConfigError(`${file} names ${twice} twice`);
}

/** Compares every file with the manifest. Throws a ConfigError that names the first difference. */
export async function verifyFiles(folder: string, { files }: Manifest): Promise<void> {
  if (!files.some(({ path }) => path === WORLD_FILE)) {
    throw new ConfigError(`${folder} is damaged: ${MANIFEST} names no ${WORLD_FILE}`);
  }
  for (const { path, sha256 } of files) {
    const file = fileBelow(folder, path);
    const stats = lstatSync(file, { throwIfNoEntry: false });
    if (stats === undefined) throw new ConfigError(`${folder} is damaged: ${path} is missing`);
    if (!stats.isFile()) throw new ConfigError(`${folder} is damaged: ${path} is not a file`);
    if ((await digestOf(file)) !== sha256) {
      throw new ConfigError(`${folder} is damaged: ${path} is not what was backed up`);
    }
  }
}

/** SHA-256 of a regular file, in hex. Throws a ConfigError for a missing one; never waits for a pipe. */
export async function digestOf(file: string): Promise<string> {
  const opened = openFile(file);
  if (opened === undefined) throw new ConfigError(`${file} is missing`);
  const hash = createHash('sha256');
  await pipeline(createReadStream(file, { fd: opened.handle }), hash);
  return hash.digest('hex');
}

/** Complete backups of a folder, oldest first. */
export function backupsIn(folder: string): { name: string; madeAtMs: number }[] {
  return namesInFolder(folder)
    .filter((name) => !name.endsWith('.making') && existsSync(join(folder, name, MANIFEST)))
    .flatMap((name) => {
      const madeAtMs = madeAt(join(folder, name));
      return madeAtMs === undefined ? [] : [{ name, madeAtMs }];
    })
    .sort((one, other) => one.madeAtMs - other.madeAtMs);
}

/** Why each apparent backup of a folder cannot be restored: incomplete, or not what was backed up. */
export async function damagedBackups(folder: string): Promise<string[]> {
  const damaged: string[] = [];
  for (const name of namesInFolder(folder)) {
    const backup = join(folder, name);
    if (name.endsWith('.making') || !existsSync(join(backup, MANIFEST))) continue;
    try {
      await verifyFiles(backup, readManifest(backup));
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      damaged.push(error.message);
    }
  }
  return damaged;
}

function madeAt(folder: string): number | undefined {
  try {
    return Date.parse(readManifest(folder).madeAt);
  } catch {
    return undefined; // not written by us, so neither counted nor removed
  }
}
