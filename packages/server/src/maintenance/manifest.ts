import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { ConfigError } from '../data-folder/config-error.ts';

/** Describes a backup, beside its files, with a digest of each. */
export const MANIFEST = 'backup.json';
export const WORLD_FILE = 'world.db';

/** A relative path that stays inside the folder. */
const PATH = '^(?!/)(?!.*(^|/)\\.\\.?(/|$))[^\\\\:]+$';

const Manifest = Type.Object({
  format: Type.Literal(1),
  /** ISO 8601, UTC: the moment the world was copied. */
  madeAt: Type.String(),
  /** The version of Palatine that wrote it. */
  version: Type.String(),
  world: Type.Object({ name: Type.String(), players: Type.Integer(), guilds: Type.Integer() }),
  /** Contradictions in the world when it was copied. */
  problems: Type.Array(Type.String()),
  files: Type.Array(
    Type.Object({ path: Type.String({ pattern: PATH }), bytes: Type.Integer(), sha256: Type.String() }),
  ),
});
export type Manifest = Static<typeof Manifest>;
const check = Compile(Manifest);

/** Reads the manifest of a backup. Throws a ConfigError for a folder that is not a backup. */
export function readManifest(folder: string): Manifest {
  const file = join(folder, MANIFEST);
  if (!existsSync(file)) throw new ConfigError(`${folder} is no backup: it holds no ${MANIFEST}`);
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new ConfigError(`${file}: not JSON: ${(error as Error).message}`, { cause: error });
  }
  if (!check.Check(value)) throw new ConfigError(`${file} is not of a format this version knows`);
  return value;
}

/** Compares every file with the manifest. Throws a ConfigError that names the first difference. */
export async function verifyFiles(folder: string, { files }: Manifest): Promise<void> {
  for (const { path, sha256 } of files) {
    const file = join(folder, path);
    if (!existsSync(file)) throw new ConfigError(`${folder} is damaged: ${path} is missing`);
    if ((await digestOf(file)) !== sha256) {
      throw new ConfigError(`${folder} is damaged: ${path} is not what was backed up`);
    }
  }
}

export async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** The complete backups of a folder, oldest first. */
export function backupsIn(folder: string): { name: string; madeAtMs: number }[] {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names
    .filter((name) => !name.endsWith('.making') && existsSync(join(folder, name, MANIFEST)))
    .flatMap((name) => {
      const madeAtMs = madeAt(join(folder, name));
      return madeAtMs === undefined ? [] : [{ name, madeAtMs }];
    })
    .sort((one, other) => one.madeAtMs - other.madeAtMs);
}

function madeAt(folder: string): number | undefined {
  try {
    return Date.parse(readManifest(folder).madeAt);
  } catch {
    return undefined; // not written by us, so neither counted nor removed
  }
}
