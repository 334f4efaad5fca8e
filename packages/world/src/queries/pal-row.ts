import {
  type Guid,
  type PalCondition,
  type PalPlace,
  type PalPlaceKind,
  type PalRow,
  type getPlayerPals as PalsRoute,
  type PlayerReference,
  parseGuid,
  problemsRefusal,
  type RouteQuery,
  searchKey,
} from '@palatine/contract';
import { finite } from '../catalogue/map-coordinates.ts';
import { campsOf, guildOf } from '../state/find-guild.ts';
import { findAccount } from '../state/find-player.ts';
import type { GameContext } from '../state/game-context.ts';
import { impossibilities } from '../state/impossible-pal.ts';
import type { Camp, Character, CharacterBox, Guild } from '../state/model.ts';
import { fullHp, speciesOf } from '../state/pal-species.ts';
import { IVS } from '../state/pal-values.ts';
import { inNames, int32 } from '../state/wire-format.ts';
import type { World } from '../state/world.ts';
import { charactersInBox, enumFields } from './pals.ts';
import { PLAYER_TABLES, query } from './query.ts';

/** Shares of a full stomach and of full sanity below which a Pal is marked; the game shows no such threshold. */
const HUNGRY_SHARE = 0.3;
const DEPRESSED_SANITY = 50;

/** A Pal or captured person as lists show it. `impossible`: whether the game could not produce it, where that is known. */
export function palRow(game: GameContext, pal: Character, impossible?: boolean): PalRow {
  const { world, catalogue } = game;
  const box = ownerOfBox(world, pal.place?.containerId ?? '');
  const species = speciesOf(catalogue, pal.species);
  const owner = box.playerUid ?? pal.ownerUid; // the owner of its box, else the catcher
  return {
    Id: pal.id,
    PalID: pal.species,
    Nickname: pal.nickname,
    Level: int32(pal.level),
    ...enumFields(pal),
    Shiny: pal.shiny,
    Alpha: species.kind === 'pal' && species.pal.alpha,
    Rank: int32(pal.partnerSkillLevel),
    IVs: inNames(IVS, pal.ivs),
    IVSum: ivSum(pal),
    Passives: [...pal.passives],
    HP: finite(pal.hp),
    ...(species.kind !== 'unknown' && {
      MaxHP: finite(pal.summoned === undefined ? fullHp(game, species, pal) : pal.hp),
    }),
    Hunger: finite(pal.stomach),
    MaxHunger: finite(pal.maxStomach),
    SAN: finite(pal.sanity),
    Condition: conditionOf(pal),
    ...(owner !== null && { Owner: playerReference(world, owner) }),
    ...(box.guild !== undefined && { GuildId: box.guild.id }),
    Place: placeOf(pal, box),
    Impossible: impossible ?? impossibilities(game, species, pal).length > 0,
  };
}

/** The sum of the IVs that the game shows: health, attack and defense. Melee attack has no effect. */
export function ivSum({ ivs: { health, attackShot, defense } }: Pick<Character, 'ivs'>): number {
  return int32(health) + int32(attackShot) + int32(defense);
}

export function conditionOf(pal: Character): PalCondition {
  if (pal.physicalHealth !== 'Healthful') return 'Hurt';
  if (pal.workerSick !== 'None') return 'Sick';
  if (pal.stomach < pal.maxStomach * HUNGRY_SHARE) return 'Hungry';
  return pal.sanity < DEPRESSED_SANITY ? 'Depressed' : 'Fine';
}

export function playerReference(world: World, uid: string): PlayerReference {
  return { Uid: uid, Name: world.accounts.get(uid)?.name ?? '' };
}

function placeOf({ place }: Character, { kind, id }: BoxOwner): PalPlace {
  return { Kind: kind, ...(id !== '' && { Id: id }), ...(place !== null && { Slot: int32(place.slot) }) };
}

interface BoxOwner {
  readonly kind: PalPlaceKind;
  /** PlayerUID, id of the camp, id of the object; '' elsewhere. */
  readonly id: string;
  /** Undefined for a box of a base. */
  readonly playerUid: string | undefined;
  readonly guild: Guild | undefined;
  readonly camp: Camp | undefined;
}

const ELSEWHERE: BoxOwner = {
  kind: 'Elsewhere',
  id: '',
  playerUid: undefined,
  guild: undefined,
  camp: undefined,
};

/** Owner of a box. A container without a reference, such as that of an expedition, is elsewhere. */
export function ownerOfBox(world: World, containerId: string): BoxOwner {
  const [player] = world.pick(world.players, world.playersByBox.keys(containerId));
  if (player !== undefined) {
    const { uid, team } = player;
    const kind = team.containerId === containerId ? 'Team' : 'Palbox';
    return { kind, id: uid, playerUid: uid, guild: guildOf(world, uid), camp: undefined };
  }
  const [camp] = world.pick(world.camps, world.campsByBox.keys(containerId));
  if (camp !== undefined) return ofCamp(world, 'Camp', camp.id, camp);
  const [booth] = world.pick(world.mapObjects, world.mapObjectsByBooth.keys(containerId));
  return booth === undefined ? ELSEWHERE : ofCamp(world, 'Booth', booth.id, world.camps.get(booth.campId));
}

function ofCamp(world: World, kind: PalPlaceKind, id: string, camp: Camp | undefined): BoxOwner {
  const guild = camp === undefined ? undefined : world.guilds.get(camp.guildId);
  return { kind, id, playerUid: undefined, guild, camp };
}

type Query = RouteQuery<typeof PalsRoute>;

type BoxByName = { readonly name: string; readonly box: CharacterBox };

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

type Hits = ReturnType<typeof hitsOf>;
type BoxCounts = { Occupied: number; Hits?: number };

function countsOf(pals: readonly Character[], hits: Hits): BoxCounts {
  return { Occupied: pals.length, ...(hits !== undefined && { Hits: pals.filter(hits).length }) };
}

function pageOfSlot({ place }: Character, pageSlots: number): number {
  return Math.floor((place?.slot ?? 0) / Math.max(1, pageSlots));
}

function pagesOf(pals: readonly Character[], capacity: number, pageSlots: number, hits: Hits): BoxCounts[] {
  const byPage = Map.groupBy(pals, (pal) => pageOfSlot(pal, pageSlots));
  const count = Math.max(1, Math.ceil(capacity / Math.max(1, pageSlots)));
  return Array.from({ length: count }, (_, page) => countsOf(byPage.get(page) ?? [], hits));
}
