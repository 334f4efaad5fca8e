import { GENDERS, type PalColumn, type PalRow, parseGuid, Refusal } from '@palatine/contract';
import { friendshipRank } from '../catalogue/index.ts';
import type { GameContext } from '../state/game-context.ts';
import { impossibilities } from '../state/impossible-pal.ts';
import type { Character } from '../state/model.ts';
import { speciesOf } from '../state/pal-species.ts';
import { int32 } from '../state/wire-format.ts';
import { PageBuilder, type SortKey } from './page.ts';
import { IMPOSSIBLE, SHINY } from './pal-columns.ts';
import { palFacets } from './pal-facets.ts';
import { kept, type PalQuery, palFilters } from './pal-filters.ts';
import { type PalIndex, palIndexOf } from './pal-index.ts';
import { ownerOfBox } from './pal-place.ts';
import { namedPlayer, palRow } from './pal-row.ts';
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
    const rows = [...palFilters(game.world, index, query)].reduce(kept, columns.rows());
    const page = pageFor(index, query);
    page.add(rows);
    const { rows: shown, next } = page.build();
    return {
      Total: columns.size,
      Matching: rows.length,
      Rows: shown.flatMap((row) => rowOf(game, index, row)),
      ...(next !== undefined && { Next: next }),
      ...(!query.Cursor && { Facets: palFacets(index, rows) }),
    };
  },
});

function pageFor(index: PalIndex, query: PalQuery): PageBuilder<number> {
  const { Sort = 'Level' } = query;
  const { tie, pals } = index.columns;
  return new PageBuilder(query, Sort, {
    keyOf: keysOf(index)[Sort],
    tieOf: (row) => tie[row] as number,
    idOf: (row) => pals[row]?.id ?? '',
  });
}

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
      ...(pal.ownerUid !== null && { CaughtBy: namedPlayer(world, pal.ownerUid) }),
      FriendshipRank: int32(friendshipRank(catalogue, pal.friendshipPoints)),
      ...(guild !== undefined && { GuildName: guild.name }),
      ...(where !== undefined && { Where: place(where) }),
      Impossible: impossibilities(game, speciesOf(catalogue, pal.species), pal),
    };
  },
});

function rowOf(game: GameContext, { columns: { pals, flags } }: PalIndex, row: number): PalRow[] {
  const pal = pals[row];
  return pal === undefined ? [] : [palRow(game, pal, ((flags[row] as number) & IMPOSSIBLE) !== 0)];
}

/** What each column sorts rows by. */
function keysOf(index: PalIndex): Record<PalColumn, (row: number) => SortKey> {
  const { columns, boxKind, boxOwner } = index;
  const { level, ivSum, rank, hp, condition, flags, box, caughtBy, pals } = columns;
  const speciesKeys = columns.species.all().map((id) => id.toLowerCase());
  return {
    Level: (row) => level[row] as number,
    Species: (row) => speciesKeys[columns.speciesNumber[row] as number] as string,
    Nickname: (row) => columns.nicknames.at(columns.nickname[row] as number) || null,
    IVs: (row) => ivSum[row] as number,
    Rank: (row) => rank[row] as number,
    HP: (row) => hp[row] as number,
    Owner: (row) => index.ownerName((boxOwner[box[row] as number] || caughtBy[row]) as number),
    Place: (row) => boxKind[box[row] as number] as number,
    Condition: (row) => condition[row] as number,
    Shiny: (row) => ((flags[row] as number) & SHINY) as number,
    Gender: (row) => GENDERS.indexOf((pals[row] as Character).gender),
  };
}
