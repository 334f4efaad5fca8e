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
interface NamedBox {
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
    const shown = boxNamed(boxes, query.Box);
    const hits = hitsOf(game, query);
    const pals = charactersInBox(game.world, shown.box.containerId);
    const pageSlots =
      shown.name === 'Palbox' ? game.catalogue.limit('palboxSlotsPerPage') : shown.box.capacity;
    const page = query.Page ?? 0;
    return {
      Known: true,
      Boxes: boxes.map(({ name, box }) => ({
        Box: name,
        Slots: int32(box.capacity),
        ...countsOf(charactersInBox(game.world, box.containerId), hits),
      })),
      Box: shown.name,
      Page: page,
      PageSlots: int32(pageSlots),
      Pages: pagesOf(pals, shown.box.capacity, pageSlots, hits),
      Rows: pals
        .filter((pal) => pageOfSlot(pal, pageSlots) === page)
        .map((pal) => ({ ...palRow(game, pal), ...(hits !== undefined && { Hit: hits(pal) }) })),
    };
  },
});

/** Undefined when the world holds no box of the player. */
function boxesOf(world: World, uid: Guid): NamedBox[] | undefined {
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

function boxNamed(boxes: readonly NamedBox[], text: string = 'Team'): NamedBox {
  const [kind = '', id = ''] = text.split(':');
  const wanted = kind.toLowerCase() === 'camp' ? `camp:${parseGuid(id) ?? ''}` : text || 'Team';
  const found = boxes.find(({ name }) => name.toLowerCase() === wanted.toLowerCase());
  if (found !== undefined) return found;
  const Message = 'must be Team, Palbox, or Camp: with the id of a camp of the guild';
  throw problemsRefusal('VALIDATION_FAILED', [{ Path: '/Box', Message }]);
}

/** Which Pals the query looks for; undefined when it looks for none. */
function hitsOf(game: GameContext, { Text, Impossible }: Query): ((pal: Character) => boolean) | undefined {
  if (!Text && Impossible !== true) return undefined;
  const needle = searchKey(Text ?? '');
  return (pal) => {
    const named = searchKey(pal.nickname).includes(needle) || searchKey(pal.species).includes(needle);
    if (!named || Impossible !== true) return named;
    return impossibilities(game, speciesOf(game.catalogue, pal.species), pal).length > 0;
  };
}

type Counted = { Occupied: number; Hits?: number };

function countsOf(pals: readonly Character[], hits: ReturnType<typeof hitsOf>): Counted {
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
): Counted[] {
  const byPage = Map.groupBy(pals, (pal) => pageOfSlot(pal, pageSlots));
  const count = Math.max(1, Math.ceil(capacity / Math.max(1, pageSlots)));
  return Array.from({ length: count }, (_, page) => countsOf(byPage.get(page) ?? [], hits));
}
