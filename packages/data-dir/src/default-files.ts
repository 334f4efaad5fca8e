import { lstatSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileAtomically } from '@palatine/platform/atomic-write';
import { formatJson, namesInFolder } from '@palatine/platform/json';
import { sha256Of } from '@palatine/platform/read-file';
import type { DataFolder } from './data-folder.ts';
import { isTokenFile, TEMPORARY_TOKEN } from './token-warnings.ts';
import { newSecret } from './tokens.ts';

const ADMIN_TOKEN_FILE = 'Admin.json';

/** @returns the secret of the administrator token that a folder without token files gets; it is not stored. */
export function writeMissingAdminToken(data: Pick<DataFolder, 'tokens'>): string | undefined {
  if (namesInFolder(data.tokens).some((name) => isTokenFile(name) && !TEMPORARY_TOKEN.test(name)))
    return undefined;
  const secret = newSecret();
  const admin = { Name: 'Admin', TokenSHA256: sha256Of(secret), Permissions: '*' };
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
