import { rmSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { type AnswerForm, FILE_NAME_RULE, isFileName } from '@palatine/contract';
import { writeFileAtomically } from '@palatine/platform/atomic-write';
import { ConfigError, orElse } from '@palatine/platform/config-error';
import { formatJson, isObject, namesInFolder, parseJson } from '@palatine/platform/json';
import { FILE_BYTES, readTextFile, sha256Of } from '@palatine/platform/read-file';
import type { DataPaths } from './data-folder.ts';
import { examineTokens, type FileVerdict, type TokenExamination } from './examine-tokens.ts';
import { EXAMPLE_TOKEN_FILE, isTokenFile } from './token-warnings.ts';
import { isFolder, newSecret, readTokens } from './tokens.ts';

export { removeAdminToken, writeMissing, writeMissingAdminToken } from './default-files.ts';
export { EXAMPLE_SECRET, isPublishedSecret } from './published-secrets.ts';
export {
  EXAMPLE_TOKEN_FILE,
  isTokenFile,
  KNOWN_PERMISSIONS,
  permissionWarning,
  TEMPORARY_TOKEN,
} from './token-warnings.ts';
export {
  joinedTokens,
  newSecret,
  openTokenFiles,
  type Tokens,
  tokenId,
} from './tokens.ts';

/** A token file on disk, also one that is skipped. */
export interface TokenFile {
  file: string;
  /** Id in memory; undefined for an invalid file. */
  id: string | undefined;
  /** Empty for an invalid file. */
  name: string;
  permissions: readonly string[];
  answerForm: AnswerForm | undefined;
  hashed: boolean;
  /** ms since 1970; undefined for one that does not expire. */
  expiresAtMs: number | undefined;
  /** Why the file is skipped; undefined for a valid one. */
  error: string | undefined;
  /** Warnings about a valid file. Each names the file. */
  warnings: readonly string[];
}

export interface TokenFolder {
  tokens: TokenFile[];
  /** Why files are ignored that may have been meant as token files. */
  ignored: readonly string[];
  /** All errors and warnings, as in the log of a running server. */
  messages: readonly string[];
  /** Notes on faultless files: why one is inactive, which keys have no effect. */
  notes: readonly string[];
}

/** All token files of a folder, with the messages of a running server. */
export function readTokenFolder(
  folder: string,
  { nowMs = Date.now(), defaultPermissions = [] }: Partial<TokenExamination> = {},
): TokenFolder {
  const files = readTokens(folder);
  const verdicts = examineTokens(files, { nowMs, defaultPermissions });
  const tokens: TokenFile[] = [];
  const ignored: string[] = [];
  const notes: string[] = [];
  for (const [file, { token, hashed, expiresAtMs, note, ignored: keys = [] }] of files) {
    const { off, error = off, warnings } = verdicts.get(file) as FileVerdict; // each file has one
    if (off !== undefined) notes.push(off);
    if (note !== undefined) notes.push(`${file}: ${note}`);
    if (keys.length > 0) notes.push(`${file}: no effect here: ${keys.join(', ')}`);
    if (!isTokenFile(file)) {
      ignored.push(...warnings);
      continue;
    }
    const { id, name = '', permissions = [], answerForm } = token ?? {};
    tokens.push({ file, id, name, permissions, answerForm, hashed, expiresAtMs, error, warnings });
  }
  const messages = [...verdicts.values()].flatMap(({ error, warnings }) => [error ?? [], ...warnings].flat());
  return { tokens, ignored, messages: [...new Set(messages)], notes };
}

/** Files that look like token files, outside of the folder from which tokens are read. Relative to the data folder. */
export function strayTokenFiles({ path, restConfig, tokens }: DataPaths): string[] {
  const below = namesInFolder(tokens).map((name) => join(tokens, name));
  const folders = [path, dirname(restConfig), join(path, 'Tokens'), ...below].filter(isFolder);
  return folders.flatMap((folder) =>
    namesInFolder(folder)
      .filter((name) => isTokenFile(name) && holdsToken(join(folder, name)))
      .map((name) => relative(path, join(folder, name)).replaceAll(sep, '/'))
      .sort(),
  );
}

function holdsToken(file: string): boolean {
  const content = orElse(undefined, () => parseJson(readTextFile(file, FILE_BYTES.token) ?? ''));
  return isObject(content) && (content.Token ?? content.TokenSHA256) !== undefined;
}

export interface NewToken {
  name: string;
  permissions: readonly string[];
  answerForm?: AnswerForm | undefined;
  /** A day or a time, as in a file. */
  expires?: string | undefined;
  /** Stores the secret itself in the file. */
  plain?: boolean;
}

/** Writes a file with a new token, which is valid within a second. @returns the secret, which only a plain file stores. */
export function createToken(
  folder: string,
  { name, permissions, answerForm, expires, plain = false }: NewToken,
) {
  const file = `${name}.json`;
  if (!isFileName(name) || !isFileName(file)) {
    throw new ConfigError(
      `"${name}" cannot name a token, since its file has the same name: ${FILE_NAME_RULE}`,
    );
  }
  const same = readTokenFolder(folder).tokens.find(
    (stored) => stored.name === name || stored.file.toLowerCase() === file.toLowerCase(),
  );
  if (same !== undefined || file === EXAMPLE_TOKEN_FILE) {
    throw new ConfigError(`there is a token "${name}" already (${same?.file ?? file}); revoke it first`);
  }
  const secret = newSecret();
  const content = {
    Name: name,
    ...(plain ? { Token: secret } : { TokenSHA256: sha256Of(secret) }),
    Permissions: permissions,
    AnswerForm: answerForm,
    Expires: expires,
  };
  writeFileAtomically(join(folder, file), formatJson(content));
  return { file, secret };
}

/** The tokens with a name, or else the file with this name. */
export function tokensNamed(tokens: readonly TokenFile[], name: string): TokenFile[] {
  const byName = tokens.filter((token) => token.name === name);
  return byName.length > 0 ? byName : tokens.filter(({ file }) => file === name || file === `${name}.json`);
}

/** Replaces the permissions and the end of a token in its file; the rest of the file stays. */
export function changeToken(
  folder: string,
  { file }: TokenFile,
  { permissions, expires }: Pick<NewToken, 'permissions' | 'expires'>,
): void {
  const path = join(folder, file);
  const content = parseJson(readTextFile(path, FILE_BYTES.token) ?? '{}') as object; // a valid token file
  writeFileAtomically(path, formatJson({ ...content, Permissions: permissions, Expires: expires }));
}

/** Removes the token with this name, or else the file with this name. @returns the file. */
export function revokeToken(folder: string, name: string): string {
  const found = tokensNamed(readTokenFolder(folder).tokens, name);
  const [match, another] = found;
  if (match === undefined) throw new ConfigError(`there is no token "${name}" in ${folder}`);
  if (another !== undefined) {
    const all = found.map(({ file }) => file).join(', ');
    throw new ConfigError(`several tokens are called "${name}": ${all}; say which file`);
  }
  return removeToken(folder, match);
}

export function removeToken(folder: string, { file }: TokenFile): string {
  const path = join(folder, file);
  if (isFolder(path)) throw new ConfigError(`${path} is a folder, not a token file; remove it yourself`);
  rmSync(path);
  return file;
}
