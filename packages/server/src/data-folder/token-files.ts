import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ALL_ROUTES, type AnswerForm, covers, FILE_NAME_RULE, isFileName } from '@palatine/contract';
import { writeFileAtomically } from './atomic-write.ts';
import { ConfigError } from './config-error.ts';
import { FILE_BYTES, readTextFile } from './read-file.ts';
import { formatJson, namesInFolder } from './read-json.ts';
import {
  EXAMPLE_TOKEN_FILE,
  isTokenFile,
  newSecret,
  type ReadToken,
  readToken,
  sha256,
  unreadableToken,
} from './tokens.ts';

/** A token file on disk, also one that is skipped. */
export interface TokenFile {
  file: string;
  /** Empty where the file is wrong. */
  name: string;
  permissions: readonly string[];
  answerForm: AnswerForm | undefined;
  /** Whether the file holds a hash instead of the secret. */
  hashed: boolean;
  /** Why the file is skipped; undefined when it counts. */
  error: string | undefined;
  /** Permissions under the project's former name. They count under the present one. */
  former: readonly string[];
}

/** Every permission that a route requires. */
export const KNOWN_PERMISSIONS: readonly string[] = [
  ...new Set(
    Object.values(ALL_ROUTES).flatMap(({ permission }): readonly string[] =>
      typeof permission === 'string' ? [permission] : permission,
    ),
  ),
].sort();

/** A warning when no route requires this permission; undefined otherwise. */
export function permissionWarning(held: string): string | undefined {
  if (KNOWN_PERMISSIONS.some((needed) => covers(held, needed))) return undefined;
  const meant = KNOWN_PERMISSIONS.find((known) => known.toLowerCase() === held.toLowerCase());
  const below = KNOWN_PERMISSIONS.some((known) => known.startsWith(`${held}.`));
  const hint = meant ?? (below ? `${held}.*` : undefined);
  return `no route asks for ${held}${hint === undefined ? '' : `; is ${hint} meant?`}`;
}

/** All token files of a folder, by file name. */
export function readTokenFiles(folder: string): TokenFile[] {
  const holders = new Map<string, TokenFile>();
  return namesIn(folder).map((file) => {
    const { token, digest, error, former = [], hashed } = readTokenFile(folder, file);
    const read: TokenFile = {
      file,
      name: token?.name ?? '',
      permissions: token?.permissions ?? [],
      answerForm: token?.answerForm,
      hashed,
      error,
      former,
    };
    const other = digest === undefined ? undefined : holders.get(digest);
    if (other !== undefined) {
      read.error = `${other.file} and ${file} hold the same token; none of them counts`;
      other.error = read.error;
    } else if (digest !== undefined) holders.set(digest, read);
    return read;
  });
}

/** What can be said of a file: a link that leads nowhere, a folder or a pipe holds no token, and says so. */
function readTokenFile(folder: string, file: string): ReadToken & { hashed: boolean } {
  try {
    const text = readTextFile(join(folder, file), FILE_BYTES.token);
    if (text === undefined) return { hashed: false, error: `${file}: was removed just now` };
    return { ...readToken(file, text), hashed: /"TokenSHA256"/.test(text) };
  } catch (error) {
    return { hashed: false, error: unreadableToken(file, error) };
  }
}

function namesIn(folder: string): string[] {
  return namesInFolder(folder).filter(isTokenFile).sort();
}

export interface NewToken {
  name: string;
  permissions: readonly string[];
  answerForm: AnswerForm | undefined;
  /** Stores the secret itself in the file. */
  plain: boolean;
}

/** Writes a file with a new token, which counts within a second. @returns the secret; only a plain file stores it. */
export function createToken(folder: string, { name, permissions, answerForm, plain }: NewToken) {
  const file = `${name}.json`;
  if (!isFileName(file)) {
    throw new ConfigError(
      `"${name}" cannot name a token, since its file has the same name: ${FILE_NAME_RULE}`,
    );
  }
  const same = readTokenFiles(folder).find(
    (other) => other.name === name || other.file.toLowerCase() === file.toLowerCase(),
  );
  if (same !== undefined || file === EXAMPLE_TOKEN_FILE) {
    throw new ConfigError(`there is a token "${name}" already (${same?.file ?? file}); revoke it first`);
  }
  const secret = newSecret();
  const stored = plain ? { Token: secret } : { TokenSHA256: sha256(secret) };
  const content = {
    Name: name,
    ...stored,
    Permissions: permissions,
    ...(answerForm === undefined ? {} : { AnswerForm: answerForm }),
  };
  writeFileAtomically(join(folder, file), formatJson(content));
  return { file, secret };
}

/** Removes the token with this name, or else the file with this name. @returns the file. */
export function revokeToken(folder: string, name: string): string {
  const files = readTokenFiles(folder);
  const found = files.filter((file) => file.name === name);
  const named = files.filter(({ file }) => file === name || file === `${name}.json`);
  const [one, another] = found.length > 0 ? found : named;
  if (one === undefined) throw new ConfigError(`there is no token "${name}" in ${folder}`);
  if (another !== undefined) {
    const all = found.map(({ file }) => file).join(', ');
    throw new ConfigError(`several tokens are called "${name}": ${all}; say which file`);
  }
  const file = join(folder, one.file);
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) {
    throw new ConfigError(`${file} is a folder, not a token file; remove it yourself`);
  }
  rmSync(file);
  return one.file;
}
