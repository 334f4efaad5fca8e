import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CATALOGUE_LANGUAGES } from '@palatine/contract/catalogue-tables';
import { words } from '@palatine/contract/words';
import { type Catalogue, loadCatalogue } from './catalogue.ts';
import type { CatalogueTable } from './table.ts';

/** The tables that have names in other languages. Eggs are items, and bosses have the names of their Pals. */
export const NAMED_TABLES = words('items pals technologies passives activeSkills mapObjects research places');
export type NamedTable = (typeof NAMED_TABLES)[number];

/** A language of the catalogue other than English, whose names are in the tables themselves. */
export type LocalLanguage = Exclude<(typeof CATALOGUE_LANGUAGES)[number], 'en'>;

export const LOCAL_LANGUAGES = CATALOGUE_LANGUAGES.filter((tag): tag is LocalLanguage => tag !== 'en');

type LocalNames = Readonly<Record<NamedTable, Readonly<Record<string, string>>>>;

const NAMES = join(import.meta.dirname, 'data', 'names');

/** The catalogue in another language; missing or overlaid names stay. Reads the file at each call. */
export function inLanguage(catalogue: Catalogue, language: LocalLanguage): Catalogue {
  const names = JSON.parse(readFileSync(join(NAMES, `${language}.json`), 'utf8')) as LocalNames; // ours
  const shipped = loadCatalogue(); // its tables are read as they are needed
  const local = <Row extends NamedRow>(table: NamedTable, rows: CatalogueTable<Row>) => {
    const byKey = new Map(Object.entries(names[table]).map(([id, name]) => [id.toLowerCase(), name]));
    return mapped(rows, (row) => {
      const { id, name, species = id } = row;
      const localName = byKey.get(species.toLowerCase());
      const isShipped = shipped[table].find(species)?.name === name;
      return localName === undefined || !isShipped ? row : { ...row, name: localName };
    });
  };
  const pals = local('pals', catalogue.pals);
  const renamed = NAMED_TABLES.map((table) => [table, local<NamedRow>(table, catalogue[table])]);
  return {
    ...catalogue,
    ...(Object.fromEntries(renamed) as Pick<Catalogue, NamedTable>), // the rows of each table
    pals,
    raidBosses: mapped(catalogue.raidBosses, (boss) => ({
      ...boss,
      bossName: palName(catalogue, pals, boss.palId, boss.bossName),
    })),
    fieldBosses: mapped(catalogue.fieldBosses, (boss) => ({
      ...boss,
      name: palName(catalogue, pals, boss.characterId, boss.name),
    })),
  };
}

interface NamedRow {
  readonly id: string;
  readonly name: string | null;
  /** Species whose name an alpha has. */
  readonly species?: string;
}

function mapped<Row>(table: CatalogueTable<Row>, map: (row: Row) => Row): CatalogueTable<Row> {
  return {
    get size() {
      return table.size;
    },
    all: () => table.all().map(map),
    find(id) {
      const row = table.find(id);
      return row === undefined ? undefined : map(row);
    },
  };
}

/** The name of a boss that has that of its Pal; people and named bosses keep theirs. */
function palName(english: Catalogue, local: Catalogue['pals'], id: string, name: string): string {
  return english.pals.find(id)?.name === name ? (local.find(id)?.name ?? name) : name;
}
