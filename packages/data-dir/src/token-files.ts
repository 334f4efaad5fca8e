import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type AnswerForm, FILE_NAME_RULE, isFileName } from '@palatine/contract';
import { writeFileAtomically } from '@palatine/platform/atomic-write';
import { ConfigError } from '@palatine/platform/config-error';
import { formatJson } from '@palatine/platform/json';
import { examineTokens, type FileVerdict, type TokenExamination } from './examine-tokens.ts';
import { EXAMPLE_TOKEN_FILE, isTokenFile } from './token-warnings.ts';
import { isFolder, newSecret, readTokens, sha256 } from './tokens.ts';

/** A token file on disk, also one that is skipped. */
export interface TokenFile {
  file: string;
  /** As the token has it in memory; undefined where the file is wrong. */
  id: string | undefined;
  /** Empty where the file is wrong. */
  name: string;
  permissions: readonly string[];
  answerForm: AnswerForm | undefined;
  /** Whether the file holds a hash instead of the secret. */
  hashed: boolean;
  /** Why the file is skipped; undefined when it counts. */
  error: string | undefined;
  /** What is not as it should be, though the file counts. Each names the file. */
  warnings: readonly string[];
}

export interface TokenFolder {
  tokens: TokenFile[];
  /** Why files are ignored that may have been meant as token files. */
  ignored: readonly string[];
  /** All errors and warnings, as the log of a running server has them. */
  said: readonly string[];
  /** Remarks on files without a fault: why one does not count, which keys have no effect. */
  notes: readonly string[];
}

/** All token files of a folder, and what a running server says of them. */
export function readTokenFolder(
  folder: string,
  { nowMs = Date.now(), defaultPermissions = [] }: Partial<TokenExamination> = {},
): TokenFolder {
  const files = readTokens(folder);
  const verdicts = examineTokens(files, { nowMs, defaultPermissions });
  const tokens: TokenFile[] = [];
  const ignored: string[] = [];
  const notes: string[] = [];
  for (const [file, { token, hashed, ignored: keys = [] }] of files) {
    const { error, off, warnings } = verdicts.get(file) as FileVerdict; // there is one of each file
    if (off !== undefined) notes.push(off);
    if (keys.length > 0) notes.push(`${file}: no effect here: ${keys.join(', ')}`);
    if (!isTokenFile(file)) {
      ignored.push(...warnings);
      continue;
    }
    const { id, name = '', permissions = [], answerForm } = token ?? {};
    tokens.push({ file, id, name, permissions, answerForm, hashed, error: error ?? off, warnings });
  }
  const said = [...verdicts.values()].flatMap(({ error, warnings }) => [
    ...(error === undefined ? [] : [error]),
    ...warnings,
  ]);
  return { tokens, ignored, said: [...new Set(said)], notes };
}

export function readTokenFiles(folder: string): TokenFile[] {
  return readTokenFolder(folder).tokens;
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
  if (isFolder(file)) throw new ConfigError(`${file} is a folder, not a token file; remove it yourself`);
  rmSync(file);
  return one.file;
}
