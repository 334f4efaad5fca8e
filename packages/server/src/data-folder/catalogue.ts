import { type Catalogue, loadCatalogue } from '@palatine/world';
import type { DataPaths } from './data-folder.ts';
import { FILE_BYTES, readTextFile } from './read-file.ts';

/**
 * Opens the catalogue of game facts with the operator's files of `Catalogue/` laid over it. A file or row that is
 * wrong is left out; `catalogue.problems` lists it.
 */
export function openCatalogue({ catalogue }: Pick<DataPaths, 'catalogue'>): Catalogue {
  return loadCatalogue({ overlay: catalogue, readText });
}

function readText(file: string): string {
  const text = readTextFile(file, FILE_BYTES.catalogue);
  if (text === undefined) throw new Error('it was removed just now');
  return text;
}
