import { FILE_BYTES, readTextFile } from '@palatine/platform/read-file';
import { type Catalogue, loadCatalogue } from '@palatine/world/catalogue';
import type { DataPaths } from './data-folder.ts';

/** Opens the catalogue with the operator's overlay; `problems` lists rejected rows. */
export function openCatalogue({ catalogue }: Pick<DataPaths, 'catalogue'>): Catalogue {
  return loadCatalogue({ overlay: catalogue, readText });
}

function readText(file: string): string {
  const text = readTextFile(file, FILE_BYTES.catalogue);
  if (text === undefined) throw new Error('it has just been removed');
  return text;
}
