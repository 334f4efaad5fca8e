import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ArchivingFiles } from '../data-folder/operator-files.ts';

/** Archives of deleted bases that are written only once the save is going to be changed. */
export interface HeldArchives {
  /** In place of `writeArchive` of the operator's files. @returns the path that the archive is going to have. */
  hold(name: string, content: object): string;
  /** Forgets what is held: the commands are run anew. */
  clear(): void;
  /** Writes what is held. */
  write(): void;
  /** Removes what was written: the bases are still there. */
  discard(): void;
}

/** @param folder the data folder, which the paths of archives are relative to */
export function heldArchives(files: Pick<ArchivingFiles, 'writeArchive'>, folder: string): HeldArchives {
  const held = new Map<string, object>();
  const written: string[] = [];
  return {
    hold(name, content) {
      held.set(name, content);
      return `Archives/${name}.gz`;
    },
    clear: () => held.clear(),
    write() {
      for (const [name, content] of held) written.push(files.writeArchive(name, content));
      held.clear();
    },
    discard() {
      for (const path of written.splice(0)) rmSync(join(folder, path), { force: true });
    },
  };
}
