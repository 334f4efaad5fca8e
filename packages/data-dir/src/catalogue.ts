import { FILE_BYTES, readTextFile } from '@palatine/platform/read-file';
import { type Catalogue, loadCatalogue } from '@palatine/world/catalogue';
import type { DataPaths } from './data-folder.ts';

/** Opens the catalogue with the operator's overlay; `problems` lists what was left out. */
export function openCatalogue({ catalogue }: Pick<DataPaths, 'catalogue'>): Catalogue {
  return loadCatalogue({ overlay: catalogue, readText });
}

function readText(file: string): string {
  const text = readTextFile(file, FILE_BYTES.catalogue);
  if (text === undefined) throw new Error('it was removed just now');
  return text;
}
