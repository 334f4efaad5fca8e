import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CatalogueProblem, readRows } from './read-table.ts';
import { keyOf } from './table.ts';
import type { TableSpec } from './tables.ts';

export interface Overlay {
  /** The operator's valid rows for a table; empty without a file. */
  rowsFor<Row>(spec: TableSpec<Row>): readonly Row[];
  /** Reports files that no table has read: their names are misspelt. Call it after all tables. */
  reportUnknownFiles(): void;
  readonly problems: readonly CatalogueProblem[];
}

/** Opens an operator's folder of data files, for newer game versions and mods. A missing folder adds nothing. */
export function openOverlay(
  folder: string,
  readText = (file: string) => readFileSync(file, 'utf8'),
): Overlay {
  const problems: CatalogueProblem[] = [];
  const unread = new Set(listJsonFiles(folder, problems));
  return {
    rowsFor(spec) {
      const name = `${spec.name}.json`;
      if (!unread.delete(name)) return [];
      const file = join(folder, name);
      const report = (place: string, reason: string) => problems.push({ file, place, reason });
      const json = readOrReport(file, readText, report);
      if (json === undefined) return [];
      const rows = readRows(spec, json, report);
      reportDuplicates(spec, rows, report);
      return rows;
    },
    reportUnknownFiles() {
      for (const name of unread) {
        problems.push({
          file: join(folder, name),
          place: '',
          reason: 'no table of the catalogue has this name',
        });
      }
    },
    problems,
  };
}

function listJsonFiles(folder: string, problems: CatalogueProblem[]): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .sort();
  } catch (error) {
    if (isMissing(error)) return [];
    problems.push({ file: folder, place: '', reason: `cannot be listed: ${String(error)}` });
    return [];
  }
}

function readOrReport(
  file: string,
  readText: (file: string) => string,
  report: (place: string, reason: string) => void,
): string | undefined {
  try {
    return readText(file).replace(/^\uFEFF/, ''); // Windows editors write a byte order mark
  } catch (error) {
    report('', `cannot be read: ${String(error)}`);
    return undefined;
  }
}

function reportDuplicates<Row>(
  spec: TableSpec<Row>,
  rows: Row[],
  report: (place: string, reason: string) => void,
): void {
  const seen = new Set<string>();
  for (const row of rows) {
    const key = keyOf(spec, row);
    if (seen.has(key)) report(String(row[spec.key]), 'stands more than once; the last one counts');
    seen.add(key);
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
