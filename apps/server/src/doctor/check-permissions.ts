import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { DataPaths } from '@palatine/data-dir/data-folder';
import { defaultPermissions } from '@palatine/data-dir/rest-config';
import { readTokenFolder, strayTokenFiles } from '@palatine/data-dir/token-files';
import { isTokenFile } from '@palatine/data-dir/token-warnings';
import { shellWord } from '@palatine/platform/format';
import { namesInFolder } from '@palatine/platform/json';
import { ok, type Result, warn } from './finding.ts';

const READ_BY_OTHERS = 0o004;
const ENTERED_BY_OTHERS = 0o001;

/** Whether other users of the machine can read players' addresses, bans or tokens. New files are closed to them. */
export function checkPermissions(data: DataPaths): Result {
  if (process.platform === 'win32') return ok('not checked on Windows');
  if ((modeOf(data.path) & (READ_BY_OTHERS | ENTERED_BY_OTHERS)) === 0) {
    return ok('other users cannot enter the data folder');
  }
  const tokens = namesInFolder(data.tokens).filter(isTokenFile);
  const files = [data.world, data.banlist, ...tokens.map((name) => join(data.tokens, name))];
  const exposed = files.filter(isReadByOthers);
  const message = [`other users can enter ${data.path}`, ...exposed.map((file) => `read ${file}`)].join(', ');
  const todo = [
    `chmod 700 ${shellWord(data.path)}`,
    ...exposed.map((file) => `chmod 600 ${shellWord(file)}`),
  ].join('; ');
  return warn(message, todo);
}

/** Whether every user of the machine may read a file; false on Windows, which has no such modes. */
export function isReadByOthers(file: string): boolean {
  return process.platform !== 'win32' && (modeOf(file) & READ_BY_OTHERS) !== 0;
}

/** 0 where there is no such file. */
function modeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
}

/** Checks the token files, and whether other users of the machine can read their secrets. */
export function checkTokens(data: DataPaths): Result {
  const { tokens: folder, restConfig } = data;
  const { tokens, messages, notes } = readTokenFolder(folder, {
    defaultPermissions: defaultPermissions(restConfig),
  });
  const stray = strayTokenFiles(data).map(
    (file) =>
      `${file} looks like a token file; tokens are read from RESTAPI/Tokens itself, so it has no effect`,
  );
  if (tokens.length + messages.length + stray.length === 0) {
    return warn('there are none', 'palatine init, or the next start, makes one for an administrator');
  }
  const exposed = tokens
    .filter(({ file, hashed }) => !hashed && isReadByOthers(join(folder, file)))
    .map(({ file }) => `${file} holds a secret that other users can read`);
  const problems = [...messages, ...stray, ...exposed];
  if (problems.length === 0) {
    const count = tokens.filter(({ error }) => error === undefined).length;
    const text = count === tokens.length ? `${count}, all of them valid` : `${tokens.length}, ${count} valid`;
    return ok([text, ...notes].join('; '));
  }
  const todo = [
    ...(messages.length > 0 ? [`correct or remove the files in ${folder}`] : []),
    ...(stray.length > 0 ? [`move the others into ${folder}, or remove them`] : []),
    ...(exposed.length > 0 ? [`chmod 600 ${shellWord(folder)}/*.json, or keep hashes`] : []),
  ];
  return warn([...problems, ...notes].join('; '), todo.join('; '));
}
