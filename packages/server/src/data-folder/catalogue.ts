import { type Catalogue, loadCatalogue } from '@palatine/world';
import type { DataPaths } from './data-folder.ts';

/**
 * Opens the catalogue of game facts with the operator's files of `Catalogue/` laid over it. A file or row that is
 * wrong is left out; `catalogue.problems` lists it.
 */
export function openCatalogue({ catalogue }: Pick<DataPaths, 'catalogue'>): Catalogue {
  return loadCatalogue({ overlay: catalogue });
}
