import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LimitName } from './names.ts';
import { type CatalogueProblem, readRows } from './read-table.ts';
import type * as rows from './rows.ts';
import { type CatalogueTable, keyOf, lazyTable } from './table.ts';
import type { TableSpec } from './tables.ts';
import * as tables from './tables.ts';

/** The game's facts. Immutable after loading, so tests may share one. */
export interface Catalogue {
  readonly items: CatalogueTable<rows.Item>;
  /** Fresh state of dynamic items. */
  readonly itemDynamics: CatalogueTable<rows.ItemDynamics>;
  /** Item ids outside the game's item table: known, but not granted. */
  readonly unlistedItems: CatalogueTable<rows.UnlistedItem>;
  /** `find` knows `BOSS_` ids too; `all` lists the rows, without their alphas. */
  readonly pals: CatalogueTable<rows.Pal>;
  readonly learnsets: CatalogueTable<rows.Learnset>;
  readonly npcs: CatalogueTable<rows.Npc>;
  readonly uniqueNpcs: CatalogueTable<rows.UniqueNpc>;
  readonly technologies: CatalogueTable<rows.Technology>;
  readonly experience: CatalogueTable<rows.LevelTotals>;
  readonly friendship: CatalogueTable<rows.FriendshipRank>;
  readonly passives: CatalogueTable<rows.Passive>;
  readonly activeSkills: CatalogueTable<rows.ActiveSkill>;
  readonly research: CatalogueTable<rows.Research>;
  readonly expeditions: CatalogueTable<rows.Expedition>;
  readonly towerBosses: CatalogueTable<rows.TowerBoss>;
  readonly raidBosses: CatalogueTable<rows.RaidBoss>;
  readonly fieldBosses: CatalogueTable<rows.FieldBoss>;
  readonly mapObjects: CatalogueTable<rows.PlaceableObject>;
  readonly eggs: CatalogueTable<rows.Egg>;
  readonly relics: CatalogueTable<rows.Relic>;
  readonly places: CatalogueTable<rows.Place>;
  readonly containers: CatalogueTable<rows.InventoryContainer>;
  limit(name: LimitName): number;
  /** Problems of the operator's overlay. */
  readonly problems: readonly CatalogueProblem[];
}

const DATA = join(import.meta.dirname, 'data');

interface CatalogueOptions {
  /** The operator's folder of data files. */
  overlay?: string;
  /** Reads a file of that folder; throws where it cannot. */
  readText?: (file: string) => string;
}

/**
 * Opens the catalogue. Our own tables are read on first use; an overlay is read at once, so that its problems are
 * known at the start. Files of the overlay have our names and schema, and replace or add rows by id.
 */
export function loadCatalogue({ overlay: folder, readText }: CatalogueOptions = {}): Catalogue {
  const overlay = folder === undefined ? undefined : openOverlay(folder, readText);
  const open = <Row>(spec: tables.TableSpec<Row>) => openTable(spec, overlay);

  const limits = open(tables.LIMITS);
  const catalogue: Catalogue = {
    items: open(tables.ITEMS),
    itemDynamics: open(tables.ITEM_DYNAMICS),
    unlistedItems: open(tables.UNLISTED_ITEMS),
    pals: withAlphas(openTable(tables.PALS, overlay)),
    learnsets: open(tables.LEARNSETS),
    npcs: open(tables.NPCS),
    uniqueNpcs: open(tables.UNIQUE_NPCS),
    technologies: open(tables.TECHNOLOGIES),
    experience: open(tables.EXPERIENCE),
    friendship: open(tables.FRIENDSHIP),
    passives: open(tables.PASSIVES),
    activeSkills: open(tables.ACTIVE_SKILLS),
    research: open(tables.RESEARCH),
    expeditions: open(tables.EXPEDITIONS),
    towerBosses: open(tables.TOWER_BOSSES),
    raidBosses: open(tables.RAID_BOSSES),
    fieldBosses: open(tables.FIELD_BOSSES),
    mapObjects: open(tables.MAP_OBJECTS),
    eggs: open(tables.EGGS),
    relics: open(tables.RELICS),
    places: open(tables.PLACES),
    containers: open(tables.CONTAINERS),
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

function openTable<Row>(spec: tables.TableSpec<Row>, overlay: Overlay | undefined): CatalogueTable<Row> {
  const additions = overlay?.rowsFor(spec) ?? [];
  return lazyTable(spec, () => {
    const name = `${spec.name}.json`;
    const own = readRows(spec, readFileSync(join(DATA, name), 'utf8'), (place, reason) => {
      throw new Error(`catalogue data/${name}: ${place} ${reason}`);
    });
    return [...own, ...additions];
  });
}

const ALPHA = /^boss_/i;

/** Adds alphas, which share their ordinary form's row. A row whose own id begins with `BOSS_` is an alpha itself. */
function withAlphas(table: CatalogueTable<rows.PalRow>): CatalogueTable<rows.Pal> {
  const cache = new Map<string, rows.Pal>();
  let all: readonly rows.Pal[] | undefined;
  const palOf = (row: rows.PalRow): rows.Pal => {
    const key = row.id.toLowerCase();
    const pal = cache.get(key) ?? { ...row, alpha: ALPHA.test(row.id), species: row.id };
    cache.set(key, pal);
    return pal;
  };
  const alphaOf = (id: string): rows.Pal | undefined => {
    const row = table.find(id.replace(ALPHA, ''));
    if (!row || row.variant !== null) return undefined;
    const key = `boss_${row.id.toLowerCase()}`;
    const pal = cache.get(key) ?? { ...row, id: `BOSS_${row.id}`, alpha: true, species: row.id };
    cache.set(key, pal);
    return pal;
  };
  return {
    get size() {
      return table.size;
    },
    all() {
      all ??= table.all().map(palOf);
      return all;
    },
    find(id) {
      const row = table.find(id);
      if (row) return palOf(row);
      return ALPHA.test(id) ? alphaOf(id) : undefined;
    },
  };
}

interface Overlay {
  /** The operator's valid rows for a table; empty without a file. */
  rowsFor<Row>(spec: TableSpec<Row>): readonly Row[];
  /** Reports files that no table has read: their names are misspelt. Call it after all tables. */
  reportUnknownFiles(): void;
  readonly problems: readonly CatalogueProblem[];
}

/** Opens an operator's folder of data files, for newer game versions and mods. A missing folder adds nothing. */
function openOverlay(folder: string, readText = (file: string) => readFileSync(file, 'utf8')): Overlay {
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
