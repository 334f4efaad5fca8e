/** Absolute paths of at least two names, not parts of a URL or of a relative path. Names but the last may have blanks. */
const PATHS = /(?<![\w/.:\]\\])(?:\/|[A-Za-z]:[\\/])(?:[^\\/;,:'"\n]+[\\/])+[^\s\\/;,:'")]*/g;

/** A message for a caller, who is told no path of the machine: files of the data folder by their name in it, others by their own. */
export function withoutMachinePaths(message: string, dataFolder: string): string {
  return message
    .split(dataFolder)
    .map((part, index) => {
      if (index === 0) return part;
      return /^[\\/]\w/.test(part) ? part.slice(1) : `the data folder${part}`;
    })
    .join('')
    .replace(PATHS, (path) => path.split(/[\\/]/).findLast((name) => name !== '') ?? '');
}
