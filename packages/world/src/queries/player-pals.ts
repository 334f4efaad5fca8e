import {
  type Guid,
  type getPlayerPals as PalsRoute,
  parseGuid,
  problemsRefusal,
  type RouteQuery,
  searchKey,
} from '@palatine/contract';
import { campsOf, guildOf } from '../state/find-guild.ts';
import { findAccount } from '../state/find-player.ts';
import type { GameContext } from '../state/game-context.ts';
import { impossibilities } from '../state/impossible-pal.ts';
import type { Character, CharacterBox } from '../state/model.ts';
import { speciesOf } from '../state/pal-species.ts';
import { int32 } from '../state/wire-format.ts';
import type { World } from '../state/world.ts';
import { palRow } from './pal-row.ts';
import { charactersInBox } from './pals.ts';
import { PLAYER_TABLES, query } from './query.ts';

type Query = RouteQuery<typeof PalsRoute>;

/** A box of a player, under the name that the query takes. */
interface BoxByName {
  readonly name: string;
  readonly box: CharacterBox;
}

/** A page of a box of a player; the Palbox has many. */
export const getPlayerPals = query<'getPlayerPals'>({
  reads: [...PLAYER_TABLES, 'guilds', 'camps'],
  run(game, params, { query }) {
    const { uid } = findAccount(game, params.uid);
    const boxes = boxesOf(game.world, uid);
    if (boxes === undefined) return { Known: false };
    const selected = boxNamed(boxes, query.Box);
    const hits = hitsOf(game, query);
    const pals = charactersInBox(game.world, selected.box.containerId);
    const pageSlots =
      selected.name === 'Palbox' ? game.catalogue.limit('palboxSlotsPerPage') : selected.box.capacity;
    const page = query.Page ?? 0;
    return {
      Known: true,
      Boxes: boxes.map(({ name, box }) => ({
        Box: name,
        Slots: int32(box.capacity),
        ...countsOf(charactersInBox(game.world, box.containerId), hits),
      })),
      Box: selected.name,
      Page: page,
      PageSlots: int32(pageSlots),
      Pages: pagesOf(pals, selected.box.capacity, pageSlots, hits),
      Rows: pals
        .filter((pal) => pageOfSlot(pal, pageSlots) === page)
        .map((pal) => ({ ...palRow(game, pal), ...(hits !== undefined && { Hit: hits(pal) }) })),
    };
  },
});

/** Undefined when the world holds no box of the player. */
function boxesOf(world: World, uid: Guid): BoxByName[] | undefined {
  const player = world.players.get(uid);
  if (player === undefined) return undefined;
  const guild = guildOf(world, uid);
  const camps = guild === undefined ? [] : campsOf(world, guild.id);
  return [
    { name: 'Team', box: player.team },
    { name: 'Palbox', box: player.palbox },
    ...camps.map(({ id, workers }) => ({ name: `Camp:${id}`, box: workers })),
  ];
}

function boxNamed(boxes: readonly BoxByName[], text: string = 'Team'): BoxByName {
  const [kind = '', id = ''] = text.split(':');
  const requested = kind.toLowerCase() === 'camp' ? `camp:${parseGuid(id) ?? ''}` : text || 'Team';
  const box = boxes.find(({ name }) => name.toLowerCase() === requested.toLowerCase());
  if (box !== undefined) return box;
  const Message = 'must be Team, Palbox, or Camp: with the id of a camp of the guild';
  throw problemsRefusal('VALIDATION_FAILED', [{ Path: '/Box', Message }]);
}

/** Which Pals the query looks for; undefined when it looks for none. */
function hitsOf(game: GameContext, { Text, Impossible }: Query): ((pal: Character) => boolean) | undefined {
  if (!Text && Impossible !== true) return undefined;
  const needle = searchKey(Text ?? '');
  return (pal) => {
    const matches = searchKey(pal.nickname).includes(needle) || searchKey(pal.species).includes(needle);
    if (!matches || Impossible !== true) return matches;
    return impossibilities(game, speciesOf(game.catalogue, pal.species), pal).length > 0;
  };
}

type BoxCounts = { Occupied: number; Hits?: number };

function countsOf(pals: readonly Character[], hits: ReturnType<typeof hitsOf>): BoxCounts {
  return { Occupied: pals.length, ...(hits !== undefined && { Hits: pals.filter(hits).length }) };
}

function pageOfSlot({ place }: Character, pageSlots: number): number {
  return Math.floor((place?.slot ?? 0) / Math.max(1, pageSlots));
}

function pagesOf(
  pals: readonly Character[],
  capacity: number,
  pageSlots: number,
  hits: ReturnType<typeof hitsOf>,
): BoxCounts[] {
  const byPage = Map.groupBy(pals, (pal) => pageOfSlot(pal, pageSlots));
  const count = Math.max(1, Math.ceil(capacity / Math.max(1, pageSlots)));
  return Array.from({ length: count }, (_, page) => countsOf(byPage.get(page) ?? [], hits));
}
