import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LimitName } from './names.ts';
import { type CatalogueProblem, readRows } from './read-table.ts';
import { type CatalogueTable, getOrAdd, keyOf, lazyTable } from './table.ts';
import { type Pal, type PalRow, type RowOf, TABLES, type TableName, type TableSpec } from './tables.ts';

type OpenTables = { readonly [Name in Exclude<TableName, 'pals' | 'limits'>]: CatalogueTable<RowOf<Name>> };

/** The game's facts. Immutable after loading, so tests may share one. */
export interface Catalogue extends OpenTables {
  /** `find` accepts `BOSS_` ids too; `all` lists the rows, without their alphas. */
  readonly pals: CatalogueTable<Pal>;
  limit(name: LimitName): number;
  readonly problems: readonly CatalogueProblem[];
}

const DATA = join(import.meta.dirname, 'data');

interface CatalogueOptions {
  overlay?: string;
  /** Reads a file of that folder; throws where it cannot. */
  readText?: (file: string) => string;
}

/** Opens the catalogue: shipped tables on first use, the overlay at once, which adds or replaces rows by id. */
export function loadCatalogue({ overlay: folder, readText }: CatalogueOptions = {}): Catalogue {
  const overlay = folder === undefined ? undefined : openOverlay(folder, readText);
  const names = Object.keys(TABLES) as TableName[];
  const opened = names.map((name) => [name, openTable(name, TABLES[name] as TableSpec<never>, overlay)]);
  const { pals, limits, ...tables } = Object.fromEntries(opened) as {
    readonly [Name in TableName]: CatalogueTable<RowOf<Name>>;
  };
  const catalogue: Catalogue = {
    ...tables,
    pals: withAlphas(pals),
    limit(name) {
      const limit = limits.find(name);
      if (!limit) throw new Error(`data/limits.json lacks ${name}`);
      return limit.value;
    },
    problems: overlay?.problems ?? [],
  };
  overlay?.reportUnknownFiles();
  return catalogue;
}

function openTable<Row>(
  name: TableName,
  spec: TableSpec<Row>,
  overlay: Overlay | undefined,
): CatalogueTable<Row> {
  const file = `${name}.json`;
  const additions = overlay?.rowsFor(file, spec) ?? [];
  return lazyTable(spec, () => {
    const shipped = readRows(spec, readFileSync(join(DATA, file), 'utf8'), (place, reason) => {
      throw new Error(`catalogue data/${file}: ${place} ${reason}`);
    });
    return [...shipped, ...additions];
  });
}

const ALPHA = /^boss_/i;

/** Adds alphas, which share their ordinary form's row. A row whose own id begins with `BOSS_` is an alpha itself. */
function withAlphas(table: CatalogueTable<PalRow>): CatalogueTable<Pal> {
  const cache = new Map<string, Pal>();
  let all: readonly Pal[] | undefined;
  const palOf = (row: PalRow): Pal =>
    getOrAdd(cache, row.id.toLowerCase(), () => ({ ...row, alpha: ALPHA.test(row.id), species: row.id }));
  const alphaOf = (bossId: string): Pal | undefined => {
    const row = table.find(bossId.replace(ALPHA, ''));
    if (!row || row.variant !== null) return undefined;
    const id = `BOSS_${row.id}`;
    return getOrAdd(cache, id.toLowerCase(), () => ({ ...row, id, alpha: true, species: row.id }));
  };
  return {
    get size() {
      return table.size;
    },
    all: () => (all ??= table.all().map(palOf)),
    find(id) {
      const row = table.find(id);
      if (row) return palOf(row);
      return ALPHA.test(id) ? alphaOf(id) : undefined;
    },
  };
}

interface Overlay {
  /** The operator's valid rows for a table; empty without a file. */
  rowsFor<Row>(name: string, spec: TableSpec<Row>): readonly Row[];
  /** Reports files that no table has read: their names are misspelt. Call it after all tables. */
  reportUnknownFiles(): void;
  readonly problems: readonly CatalogueProblem[];
}

/** Opens an operator's folder of data files, for newer game versions and mods. A missing folder adds nothing. */
function openOverlay(folder: string, readText = (file: string) => readFileSync(file, 'utf8')): Overlay {
  const problems: CatalogueProblem[] = [];
  const unread = new Set(listJsonFiles(folder, problems));
  return {
    rowsFor(name, spec) {
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
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
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
    if (seen.has(key)) report(String(row[spec.key]), 'occurs more than once; the last one is used');
    seen.add(key);
  }
}
