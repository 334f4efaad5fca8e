import { sep } from 'node:path';

/** Absolute paths of at least two names, not parts of a URL or of a relative path. Names but the last may have blanks. */
const PATHS = /(?<![\w/.:\]\\])(?:\/|[A-Za-z]:[\\/])(?:[^\\/;,:'"\n]+[\\/])+[^\s\\/;,:'")]*/g;

/** A message for a caller, who is told no path of the machine: files of the data folder by their name in it, others by their own. */
export function withoutMachinePaths(message: string, dataFolder: string): string {
  return message
    .replaceAll(`${dataFolder}${sep}`, '')
    .replaceAll(dataFolder, 'the data folder')
    .replace(PATHS, (path) => path.split(/[\\/]/).findLast((name) => name !== '') ?? '');
}
