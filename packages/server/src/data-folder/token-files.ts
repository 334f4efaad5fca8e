import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type AnswerForm, covers, FILE_NAME_RULE, isFileName, OWN_ROUTES, ROUTES } from '@palatine/contract';
import { writeFileAtomically } from './atomic-write.ts';
import { ConfigError } from './config-error.ts';
import { namesInFolder } from './read-json.ts';
import { EXAMPLE_TOKEN_FILE, newSecret, readToken, sha256 } from './tokens.ts';

/** A token file as it lies there. */
export interface TokenFile {
  file: string;
  /** '' where the file cannot be read. */
  name: string;
  permissions: readonly string[];
  answerForm: AnswerForm | undefined;
  /** Whether the secret itself is not in the file. */
  hashed: boolean;
  /** Why it does not count; undefined for one that does. */
  fault: string | undefined;
  /** Permissions under the project's former name. They count under the present one. */
  former: readonly string[];
}

/** Every permission a route asks for. */
export const KNOWN_PERMISSIONS: readonly string[] = [
  ...new Set(
    Object.values({ ...ROUTES, ...OWN_ROUTES }).flatMap(({ permission }): readonly string[] =>
      typeof permission === 'string' ? [permission] : permission,
    ),
  ),
].sort();

/** What is odd about a permission somebody wants to give, in one sentence; undefined when nothing is. */
export function oddPermission(held: string): string | undefined {
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
    const text = readFileSync(join(folder, file), 'utf8');
    const { token, digest, fault, former = [] } = readToken(file, text);
    const read: TokenFile = {
      file,
      name: token?.name ?? '',
      permissions: token?.permissions ?? [],
      answerForm: token?.answerForm,
      hashed: /"TokenSHA256"/.test(text),
      fault,
      former,
    };
    const other = digest === undefined ? undefined : holders.get(digest);
    if (other !== undefined) {
      read.fault = `${other.file} and ${file} hold the same token; none of them counts`;
      other.fault = read.fault;
    } else if (digest !== undefined) holders.set(digest, read);
    return read;
  });
}

function namesIn(folder: string): string[] {
  return namesInFolder(folder)
    .filter((name) => name.endsWith('.json') && name !== EXAMPLE_TOKEN_FILE)
    .sort();
}

export interface NewToken {
  name: string;
  permissions: readonly string[];
  answerForm: AnswerForm | undefined;
  /** Keeps the secret itself in the file. */
  plain: boolean;
}

/** Writes a file with a new token; it counts within a second. @returns the secret, which is nowhere else unless plain. */
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
  const kept = plain ? { Token: secret } : { TokenSHA256: sha256(secret) };
  const content = {
    Name: name,
    ...kept,
    Permissions: permissions,
    ...(answerForm === undefined ? {} : { AnswerForm: answerForm }),
  };
  writeFileAtomically(join(folder, file), `${JSON.stringify(content, null, 2)}\n`, 0o600);
  return { file, secret };
}

/** Removes the token with this name, or in the file of this name. @returns the file. */
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
  rmSync(join(folder, one.file));
  return one.file;
}
