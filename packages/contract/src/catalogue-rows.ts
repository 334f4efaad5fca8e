import type { CatalogueCell, CatalogueTable } from './catalogue.ts';

/** The rows of a table as objects, with its columns as keys. */
export function catalogueRows({ Columns, Rows }: CatalogueTable): Record<string, CatalogueCell>[] {
  return Rows.map((row) => Object.fromEntries(row.map((cell, at) => [Columns[at] ?? '', cell])));
}
