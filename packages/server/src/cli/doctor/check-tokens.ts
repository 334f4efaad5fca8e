import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { DataPaths } from '../../data-folder/data-folder.ts';
import { readTokenFiles } from '../../data-folder/token-files.ts';
import type { Finding } from './finding.ts';

export function checkTokens({ tokens: folder }: DataPaths): Finding {
  const check = 'tokens';
  const tokens = readTokenFiles(folder);
  const errors = [...new Set(tokens.flatMap(({ error }) => error ?? []))];
  if (errors.length > 0) {
    return { check, state: 'warn', found: errors.join('; '), todo: 'mend or remove these files' };
  }
  if (tokens.length === 0) {
    const todo = 'palatine init, or the next start, makes one for an administrator';
    return { check, state: 'warn', found: 'there are none', todo };
  }
  const exposed = tokens.filter(({ file, hashed }) => !hashed && isReadByOthers(join(folder, file)));
  if (exposed.length > 0) {
    const found = `${exposed.map(({ file }) => file).join(', ')} hold secrets that other users can read`;
    return { check, state: 'warn', found, todo: `chmod 600 ${join(folder, '*.json')}, or keep hashes` };
  }
  const former = tokens.filter((token) => token.former.length > 0);
  if (former.length > 0) {
    const found = `${former.map(({ file }) => file).join(', ')}: Palisade.* is the former name of Palatine.*, and counts as it`;
    return { check, state: 'warn', found, todo: 'write Palatine.* instead; the tokens work as they are' };
  }
  return { check, state: 'ok', found: `${tokens.length}, all of them count` };
}

function isReadByOthers(file: string): boolean {
  return (
    process.platform !== 'win32' && ((statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & 0o004) !== 0
  );
}
