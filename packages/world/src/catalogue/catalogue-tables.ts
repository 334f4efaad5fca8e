import type { CatalogueCell, CatalogueColumn, CatalogueTable, CatalogueTableName } from '@palatine/contract';
import { CATALOGUE_TABLES } from '@palatine/contract/catalogue-tables';
import type { Catalogue } from './catalogue.ts';
import { landsIn } from './inventory-rules.ts';
import { WORK_SUITABILITIES } from './names.ts';
import type * as rows from './tables.ts';

type Cell = CatalogueCell | readonly string[] | readonly number[] | null | undefined;

type TableOf<Name extends CatalogueTableName> = (
  catalogue: Catalogue,
) => readonly Readonly<Record<CatalogueColumn<Name>, Cell>>[];

const TABLES: { readonly [Name in CatalogueTableName]: TableOf<Name> } = {
  Items: ({ items, itemDynamics }) =>
    items.all().map((item) => ({
      ...naming(item),
      Type: item.typeA,
      Subtype: item.typeB,
      Stack: item.stack,
      Weight: item.weight,
      Rarity: item.rarity,
      Inventory: landsIn(item),
      Equip: item.equip,
      State: item.dynamic,
      Durability: itemDynamics.find(item.id)?.durability,
      Magazine: itemDynamics.find(item.id)?.magazine,
      Disabled: item.disabled,
    })),
  Pals: ({ pals }) =>
    pals.all().map((pal) => ({
      ...naming(pal),
      Deck: pal.deck,
      Variant: pal.variant,
      Base: pal.base,
      HasAlpha: pals.find(`BOSS_${pal.id}`) !== undefined,
      Elements: pal.elements,
      Rarity: pal.rarity,
      HP: pal.hp,
      Attack: pal.attack,
      Defense: pal.defense,
      Stomach: pal.stomach,
      MalePercent: pal.malePct,
      Work: workRanks(pal),
      Passives: pal.innatePassives,
      Egg: pal.egg,
      Disabled: pal.disabled,
    })),
  Technologies: ({ technologies }) =>
    technologies.all().map((technology) => ({
      ...naming(technology),
      Level: technology.level,
      Cost: technology.cost,
      Ancient: technology.ancient,
      Requires: technology.requireTech,
      RequiresTower: technology.requireTower,
      RequiresResearch: technology.requireResearch,
    })),
  Passives: ({ passives }) =>
    passives.all().map((passive) => ({
      ...naming(passive),
      Rank: passive.rank,
      OnPals: passive.pal,
      OnLuckyPals: passive.rarePal,
    })),
  Skills: ({ activeSkills }) =>
    activeSkills.all().map((skill) => ({
      ...naming(skill),
      Element: skill.element,
      Kind: skill.category,
      Power: skill.power,
      CooldownSeconds: skill.cooldownSeconds,
      Listed: skill.listed,
    })),
  NPCs: ({ npcs, uniqueNpcs }) => [
    ...npcs.all().map((npc) => ({ ...naming(npc), CharacterID: null, HP: npc.hp, Disabled: npc.disabled })),
    ...uniqueNpcs.all().map(({ id, characterId }) => {
      const npc = npcs.find(characterId);
      return { ID: id, Name: npc?.name, CharacterID: characterId, HP: npc?.hp, Disabled: npc?.disabled };
    }),
  ],
  Eggs: ({ items, eggs }) =>
    items
      .all()
      .filter(({ dynamic }) => dynamic === 'egg')
      .map((item) => {
        const egg = eggs.find(item.id);
        return {
          ...naming(item),
          Element: egg?.element,
          Tier: egg?.tier,
          Rarity: item.rarity,
          Weight: item.weight,
          PalRarityMin: egg?.palRarityMin,
          PalRarityMax: egg?.palRarityMax,
        };
      }),
  MapObjects: ({ mapObjects }) =>
    mapObjects.all().map((object) => ({ ...naming(object), Class: object.class, Menu: object.menu })),
  Research: ({ research }) =>
    research.all().map((row) => ({
      ...naming(row),
      Category: row.category,
      Requires: row.requires,
      RequiredWork: row.requiredWork,
    })),
  Bosses: ({ towerBosses, raidBosses, fieldBosses }) => [
    ...towerBosses.all().map((boss) => ({
      ...NO_BOSS,
      ...naming({ id: boss.id, name: boss.bossName }),
      Kind: 'tower',
      Tower: boss.towerName,
      CharacterID: boss.palNormal,
      HardCharacterID: boss.palHard,
      Key: boss.countKeyNormal,
      HardKey: boss.countKeyHard,
    })),
    ...raidBosses.all().map(({ id, bossName: name, palId }) => ({
      ...NO_BOSS,
      ...naming({ id, name }),
      Kind: 'raid',
      CharacterID: palId,
      Key: id,
    })),
    ...fieldBosses.all().map((boss) => ({
      ...NO_BOSS,
      ...naming(boss),
      Kind: boss.kind,
      CharacterID: boss.characterId,
      Level: boss.level,
      Key: boss.id,
    })),
  ],
  Expeditions: ({ expeditions }) =>
    expeditions.all().map((row) => ({
      ...naming(row),
      Seconds: row.seconds,
      Difficulty: row.difficulty,
      Strength: row.strength,
      Element: row.element,
      ElementCount: row.elementCount,
      VisibleAfter: row.visibleAfter,
      UnlockAfter: row.unlockAfter,
    })),
  Relics: ({ relics }) =>
    relics.all().map((relic) => ({
      ...naming(relic),
      ItemID: relic.itemId,
      Places: relic.fieldCount,
      Costs: relic.costPerRank,
    })),
  Places: ({ places }) =>
    places.all().map((place) => ({
      ...naming(place),
      Kind: place.kind,
      Region: place.area,
      X: place.x,
      Y: place.y,
      Z: place.z,
      Subject: place.subject,
      Level: place.level,
    })),
};

const NO_BOSS = { Tower: null, HardCharacterID: null, Level: null, HardKey: null };

function naming({ id, name }: { id: string; name: string | null }): { ID: string; Name: string | null } {
  return { ID: id, Name: name };
}

function workRanks({ work }: rows.Pal): Record<string, number> {
  const ranks = WORK_SUITABILITIES.map((name, at): [string, number] => [name, work[at] ?? 0]);
  return Object.fromEntries(ranks.filter(([, rank]) => rank > 0));
}

/** A table of the catalogue as callers see it. */
export function catalogueTable(name: CatalogueTableName, catalogue: Catalogue): CatalogueTable {
  const Columns = Object.keys(CATALOGUE_TABLES[name].columns);
  const rows: readonly Readonly<Record<string, Cell>>[] = TABLES[name](catalogue);
  // An empty text means none, or not known. Readonly lists are only read.
  return { Columns, Rows: rows.map((row) => Columns.map((column) => (row[column] ?? '') as CatalogueCell)) };
}
