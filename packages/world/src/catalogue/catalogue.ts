import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FILE_BYTES, readTextFile } from '@palatine/platform/read-file';
import type { LimitName } from './names.ts';
import { type CatalogueTable, getOrAdd, keyOf, lazyTable } from './table.ts';
import {
  type CatalogueProblem,
  type Pal,
  type PalRow,
  type Report,
  type RowOf,
  readRows,
  TABLES,
  type TableName,
  type TableSpec,
} from './tables.ts';

type OpenTables = { readonly [Name in Exclude<TableName, 'pals' | 'limits'>]: CatalogueTable<RowOf<Name>> };

/** The game's facts. Immutable after loading, so tests may share one. */
export interface Catalogue extends OpenTables {
  /** `find` accepts `BOSS_` ids too; `all` lists the rows, without their alphas. */
  readonly pals: CatalogueTable<Pal>;
  limit(name: LimitName): number;
  readonly problems: readonly CatalogueProblem[];
}

const DATA = join(import.meta.dirname, 'data');

/**
 * Opens the catalogue: shipped tables on first use, the overlay at once, which adds or replaces rows by id.
 * @param overlay the operator's folder; `problems` lists its rejected rows
 */
export function loadCatalogue({ overlay: folder }: { overlay?: string | undefined } = {}): Catalogue {
  const overlay = folder === undefined ? undefined : openOverlay(folder);
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

function openTable<Row>(name: TableName, spec: TableSpec<Row>, overlay: Overlay | undefined) {
  const file = `${name}.json`;
  const additions = overlay?.rowsFor(file, spec) ?? [];
  return lazyTable(spec, () => {
    const refuse = (place: string, reason: string) => {
      throw new Error(`catalogue data/${file}: ${place} ${reason}`);
    };
    // Not `parseJson`, which takes twice the time: data.test.ts proves that no key is there twice.
    const shipped = readRows(spec, readFileSync(join(DATA, file), 'utf8'), refuse, JSON.parse);
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

type Overlay = ReturnType<typeof openOverlay>;

/** Opens an operator's folder of data files, for newer game versions and mods. A missing folder adds nothing. */
function openOverlay(folder: string) {
  const problems: CatalogueProblem[] = [];
  const unread = new Set(listJsonFiles(folder, problems));
  return {
    /** The operator's valid rows for a table; empty without a file. */
    rowsFor<Row>(name: string, spec: TableSpec<Row>): readonly Row[] {
      if (!unread.delete(name)) return [];
      const file = join(folder, name);
      const report = (place: string, reason: string) => problems.push({ file, place, reason });
      const json = readOrReport(file, report);
      if (json === undefined) return [];
      const rows = readRows(spec, json, report);
      reportDuplicates(spec, rows, report);
      return rows;
    },
    /** Reports files that no table has read: their names are misspelled. Call it after all tables. */
    reportUnknownFiles() {
      const reason = 'no table of the catalogue has this name';
      for (const name of unread) problems.push({ file: join(folder, name), place: '', reason });
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

function readOrReport(file: string, report: Report): string | undefined {
  try {
    const text = readTextFile(file, FILE_BYTES.catalogue);
    if (text === undefined) throw new Error('it has just been removed');
    return text.replace(/^\uFEFF/, ''); // Windows editors write a byte order mark
  } catch (error) {
    report('', `cannot be read: ${String(error)}`);
    return undefined;
  }
}

function reportDuplicates<Row>(spec: TableSpec<Row>, rows: Row[], report: Report): void {
  const seen = new Set<string>();
  for (const row of rows) {
    const key = keyOf(spec, row);
    if (seen.has(key)) report(String(row[spec.key]), 'occurs more than once; the last one is used');
    seen.add(key);
  }
}
