import {
  type Facet,
  GENDERS,
  PAL_CONDITIONS,
  PAL_PLACE_KINDS,
  type PalColumn,
  type PalRow,
  type PalSearch,
  parseGuid,
  Refusal,
} from '@palatine/contract';
import { friendshipRank } from '../catalogue/index.ts';
import type { GameContext } from '../state/game-context.ts';
import { impossibilities } from '../state/impossible-pal.ts';
import type { Character } from '../state/model.ts';
import { speciesOf } from '../state/pal-species.ts';
import { int32 } from '../state/wire-format.ts';
import { pageOf, type SortKey } from './page.ts';
import { IMPOSSIBLE, PASSIVE_COLUMNS, type PalColumns, SHINY } from './pal-columns.ts';
import { elementsOf, filterRows, palFilters } from './pal-filters.ts';
import { type PalIndex, palIndexOf } from './pal-index.ts';
import { ownerOfBox, palRow, playerReference } from './pal-row.ts';
import { toPalDto } from './pals.ts';
import { place } from './player-row.ts';
import { query } from './query.ts';

const PALS_SEARCHED = ['accounts', 'players', 'characters', 'guilds', 'camps', 'mapObjects'] as const;

/** Every Pal and captured person of the world, from columns that follow the tables. */
export const searchPals = query<'searchPals'>({
  reads: PALS_SEARCHED,
  run(game, _params, { query }) {
    const index = palIndexOf(game);
    index.refresh();
    const { columns } = index;
    const rows = [...palFilters(game.world, index, query)].reduce(filterRows, columns.rows());
    const { Sort = 'Level' } = query;
    const { rows: visible, next } = pageOf(rows, query, Sort, {
      keyOf: keysOf(index)[Sort],
      tieOf: (row) => columns.values.tie[row] as number,
      idOf: (row) => columns.pals[row]?.id ?? '',
    });
    return {
      Total: columns.size,
      Matching: rows.length,
      Rows: visible.flatMap((row) => rowOf(game, index, row)),
      ...(next !== undefined && { Next: next }),
      ...(!query.Cursor && { Facets: palFacets(index, rows) }),
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

function rowOf(game: GameContext, { columns: { pals, values } }: PalIndex, row: number): PalRow[] {
  const pal = pals[row];
  return pal === undefined ? [] : [palRow(game, pal, ((values.flags[row] as number) & IMPOSSIBLE) !== 0)];
}

function keysOf(index: PalIndex): Record<PalColumn, (row: number) => SortKey> {
  const { columns, boxKind, boxOwner } = index;
  const { level, ivSum, rank, hp, condition, flags, box, caughtBy, speciesNumber, nickname } = columns.values;
  const speciesKeys = columns.species.all().map((id) => id.toLowerCase());
  return {
    Level: (row) => level[row] as number,
    Species: (row) => speciesKeys[speciesNumber[row] as number] as string,
    Nickname: (row) => columns.nicknames.at(nickname[row] as number) || null,
    IVs: (row) => ivSum[row] as number,
    Rank: (row) => rank[row] as number,
    HP: (row) => hp[row] as number,
    Owner: (row) => index.ownerName((boxOwner[box[row] as number] || caughtBy[row]) as number),
    Place: (row) => boxKind[box[row] as number] as number,
    Condition: (row) => condition[row] as number,
    Shiny: (row) => ((flags[row] as number) & SHINY) as number,
    Gender: (row) => GENDERS.indexOf((columns.pals[row] as Character).gender),
  };
}

const MAX_PASSIVES = 50;

/** Counts of each value among these Pals, the most frequent first. */
function palFacets({ columns, boxKind }: PalIndex, rows: Uint32Array): NonNullable<PalSearch['Facets']> {
  const { morePassives } = columns;
  const { speciesNumber, condition, box, passive } = columns.values;
  const species = new Uint32Array(columns.species.size);
  const places = new Uint32Array(PAL_PLACE_KINDS.length);
  const conditions = new Uint32Array(PAL_CONDITIONS.length);
  const passives = new Uint32Array(columns.passives.size);
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] as number; // at is below the length
    count(species, speciesNumber[row] as number);
    count(places, boxKind[box[row] as number] as number);
    count(conditions, condition[row] as number);
    const first = row * PASSIVE_COLUMNS;
    for (let of = first; of < first + PASSIVE_COLUMNS && passive[of] !== 0; of++) {
      count(passives, passive[of] as number);
    }
    if (morePassives.size > 0) for (const number of morePassives.get(row) ?? []) count(passives, number);
  }
  return {
    Species: facet(species, (number) => columns.species.at(number)),
    Element: elementFacet(columns, species),
    Place: facet(places, (kind) => PAL_PLACE_KINDS[kind] ?? ''),
    Condition: facet(conditions, (number) => PAL_CONDITIONS[number] ?? ''),
    Passives: facet(passives, (number) => columns.passives.at(number)).slice(0, MAX_PASSIVES),
  };
}

function count(counts: Uint32Array, at: number): void {
  counts[at] = (counts[at] as number) + 1;
}

function facet(counts: ArrayLike<number>, idOf: (at: number) => string): Facet {
  const entries = Array.from(counts, (Count, at) => ({ Id: idOf(at), Count })).filter(
    ({ Count }) => Count > 0,
  );
  return entries.sort((one, other) => other.Count - one.Count || (one.Id < other.Id ? -1 : 1));
}

/** A species with two elements is counted for both. */
function elementFacet(columns: PalColumns, bySpecies: Uint32Array): Facet {
  const counts = new Map<string, number>();
  for (const [number, count] of bySpecies.entries()) {
    if (count === 0) continue;
    for (const element of elementsOf(columns, columns.species.at(number))) {
      counts.set(element, (counts.get(element) ?? 0) + count);
    }
  }
  const elements = [...counts.keys()];
  return facet([...counts.values()], (at) => elements[at] ?? '');
}
