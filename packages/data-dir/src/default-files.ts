import { lstatSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileAtomically } from '@palatine/platform/atomic-write';
import { formatJson, namesInFolder } from '@palatine/platform/json';
import { DEFAULT_IMPORT_RULES } from '@palatine/world';
import { configFile } from './config.ts';
import type { DataFolder } from './data-folder.ts';
import { EXAMPLE_SECRET } from './published-secrets.ts';
import { restConfigFile } from './rest-config.ts';
import { EXAMPLE_TOKEN_FILE, isTokenFile, TEMPORARY_TOKEN } from './token-warnings.ts';
import { newSecret, sha256 } from './tokens.ts';

const ADMIN_TOKEN_FILE = 'Admin.json';

const TOKEN_EXAMPLE = {
  Name: 'Shop',
  Token: EXAMPLE_SECRET,
  Permissions: ['REST.Players.Read', 'REST.Items.*'],
};

/** Writes missing operator files with working defaults. @returns as `writeMissingAdminToken`. */
export function writeMissingFiles(data: DataFolder): string | undefined {
  for (const [file, text] of defaultFiles(data)) writeMissing(file, text);
  return writeMissingAdminToken(data);
}

export function defaultFiles(
  data: Pick<DataFolder, 'restConfig' | 'config' | 'importRules' | 'tokens'>,
): ReadonlyMap<string, string> {
  return new Map([
    [data.restConfig, restConfigFile.defaultText],
    [data.config, configFile.defaultText],
    [join(data.importRules, 'Default.json'), formatJson(DEFAULT_IMPORT_RULES)],
    [join(data.tokens, EXAMPLE_TOKEN_FILE), formatJson(TOKEN_EXAMPLE)],
  ]);
}

/** @returns the secret of the administrator token that a folder without token files gets; it is not stored. */
export function writeMissingAdminToken(data: Pick<DataFolder, 'tokens'>): string | undefined {
  if (namesInFolder(data.tokens).some((name) => isTokenFile(name) && !TEMPORARY_TOKEN.test(name)))
    return undefined;
  const secret = newSecret();
  const admin = { Name: 'Admin', TokenSHA256: sha256(secret), Permissions: '*' };
  writeFileAtomically(join(data.tokens, ADMIN_TOKEN_FILE), formatJson(admin));
  return secret;
}

/** Removes the administrator token whose secret was not shown, so that the next start creates another one. */
export function removeAdminToken({ tokens }: Pick<DataFolder, 'tokens'>): void {
  rmSync(join(tokens, ADMIN_TOKEN_FILE), { force: true });
}

export function writeMissing(file: string, text: string): void {
  // A dangling link is not a missing file: its target may come back.
  if (lstatSync(file, { throwIfNoEntry: false }) === undefined) writeFileAtomically(file, text);
}
