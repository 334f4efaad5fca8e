import type { SaveContainer } from '../format/container.ts';
import { LEVEL } from '../read/folder-files.ts';

/**
 * How an Oodle file is written, for which there is no encoder: as zlib, which the game of 1.0 reads, or as Oodle with
 * stored blocks. Only the game can settle it (save-writing 2.6 and 8).
 */
const OODLE_WRITTEN_AS: 'zlib' | 'stored Oodle' = 'zlib';

/** The container of an edited file: as it was, but for Oodle. */
export function writtenContainer(path: string, was: SaveContainer): SaveContainer {
  if (was !== 'PlM1' || (OODLE_WRITTEN_AS as string) === 'stored Oodle') return was;
  return path === LEVEL ? 'PlZ2' : 'PlZ1';
}
