import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { ConfigError } from '../data-folder/config-error.ts';

/** What lies beside the files of a backup: what it is, and how to tell that it is whole. */
export const MANIFEST = 'backup.json';
export const WORLD_FILE = 'world.db';

/** Inside the folder and nowhere else. */
const PATH = '^(?!/)(?!.*(^|/)\\.\\.?(/|$))[^\\\\:]+$';

const Manifest = Type.Object({
  format: Type.Literal(1),
  /** ISO 8601, UTC: the moment the world was copied. */
  madeAt: Type.String(),
  /** The version of Palatine that made it. */
  version: Type.String(),
  world: Type.Object({ name: Type.String(), players: Type.Integer(), guilds: Type.Integer() }),
  /** What contradicted itself in the world when it was copied. */
  problems: Type.Array(Type.String()),
  files: Type.Array(
    Type.Object({ path: Type.String({ pattern: PATH }), bytes: Type.Integer(), sha256: Type.String() }),
  ),
});
export type Manifest = Static<typeof Manifest>;
const check = Compile(Manifest);

/** Reads what a backup says of itself; throws an OperatorFault for a folder that is none. */
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

/** Holds every file against what the manifest says of it; throws an OperatorFault that names the first that differs. */
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

/** The whole backups of a folder, oldest first. */
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
    return undefined; // not one of ours, so not ours to count or to sweep
  }
}
