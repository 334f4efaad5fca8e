import { sep } from 'node:path';

/** Absolute paths of at least two names, not parts of a URL or of a relative path. Names but the last may have blanks. */
const PATHS = /(?<![\w/.:\]\\])(?:\/|[A-Za-z]:[\\/])(?:[^\\/;,:'"\n]+[\\/])+[^\s\\/;,:'")]*/g;

/** A message for a caller, without paths of the machine: a file of the data folder has its path in it, any other its name. */
export function withoutMachinePaths(message: string, dataFolder: string): string {
  return message
    .replaceAll(`${dataFolder}${sep}`, '')
    .replaceAll(dataFolder, 'the data folder')
    .replace(PATHS, (path) => path.split(/[\\/]/).findLast((name) => name !== '') ?? '');
}
