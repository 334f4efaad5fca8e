import { statSync } from 'node:fs';
import { readBanlist } from '../../data-folder/banlist-file.ts';
import type { DataPaths } from '../../data-folder/data-folder.ts';
import { type LiveSettings, readSettings } from '../../data-folder/live-settings.ts';

export interface FileFaults {
  /** What is wrong with the settings files as they are on disk. */
  settings(): readonly string[];
  /** Why Banlist.json cannot be read; '' when it can. */
  banlist(): string;
}

/** Looks at the operator's files as they are on disk. Each is read again only when it has changed. */
export function fileFaults(data: DataPaths, settings: LiveSettings): FileFaults {
  return {
    settings: whenChanged([data.config, data.restConfig], () =>
      readSettings(data, settings.current).rejected.map(({ reason }) => reason),
    ),
    banlist: whenChanged([data.banlist], () => {
      try {
        readBanlist(data.banlist, '');
        return '';
      } catch (error) {
        return (error as Error).message;
      }
    }),
  };
}

/** The result of a look at files, kept until one of them changes. */
function whenChanged<Result>(files: readonly string[], look: () => Result): () => Result {
  let seen: { stamp: string; result: Result } | undefined;
  return () => {
    const stamp = files.map(stampOf).join(' ');
    if (seen?.stamp !== stamp) seen = { stamp, result: look() };
    return seen.result;
  };
}

function stampOf(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats === undefined ? '' : `${stats.mtimeMs} ${stats.ctimeMs} ${stats.size} ${stats.ino}`;
}
