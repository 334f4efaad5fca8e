import { join } from 'node:path';
import type { DataPaths } from '../data-folder/data-folder.ts';
import { defaultPermissions } from '../data-folder/rest-config.ts';
import { readTokenFolder } from '../data-folder/token-files.ts';
import { isReadByOthers } from './check-permissions.ts';
import type { Finding } from './finding.ts';

/** What a running server says of the token files, and whose secrets other users of the machine can read. */
export function checkTokens({ tokens: folder, restConfig }: DataPaths): Finding {
  const check = 'tokens';
  const { tokens, said, notes } = readTokenFolder(folder, {
    defaultPermissions: defaultPermissions(restConfig),
  });
  if (tokens.length === 0 && said.length === 0) {
    const todo = 'palatine init, or the next start, makes one for an administrator';
    return { check, state: 'warn', found: 'there are none', todo };
  }
  const exposed = tokens
    .filter(({ file, hashed }) => !hashed && isReadByOthers(join(folder, file)))
    .map(({ file }) => `${file} holds a secret that other users can read`);
  const found = [...said, ...exposed];
  if (found.length === 0) {
    const count = tokens.filter(({ error }) => error === undefined).length;
    const text = count === tokens.length ? `${count}, all of them count` : `${tokens.length}, ${count} count`;
    return { check, state: 'ok', found: [text, ...notes].join('; ') };
  }
  const todo = [
    ...(found.length > exposed.length ? [`correct or remove the files in ${folder}`] : []),
    ...(exposed.length > 0 ? [`chmod 600 ${join(folder, '*.json')}, or keep hashes`] : []),
  ];
  return { check, state: 'warn', found: [...found, ...notes].join('; '), todo: todo.join('; ') };
}
