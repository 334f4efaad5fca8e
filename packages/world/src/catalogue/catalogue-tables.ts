import type { CatalogueCell, CatalogueTable, CatalogueTableName } from '@palatine/contract';
import { CATALOGUE_TABLES } from '@palatine/contract/catalogue-tables';
import type { Catalogue } from './catalogue.ts';
import { landsIn } from './inventory-rules.ts';
import { WORK_SUITABILITIES } from './names.ts';
import type * as rows from './tables.ts';

type Cell = CatalogueCell | readonly string[] | readonly number[] | null | undefined;

/**
 * A cell is what the row has under the name of its column, else in the field of that name: `CharacterID` is
 * `characterId`. A test holds that some row has a value for each column.
 */
const TABLES = {
  Items: ({ items, itemDynamics }) =>
    items.all().map((item) => ({
      ...itemDynamics.find(item.id),
      ...item,
      Type: item.typeA,
      Subtype: item.typeB,
      Inventory: landsIn(item),
      State: item.dynamic,
    })),
  Pals: ({ pals }) =>
    pals.all().map((pal) => ({
      ...pal,
      HasAlpha: pals.find(`BOSS_${pal.id}`) !== undefined,
      MalePercent: pal.malePct,
      Work: workRanks(pal),
      Passives: pal.innatePassives,
    })),
  Technologies: ({ technologies }) =>
    technologies.all().map((technology) => ({
      ...technology,
      Requires: technology.requireTech,
      RequiresTower: technology.requireTower,
      RequiresResearch: technology.requireResearch,
    })),
  Passives: ({ passives }) =>
    passives.all().map((passive) => ({ ...passive, OnPals: passive.pal, OnLuckyPals: passive.rarePal })),
  Skills: ({ activeSkills }) => activeSkills.all().map((skill) => ({ ...skill, Kind: skill.category })),
  NPCs: ({ npcs, uniqueNpcs }) => [
    ...npcs.all(),
    ...uniqueNpcs.all().map((unique) => ({ ...npcs.find(unique.characterId), ...unique })),
  ],
  Eggs: ({ items, eggs }) =>
    items
      .all()
      .filter(({ dynamic }) => dynamic === 'egg')
      .map((item) => ({ ...eggs.find(item.id), ...item })),
  MapObjects: ({ mapObjects }) => mapObjects.all(),
  Research: ({ research }) => research.all(),
  Bosses: ({ towerBosses, raidBosses, fieldBosses }) => [
    ...towerBosses.all().map((boss) => ({
      ...boss,
      Name: boss.bossName,
      Kind: 'tower',
      Tower: boss.towerName,
      CharacterID: boss.palNormal,
      HardCharacterID: boss.palHard,
      Key: boss.countKeyNormal,
      HardKey: boss.countKeyHard,
    })),
    ...raidBosses
      .all()
      .map((boss) => ({ ...boss, Name: boss.bossName, Kind: 'raid', CharacterID: boss.palId, Key: boss.id })),
    ...fieldBosses.all().map((boss) => ({ ...boss, Key: boss.id })),
  ],
  Expeditions: ({ expeditions }) => expeditions.all(),
  Relics: ({ relics }) =>
    relics.all().map((relic) => ({ ...relic, Places: relic.fieldCount, Costs: relic.costPerRank })),
  Places: ({ places }) => places.all().map((place) => ({ ...place, Region: place.area })),
} as const satisfies Record<CatalogueTableName, (catalogue: Catalogue) => readonly object[]>;

function fieldOf(column: string): string {
  if (column.length <= 2) return column.toLowerCase();
  return column.charAt(0).toLowerCase() + column.slice(1).replace(/ID$/, 'Id');
}

function workRanks({ work }: rows.Pal): Record<string, number> {
  const ranks = WORK_SUITABILITIES.map((name, at): [string, number] => [name, work[at] ?? 0]);
  return Object.fromEntries(ranks.filter(([, rank]) => rank > 0));
}

export function catalogueTable(name: CatalogueTableName, catalogue: Catalogue): CatalogueTable {
  const Columns = Object.keys(CATALOGUE_TABLES[name].columns);
  const fields = Columns.map((column) => [column, fieldOf(column)] as const);
  const rows = TABLES[name](catalogue) as readonly Readonly<Record<string, Cell>>[]; // of flat rows
  // An empty text means none, or not known. Readonly lists are only read.
  const cellsOf = (row: Readonly<Record<string, Cell>>) =>
    fields.map(([column, field]) => (row[column] ?? row[field] ?? '') as CatalogueCell);
  return { Columns, Rows: rows.map(cellsOf) };
}
