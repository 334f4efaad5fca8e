import type { SaveWarning } from '@palatine/save';
import { LEVEL } from '@palatine/save/folder-files';
import { BASE_BYTES, type PackedSave } from '../store/base-save.ts';

/**
 * Gathers the files of a save while it is read. `files()` gives them, or undefined when they have more than `most`
 * bytes together: they are dropped as soon as they do.
 */
export function keptSave(most = BASE_BYTES): {
  onFile: (path: string, packed: Buffer) => void;
  files: () => PackedSave | undefined;
} {
  const files = new Map<string, Buffer>();
  let bytes = 0;
  return {
    onFile(path, packed) {
      bytes += packed.length - (files.get(path)?.length ?? 0);
      if (bytes > most) files.clear();
      else files.set(path, packed);
    },
    files: () => (bytes > most ? undefined : files),
  };
}

/** What an operator has to know of a world whose save is too large to be kept. */
export function notKept(): SaveWarning {
  const message =
    `the files of the save have more than ${BASE_BYTES / 1024 ** 2} MiB together, so no copy of them is kept: ` +
    'palatine save apply cannot write changes of this world into the save';
  return { file: LEVEL, place: '', message };
}
