import { hash } from 'node:crypto';
import {
  type Facet,
  GENDERS,
  PAL_CONDITIONS,
  PAL_PLACE_KINDS,
  type PalColumn,
  type PalSearch,
  parseGuid,
  Refusal,
  type RouteQuery,
  type searchPals as route,
  searchKey,
} from '@palatine/contract';
import { pageOf, type SortKey } from '@palatine/platform/list-pages';
import { finite } from '../catalogue/map-coordinates.ts';
import { friendshipRank } from '../catalogue/pal-growth.ts';
import { getOrAdd } from '../catalogue/table.ts';
import { campsOf, findGuild } from '../state/find-guild.ts';
import { uidOf } from '../state/find-player.ts';
import type { GameContext } from '../state/game-context.ts';
import { impossibilities } from '../state/impossible-pal.ts';
import type { Camp, Character, MapObject, Player } from '../state/model.ts';
import { speciesOf } from '../state/pal-species.ts';
import { DerivedFacts } from '../state/table.ts';
import { int32 } from '../state/wire-format.ts';
import type { World } from '../state/world.ts';
import { conditionOf, ivSum, ownerOfBox, palRow, playerReference } from './pal-row.ts';
import { enumFields, toPalDto } from './pals.ts';
import { place } from './player-row.ts';
import { perWorld, query, queryInParts } from './query.ts';

type Query = RouteQuery<typeof route>;
type Filter = (facts: PalFacts) => boolean;

const PALS_SEARCHED = ['accounts', 'players', 'characters', 'guilds', 'camps', 'mapObjects'] as const;

/** Pals that are searched in one turn of the event loop, for some milliseconds. */
const SEARCHED_AT_ONCE = 40_000;
/** Pals that are compared with the others in one turn: several microseconds each. */
const COMPARED_AT_ONCE = 2_000;

/** Every Pal and captured person of the world, as of the beginning; names of owners may be some milliseconds newer. */
export const searchPals = queryInParts<'searchPals'>({
  reads: PALS_SEARCHED,
  *inParts(game, _params, { query }) {
    const index = palIndexOf(game);
    const all = [...index.pals.values()];
    const tallies = [...index.tallies.values()];
    const filters = [
      ...valueFilters(query),
      ...ownerFilters(game.world, query),
      ...facetFilters(tallies, query),
    ];
    let pals: PalFacts[] = [];
    const keys = query.Duplicates === undefined ? undefined : yield* duplicateKeys(all);
    if (keys !== undefined) filters.push((facts) => keys.has(facts) === query.Duplicates);
    for (let from = 0; from < all.length; from += SEARCHED_AT_ONCE) {
      const some = all.slice(from, from + SEARCHED_AT_ONCE);
      pals = pals.concat(some.filter((facts) => filters.every((passes) => passes(facts))));
      yield;
    }
    const { Sort = 'Level' } = query;
    const { rows, next } = pageOf(pals, query, Sort, {
      keyOf: sortKeys(game.world)[Sort],
      tieOf: (facts) => keys?.get(facts) ?? facts.tie,
      idOf: ({ pal }) => pal.id,
    });
    const Rows = rows.map(({ pal, impossible }) => palRow(game, pal, impossible));
    yield;
    return {
      Total: all.length,
      Matching: pals.length,
      Rows,
      ...(next !== undefined && { Next: next }),
      ...(!query.Cursor && { Facets: palFacets(tallies, pals) }),
    };
  },
});

/** One Pal or captured person, whole. Throws PAL_NOT_FOUND. */
export const getPalDetails = query<'getPalDetails'>({
  reads: PALS_SEARCHED,
  run(game, params) {
    const { world, catalogue } = game;
    const pal = world.characters.get(parseGuid(params.id) ?? '');
    if (pal === undefined || pal.playerUid !== null) {
      throw new Refusal('PAL_NOT_FOUND', `no Pal of this world has the id ${JSON.stringify(params.id)}`);
    }
    const { guild, camp } = ownerOfBox(world, pal.place?.containerId ?? '');
    const where = pal.summoned?.location ?? camp?.location;
    return {
      Row: palRow(game, pal),
      Pal: toPalDto(pal),
      ...(pal.ownerUid !== null && { CaughtBy: playerReference(world, pal.ownerUid) }),
      FriendshipRank: int32(friendshipRank(catalogue, pal.friendshipPoints)),
      ...(guild !== undefined && { GuildName: guild.name }),
      ...(where !== undefined && { Where: place(where) }),
      Impossible: impossibilities(game, speciesOf(catalogue, pal.species), pal),
    };
  },
});

type PalFacts = Readonly<ReturnType<typeof factsOf>>;
type SpeciesFacts = Readonly<ReturnType<typeof speciesFactsOf>>;

/** Facts that a search needs of each Pal. They follow the tables: 100,000 Pals are checked once, not at each search. */
export const palIndexOf = perWorld((game: GameContext) => {
  const { world } = game;
  const bySpecies = new Map<string, SpeciesFacts>();
  const tallies = new Map<string, Tally>();
  const tallyOf = (facet: keyof Facets, id: string) =>
    getOrAdd(tallies, `${facet} ${id}`, () => ({ facet, id, count: 0 }));
  const pals = new DerivedFacts<Character, PalFacts>(world.characters, (pal) => {
    if (pal.playerUid !== null) return undefined;
    const species = getOrAdd(bySpecies, pal.species, () => speciesFactsOf(game, pal.species));
    return factsOf(game, pal, species, tallyOf);
  });
  const follow = <Owner extends object>(boxesOf: (owner: Owner) => readonly (string | undefined)[]) => ({
    changed(...owners: readonly (Owner | undefined)[]) {
      const [before = [], after = []] = owners.map((owner) => owner && boxesOf(owner));
      if (before.length === after.length && before.every((box, at) => box === after[at])) return;
      for (const box of [...before, ...after])
        for (const id of world.charactersByBox.keys(box ?? '')) pals.touch(id);
    },
  });
  world.players.follow(follow<Player>(({ team, palbox }) => [team.containerId, palbox.containerId]));
  world.camps.follow(follow<Camp>(({ workers }) => [workers.containerId]));
  world.mapObjects.follow(follow<MapObject>(({ booth }) => [booth?.containerId]));
  return { pals, tallies };
});

function speciesFactsOf({ catalogue }: GameContext, id: string) {
  const species = speciesOf(catalogue, id);
  const pal = species.kind === 'pal' ? species.pal : undefined;
  return {
    species,
    id,
    idKey: id.toLowerCase(),
    searchKey: searchKey(id),
    alpha: pal?.alpha === true,
    elements: pal?.elements ?? [],
  };
}

function factsOf(
  game: GameContext,
  pal: Character,
  species: SpeciesFacts,
  tallyOf: (facet: keyof Facets, id: string) => Tally,
) {
  const { kind, playerUid } = ownerOfBox(game.world, pal.place?.containerId ?? '');
  const condition = conditionOf(pal);
  return {
    pal,
    species,
    nicknameKey: searchKey(pal.nickname),
    condition,
    place: kind,
    /** The owner of its box, else its catcher; '' without either. */
    ownerUid: playerUid || pal.ownerUid || '',
    impossible: impossibilities(game, species.species, pal).length > 0,
    /** The beginning of the id as a number, which is compared faster and orders alike. */
    tie: Number.parseInt(pal.id.slice(0, 8) + pal.id.slice(9, 13), 16) || 0,
    counted: [
      tallyOf('Species', species.id),
      ...species.elements.map((element) => tallyOf('Element', element)),
      tallyOf('Place', kind),
      tallyOf('Condition', condition),
      ...pal.passives.map((id) => tallyOf('Passives', id)),
    ],
  };
}

function* valueFilters(query: Query): Generator<Filter> {
  const { LevelFrom, LevelTo, IVFrom, Rank, PhysicalHealth, Shiny, Alpha, Impossible, Text } = query;
  if (LevelFrom !== undefined) yield ({ pal }) => int32(pal.level) >= LevelFrom;
  if (LevelTo !== undefined) yield ({ pal }) => int32(pal.level) <= LevelTo;
  if (IVFrom !== undefined)
    yield ({ pal: { ivs } }) => int32(Math.min(ivs.health, ivs.attackShot, ivs.defense)) >= IVFrom;
  if (Rank !== undefined) yield ({ pal }) => int32(pal.partnerSkillLevel) === Rank;
  if (PhysicalHealth !== undefined) yield ({ pal }) => enumFields(pal).PhysicalHealth === PhysicalHealth;
  if (Shiny !== undefined) yield ({ pal }) => pal.shiny === Shiny;
  if (Alpha !== undefined) yield ({ species }) => species.alpha === Alpha;
  if (Impossible !== undefined) yield ({ impossible }) => impossible === Impossible;
  if (Text) {
    const needle = searchKey(Text);
    yield ({ species, nicknameKey }) => species.searchKey.includes(needle) || nicknameKey.includes(needle);
  }
}

/** Pals whose species, level, IVs and passives another Pal has too, each with a number that its group shares. */
function* duplicateKeys(pals: readonly PalFacts[]): Generator<undefined, Map<PalFacts, number>> {
  const groups = new Map<string, PalFacts[]>();
  for (const [at, facts] of pals.entries()) {
    const { species, level, ivs, passives } = facts.pal;
    const { health, attackMelee, attackShot, defense } = ivs;
    const values = [species, level, health, attackMelee, attackShot, defense, ...passives.toSorted()];
    getOrAdd(groups, values.join(' ').toLowerCase(), () => []).push(facts);
    if ((at + 1) % COMPARED_AT_ONCE === 0) yield;
  }
  const keys = new Map<PalFacts, number>();
  for (const [text, group] of groups) {
    if (group.length < 2) continue;
    const key = Number.parseInt(hash('sha1', text).slice(0, 12), 16);
    for (const facts of group) keys.set(facts, key);
  }
  return keys;
}

function* ownerFilters(world: World, { Owner, Camp, Guild }: Query): Generator<Filter> {
  if (Owner) {
    const uid = uidOf(world, Owner);
    yield ({ ownerUid }) => ownerUid !== '' && ownerUid === uid;
  }
  if (Camp) yield inBoxes([world.camps.get(parseGuid(Camp) ?? '')?.workers.containerId]);
  if (Guild) yield inBoxes(boxesOfGuild(world, Guild));
}

function inBoxes(containers: readonly (string | undefined)[]): Filter {
  const boxes = new Set(containers);
  return ({ pal: { place } }) => place !== null && place.containerId !== '' && boxes.has(place.containerId);
}

/** The boxes of its members, its camps, and the booths there. */
function boxesOfGuild(world: World, guildId: string): (string | undefined)[] {
  const guild = findGuild(world, guildId);
  if (guild === undefined) return [];
  const uids = guild.members.map(({ uid }) => uid);
  const camps = campsOf(world, guild.id);
  const objects = camps.flatMap(({ id }) => world.pick(world.mapObjects, world.mapObjectsByCamp.keys(id)));
  return [
    ...world.pick(world.players, uids).flatMap(({ team, palbox }) => [team.containerId, palbox.containerId]),
    ...camps.map(({ workers }) => workers.containerId),
    ...objects.map(({ booth }) => booth?.containerId),
  ];
}

function* facetFilters(tallies: readonly Tally[], query: Query): Generator<Filter> {
  const hasAny = (name: keyof Facets, ids: readonly string[]): Filter => {
    const sought = tallies.filter(({ facet, id }) => facet === name && ids.includes(id.toLowerCase()));
    return ({ counted }) => sought.some((tally) => counted.includes(tally));
  };
  for (const name of ['Species', 'Element', 'Place', 'Condition'] as const) {
    const ids = idsIn(query[name]);
    if (ids.length > 0) yield hasAny(name, ids);
  }
  for (const id of idsIn(query.Passives)) yield hasAny('Passives', [id]);
  const any = idsIn(query.AnyPassives);
  if (any.length > 0) yield hasAny('Passives', any);
}

/** Ids separated by commas, in lower case. */
function idsIn(text = ''): string[] {
  const ids = text.split(',').map((id) => id.trim().toLowerCase());
  return ids.filter((id) => id !== '');
}

function sortKeys({ accounts }: World): Record<PalColumn, (facts: PalFacts) => SortKey> {
  const names = new Map<string, string>();
  const nameOf = (uid: string) => getOrAdd(names, uid, () => accounts.get(uid)?.name.toLowerCase() ?? '');
  return {
    Level: ({ pal }) => int32(pal.level),
    Species: ({ species }) => species.idKey,
    Nickname: ({ nicknameKey }) => nicknameKey || null,
    IVs: ({ pal }) => ivSum(pal),
    Rank: ({ pal }) => int32(pal.partnerSkillLevel),
    HP: ({ pal }) => finite(pal.hp),
    Owner: ({ ownerUid }) => nameOf(ownerUid) || null,
    Place: ({ place }) => PAL_PLACE_KINDS.indexOf(place),
    Condition: ({ condition }) => PAL_CONDITIONS.indexOf(condition),
    Shiny: ({ pal }) => Number(pal.shiny),
    Gender: ({ pal }) => GENDERS.indexOf(pal.gender),
  };
}

/** A value of a facet, and how many Pals of the current search have it. Pals share it, so counting needs no look-up. */
interface Tally {
  readonly facet: keyof Facets;
  readonly id: string;
  count: number;
}

type Facets = NonNullable<PalSearch['Facets']>;

const MAX_PASSIVES = 50;

/** Counts of each value among these Pals, the most frequent first. */
function palFacets(tallies: readonly Tally[], pals: readonly PalFacts[]): Facets {
  for (const tally of tallies) tally.count = 0;
  for (const { counted } of pals) for (const tally of counted) tally.count += 1;
  const facetOf = (name: keyof Facets): Facet =>
    tallies
      .filter(({ facet, count }) => facet === name && count > 0)
      .map(({ id: Id, count: Count }) => ({ Id, Count }))
      .sort((entry, next) => next.Count - entry.Count || (entry.Id < next.Id ? -1 : 1));
  return {
    Species: facetOf('Species'),
    Element: facetOf('Element'),
    Place: facetOf('Place'),
    Condition: facetOf('Condition'),
    Passives: facetOf('Passives').slice(0, MAX_PASSIVES),
  };
}
