// Makes packages/world/src/catalogue/data/*.json, the catalogue of what exists in Palworld.
//
//   node packages/world/build/make-catalogue.ts <facts folder>
//
// The facts folder holds identifiers, numbers and display names of Palworld 1.0, collected from public
// tables and checked against public saves; data/README.md names the sources. It is larger than what the service
// needs, so only the columns that some route reads are kept: facts, no descriptive text. The schema is tables.ts.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { words } from '@palatine/contract/words';
import { LOCAL_LANGUAGES, NAMED_TABLES, type NamedTable } from '../src/catalogue/local-names.ts';
import { readRows, TABLES, type TableName, type TableSpec } from '../src/catalogue/tables.ts';

type Fact = Readonly<Record<string, unknown>>;

const DATA = join(import.meta.dirname, '../src/catalogue/data');

/** The tables that have the rows of the facts of the same name. */
const SAME_AS_FACTS = words('items itemDynamics pals npcs friendship passives raidBosses fieldBosses eggs');

/** Every data file, by name, for these facts. test/catalogue.test.ts compares them with those of the repository. */
export function makeCatalogue(facts: string): Map<string, string> {
  const files = new Map<string, string>();
  const make = (name: TableName, rows: readonly Fact[]) => {
    files.set(`${name}.json`, printTable(name, TABLES[name] as TableSpec<never>, rows));
  };
  const read = (name: string) => readFacts(facts, name);

  for (const name of SAME_AS_FACTS) make(name, read(name));
  make('unlistedItems', read('itemIdsUnlisted'));
  make('learnsets', read('palLearnsets'));
  make('uniqueNpcs', UNIQUE_NPCS);
  // Sorting is stable and the facts come by id: required technologies then come first.
  make('technologies', read('technologies').toSorted(by('level')));
  make('experience', read('exp'));
  make(
    'activeSkills',
    read('activeSkills').map((skill) => ({ ...skill, cooldownSeconds: skill.cooldown })),
  );
  make('research', read('research').toSorted(by('order')));
  make('expeditions', read('expeditions').toSorted(by('order')));
  make('towerBosses', read('towerBosses').toSorted(by('enumValue')));
  make(
    'mapObjects',
    read('mapObjects').map((object) => ({ ...object, menu: object.typeA })),
  );
  make('relics', read('relicTypes').toSorted(by('enumValue')));
  make('places', places(read));
  make('containers', containers(facts));
  make('limits', limits(facts));
  for (const language of LOCAL_LANGUAGES) {
    files.set(join('names', `${language}.json`), printNames(readJson(join(facts, 'names'), language)));
  }
  return files;
}

/** The kind of the facts whose names a table has. */
const factKind = (table: NamedTable): string => (table === 'places' ? 'fastTravelPoints' : table);

/** Placeholders of missing translations in the game tables, such as `-`, `de Text` and `zh_Hans_Text`. */
const PLACEHOLDER = /^(-|[a-z]{2}([-_ ][a-z]+)?[-_ ]text)$/i;

/** The names of a language, one per line, without those that are missing. */
function printNames(facts: Fact): string {
  const tables = NAMED_TABLES.map((table) => {
    const names = Object.entries(facts[factKind(table)] as Readonly<Record<string, string>>); // as its README says
    const lines = names
      .filter(([, name]) => !PLACEHOLDER.test(name))
      .map(([id, name]) => `${JSON.stringify(id)}:${JSON.stringify(name)}`);
    return `${JSON.stringify(table)}:{\n${lines.join(',\n')}\n}`;
  });
  return `{\n${tables.join(',\n')}\n}\n`;
}

/**
 * Unique NPC ids and the character each one is. The facts list none of the game's 216. Three are from characters of
 * a real 1.0 save (catalogue.test.ts reads them there). The first is the example of PalDefender's documentation of
 * summon/npc, which does not name its character; `Police_Rifle` is the PIDF rifleman of the facts.
 */
const UNIQUE_NPCS: readonly Fact[] = [
  { id: 'PIDF_Soldier_AssaultRifle', characterId: 'Police_Rifle' },
  { id: 'DarkTrader03', characterId: 'Male_DarkTrader01_03' },
  { id: 'DarkTrader04', characterId: 'Male_DarkTrader01_04' },
  { id: 'U_Female_Farmer01_v01', characterId: 'Female_Farmer01_v01' },
].toSorted((a, b) => (a.id < b.id ? -1 : 1));

function containers(facts: string): Fact[] {
  const inventory = readJson(facts, 'capacities').inventory as Fact[]; // printTable checks every cell
  return inventory.map((container) => ({ ...container, id: container.api }));
}

/** Points of the world: of travel, of relics and bosses, and dungeons. A boss may be at several. */
function places(read: (name: string) => Fact[]): Fact[] {
  const bosses = new Map(read('fieldBosses').map((boss) => [String(boss.id).toLowerCase(), boss]));
  const seen = new Map<string, number>();
  const blank = { name: null, z: null, subject: null, level: null };
  return [
    ...read('fastTravelPoints').map((point) => ({ ...blank, ...point })),
    ...read('relicPlaces').map((place) => ({
      ...blank,
      ...place,
      kind: 'relic',
      subject: place.relicType,
    })),
    ...read('fieldBossPlaces').map((place) => {
      const key = String(place.id).toLowerCase();
      const nth = (seen.get(key) ?? 0) + 1;
      seen.set(key, nth);
      const boss = bosses.get(key);
      const id = nth === 1 ? place.id : `${place.id}#${nth}`;
      return { ...blank, ...place, id, kind: boss?.kind ?? 'oilRig', subject: boss?.id ?? null };
    }),
    // They have no id.
    ...read('dungeonPlaces').map((place) => ({
      ...blank,
      ...place,
      id: `${place.kind}_${place.x}_${place.y}`,
    })),
  ];
}

function limits(facts: string): Fact[] {
  const capacities = readJson(facts, 'capacities') as Record<string, Fact>; // printTable checks every cell
  const { team, palbox, guildChest, commonUpgrade, pal, player } = capacities;
  const friendship = readJson(facts, 'friendship');
  const caps = readJson(facts, 'exp').caps as Fact;
  return Object.entries({
    playerLevelCap: caps.player,
    palLevelCap: caps.pal,
    teamSlots: team?.slots,
    palboxPages: palbox?.pages,
    palboxSlotsPerPage: palbox?.slotsPerPage,
    guildChestSlots: guildChest?.slots,
    itemsSlotsPerPouch: commonUpgrade?.slotsEach,
    equippedSkills: pal?.equippedSkills,
    passives: pal?.passives,
    talentMax: pal?.talentMax,
    alphaTalentMin: pal?.bossTalentMin,
    rankMax: pal?.rankMax,
    soulRankMax: pal?.soulRankMax,
    sanity: pal?.sanityDefault,
    friendshipMin: friendship.min,
    friendshipMax: friendship.max,
    playerMaxHpBase: player?.baseMaxHp,
    playerMaxHpPerStatusPoint: player?.hpPerStatusPoint,
    playerStomach: player?.baseFullStomach,
  }).map(([id, value]) => ({ id, value }));
}

/** One row per line, so that a changed fact is a changed line. */
function printTable<Row>(name: TableName, spec: TableSpec<Row>, rows: readonly Fact[]): string {
  const columns = Object.keys(spec.columns);
  const lines = rows.map((row) => JSON.stringify(columns.map((column) => row[column])));
  const json = `{"columns":${JSON.stringify(columns)},"rows":[\n${lines.join(',\n')}\n]}\n`;
  readRows(spec, json, (place, reason) => {
    throw new Error(`${name}: ${place} ${reason}`);
  });
  return json;
}

function readFacts(folder: string, name: string): Fact[] {
  const { columns, rows } = readJson(folder, name) as { columns: string[]; rows: unknown[][] }; // as its README says
  return rows.map((cells) => Object.fromEntries(columns.map((column, index) => [column, cells[index]])));
}

function readJson(folder: string, name: string): Record<string, unknown> {
  return JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'));
}

function by(column: string): (a: Fact, b: Fact) => number {
  return (a, b) => Number(a[column]) - Number(b[column]);
}

function main([facts]: readonly string[]): void {
  if (facts === undefined) {
    console.error('usage: node packages/world/build/make-catalogue.ts <facts folder>');
    process.exitCode = 2;
    return;
  }
  mkdirSync(join(DATA, 'names'), { recursive: true });
  const files = makeCatalogue(facts);
  for (const [name, text] of files) writeFileSync(join(DATA, name), text);
  console.log(`wrote ${files.size} files to ${DATA}`);
}

if (import.meta.main) main(process.argv.slice(2));
