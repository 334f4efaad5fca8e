import type { Catalogue } from './catalogue.ts';
import { worldToMap } from './map-coordinates.ts';
import {
  compareHits,
  MATCHES,
  type Match,
  type Searchable,
  type SearchHit,
  searchIndex,
} from './search-index.ts';
import { getOrAdd } from './table.ts';
import type * as rows from './tables.ts';

export interface FoundId {
  readonly kind: IdKind;
  readonly id: string;
  /** '' for what has no name. */
  readonly name: string;
  /** Distinguishes it from others of its name: its level, its type. */
  readonly note: string;
  readonly match: Match;
}

export interface FindOptions {
  /** All kinds unless given. */
  kinds?: readonly IdKind[];
  limit: number;
}

/** Finds ids by display name or spelling, the best first; of equal hits in the order of the kinds. */
export function findIds(catalogue: Catalogue, text: string, { kinds = ID_KINDS, limit }: FindOptions) {
  return kinds
    .flatMap((kind) => searchKind(catalogue, kind, text, limit).map((hit) => ({ ...hit, kind })))
    .sort(compareHits)
    .slice(0, limit)
    .map(({ kind, match, entry: { id, name, note } }) => ({ kind, id, name, note, match }));
}

/** The order of the results of several searches: the best match first. */
export function byMatch(hit: FoundId, next: FoundId): number {
  return MATCHES.indexOf(hit.match) - MATCHES.indexOf(next.match);
}

type Search = ReturnType<typeof searchIndex<Entry>>;

const searches = new WeakMap<Catalogue, Map<IdKind, Search>>();

/** The search in one kind of a catalogue, indexed when it is first needed. */
function searchOf(catalogue: Catalogue, kind: IdKind): Search {
  const byKind = getOrAdd(searches, catalogue, () => new Map<IdKind, Search>());
  return getOrAdd(byKind, kind, () => searchIndex(ENTRIES[kind](catalogue)));
}

function searchKind(catalogue: Catalogue, kind: IdKind, text: string, limit: number) {
  const hits = searchOf(catalogue, kind)(text, limit);
  if (kind !== 'pals') return hits;
  const alphas = findAlphas(catalogue, text, limit);
  return alphas.length > 0 ? [...hits.filter(({ edits }) => edits === 0), ...alphas] : hits;
}

const ALPHA = /^\s*(?:boss|alpha)[\s_]+/i;

/** Alphas have no rows: `BOSS_` or `alpha` before a Pal names its alpha. */
function findAlphas(catalogue: Catalogue, text: string, limit: number): SearchHit<Entry>[] {
  if (!ALPHA.test(text)) return [];
  const hits = searchOf(catalogue, 'pals')(text.replace(ALPHA, ''), limit);
  return hits.flatMap(({ entry, ...hit }) => {
    const alpha = catalogue.pals.find(`BOSS_${entry.id}`);
    // A row whose own id begins with BOSS_ is among the other hits.
    return alpha === undefined || alpha.species === alpha.id
      ? []
      : [{ ...hit, entry: { ...entry, id: alpha.id, note: `alpha, ${entry.note}` } }];
  });
}

export interface Entry extends Searchable {
  /** Distinguishes it from others of its name. Computed on read: few entries are read. */
  readonly note: string;
}

/** The entries of each kind; of equal hits those of the first kind come first. */
export const ENTRIES = {
  items: ({ items }) =>
    items
      .all()
      .filter(({ dynamic }) => dynamic !== 'egg')
      .map((item) =>
        entry(item, [item.typeA, item.typeB, `stack ${item.stack}`], { special: item.disabled }),
      ),
  pals: ({ pals }) => pals.all().map(palEntry),
  technologies: ({ technologies }) =>
    technologies.all().map((technology) => {
      const { level, cost, ancient } = technology;
      return entry(technology, [`level ${level}`, `costs ${cost}${ancient ? ' ancient' : ''}`]);
    }),
  passives: ({ passives }) =>
    passives
      .all()
      .map((passive) =>
        entry(passive, [`rank ${passive.rank}`, passive.pal && 'on Pals'], { special: !passive.pal }),
      ),
  skills: ({ activeSkills }) =>
    activeSkills.all().map((skill) => {
      const { element, power, listed } = skill;
      return entry(skill, [element, power && `power ${power}`], { special: !listed });
    }),
  npcs: ({ npcs, uniqueNpcs }) => [
    ...npcs.all().map((npc) => entry(npc, [], { special: npc.disabled })),
    ...uniqueNpcs.all().map(({ id, characterId }) => {
      const name = npcs.find(characterId)?.name ?? '';
      return entry({ id, name }, ['unique', characterId]);
    }),
  ],
  eggs: (catalogue) =>
    catalogue.items
      .all()
      .filter(({ dynamic }) => dynamic === 'egg')
      .map((item) => eggEntry(item, catalogue.eggs.find(item.id))),
  mapObjects: ({ mapObjects }) =>
    mapObjects.all().map((object) => entry(object, [object.class, object.menu])),
  research: ({ research }) =>
    research.all().map((row) => entry(row, [row.category, `${row.requiredWork} work`])),
  bosses: ({ towerBosses, raidBosses, fieldBosses }) => [
    ...towerBosses.all().map((boss) => {
      const { id, bossName: name, towerName, palNormal } = boss;
      return entry({ id, name }, ['tower', towerName, palNormal], { also: towerName });
    }),
    ...raidBosses.all().map(({ id, bossName, palId }) => entry({ id, name: bossName }, ['raid', palId])),
    ...fieldBosses.all().map((boss) => entry(boss, [boss.kind, `level ${boss.level}`, boss.characterId])),
  ],
  expeditions: ({ expeditions }) =>
    expeditions.all().map((row) => entry(row, [row.difficulty, `${row.seconds / 60} minutes`])),
  relics: ({ relics }) =>
    relics.all().map((relic) => {
      const { itemName, fieldCount } = relic;
      return entry(relic, [itemName, `${fieldCount} in the world`], { also: itemName });
    }),
  places: ({ places }) =>
    places
      .all()
      .filter(({ name }) => name !== null)
      .map((place) => {
        const { x, y } = worldToMap({ x: place.x, y: place.y, z: place.z ?? 0 });
        const at = `${Math.round(x)}, ${Math.round(y)} on the map`;
        return entry(place, [place.kind, place.area === 'MainMap' ? at : place.area]);
      }),
} as const satisfies Record<string, (catalogue: Catalogue) => Entry[]>;

export type IdKind = keyof typeof ENTRIES;
export const ID_KINDS = Object.keys(ENTRIES) as IdKind[]; // its own keys

function palEntry(pal: rows.Pal): Entry {
  const { variant, base, elements, rarity, disabled } = pal;
  const form = variant === null ? undefined : `${variant} form${base === null ? '' : ` of ${base}`}`;
  return entry(pal, [form, elements.join(' '), `rarity ${rarity}`], {
    special: disabled || variant !== null,
  });
}

function eggEntry(item: rows.Item, egg: rows.Egg | undefined): Entry {
  const { element = null, tier = null, palRarityMin = null, palRarityMax = null } = egg ?? {};
  const rarities = palRarityMin !== null && `Pals of rarity ${palRarityMin} to ${palRarityMax}`;
  return entry(item, [element, tier !== null && `tier ${tier}`, rarities], { special: item.disabled });
}

type Part = string | number | boolean | null | undefined;

function entry(
  { id, name }: { id: string; name: string | null },
  parts: readonly Part[],
  { special = false, also = '' }: { special?: boolean; also?: string | null } = {},
): Entry {
  return {
    id,
    name: name ?? '',
    also: also ?? '',
    special,
    get note() {
      const texts = parts.filter((part) => typeof part === 'string' && part !== '');
      return [...new Set(texts)].join(', ');
    },
  };
}
