import { INVENTORIES } from './items.ts';
import { PalRow } from './pal-search.ts';
import { PLAYERS_READ, PlayerDiscoveries, UNKNOWN_PLAYER } from './player-search.ts';
import { getProgression } from './progression.ts';
import { route } from './route.ts';
import * as notes from './texts/notes.ts';
import * as Type from './type.ts';

// Belongings of all players the world knows, online or not.

/** A reply of which the world may know nothing. */
function maybeUnknown<P extends Type.TProperties>(properties: P) {
  return Type.closedObject({
    Known: Type.boolean('False when the world does not hold this of the player'),
    ...properties,
  });
}

const common = {
  tag: 'Players',
  permission: PLAYERS_READ,
  notes: notes.KNOWN_NOTES,
  game: true,
  errors: ['PLAYER_NOT_FOUND'],
  meanings: UNKNOWN_PLAYER,
} as const;

export const InventorySlot = Type.closedObject({
  Slot: Type.count('Index from 0'),
  ItemID: Type.String(),
  Count: Type.Int32,
  Durability: Type.Optional(Type.Number()),
  MaxDurability: Type.Optional(Type.number('Left out when the catalogue does not know it')),
  Bullets: Type.Optional(Type.Int32),
  Passives: Type.Optional(Type.Texts),
  Egg: Type.optionalObject({
    PalID: Type.text('Empty when unknown'),
    Level: Type.Optional(Type.Int32),
    Shiny: Type.Optional(Type.Boolean()),
  }),
});
export type InventorySlot = Type.Static<typeof InventorySlot>;

export const PlayerContainer = Type.closedObject({
  Name: Type.oneOf(INVENTORIES),
  Known: Type.boolean('False when the world does not hold the container'),
  ContainerId: Type.Optional(Type.String()),
  ...Type.eachOf(['UsedSlots', 'MaxSlots'], Type.Optional(Type.Int32)),
  Slots: Type.optionalList(InventorySlot, 'The occupied ones, in order'),
});
export type PlayerContainer = Type.Static<typeof PlayerContainer>;

export const getPlayerInventory = route('GET /v1/palatine/players/:uid/inventory', 'Get player inventory', {
  ...common,
  summary: 'The six containers of a player slot by slot, with durability, ammunition and what is in an egg',
  reply: maybeUnknown({ Containers: Type.Optional(Type.Array(PlayerContainer)) }),
});

export const PalBox = Type.closedObject({
  Box: Type.text('`Team`, `Palbox` or `Camp:<id>`, as the parameter `Box` takes it'),
  ...Type.eachOf(['Slots', 'Occupied'], Type.Int32),
  Hits: Type.optionalInteger('Hits of `Text`; left out without it'),
});

export const getPlayerPals = route('GET /v1/palatine/players/:uid/pals', 'Get player Pals', {
  ...common,
  summary: 'A page of a box of a player: the team, the Palbox or the workers of a camp of the guild',
  notes: notes.getPlayerPals,
  query: Type.Object({
    Box: Type.filter('`Team`, `Palbox` or `Camp:<id>`; Team unless given'),
    Page: Type.wholeNumber('Page of the Palbox, from 0; 0 unless given', 0, 1000),
    Text: Type.filter('A part of the nickname or of the species, in any case'),
    Impossible: Type.flag('True for hits only on Pals that the game could not produce'),
  }),
  reply: maybeUnknown({
    Boxes: Type.Optional(Type.Array(PalBox)),
    Box: Type.optionalText('The box that is shown'),
    Page: Type.Optional(Type.Int32),
    PageSlots: Type.optionalInteger('Slots of a page'),
    Pages: Type.optionalList(
      Type.closedObject({ Occupied: Type.Int32, Hits: Type.Optional(Type.Int32) }),
      'Every page of this box, in order',
    ),
    Rows: Type.optionalList(
      Type.closedObject({ ...PalRow.properties, Hit: Type.Optional(Type.Boolean()) }),
      'The Pals of the page by slot',
    ),
  }),
  examples: [{ query: { Box: 'Palbox', Page: 0 } }],
});
export type PlayerPals = Type.Static<typeof getPlayerPals.reply>;

export const getPlayerTechnologies = route(
  'GET /v1/palatine/players/:uid/technologies',
  'Get player technologies',
  {
    ...common,
    summary: 'Learned technologies of a player, and the points left',
    reply: maybeUnknown({
      Unlocked: Type.Optional(Type.Texts),
      ...Type.eachOf(['Level', 'TechnologyPoints', 'AncientTechnologyPoints'], Type.Optional(Type.Int32)),
    }),
  },
);
export type PlayerTechnologies = Type.Static<typeof getPlayerTechnologies.reply>;

const { Bosses, Captures, Activities, Currencies } = getProgression.reply.properties.Progression.properties;

export const getPlayerProgress = route('GET /v1/palatine/players/:uid/progression', 'Get player progress', {
  ...common,
  summary: 'Level, status points, bosses, captures, and what of the world a player has found',
  notes: notes.getPlayerProgress,
  reply: maybeUnknown({
    Player: Type.optionalObject({
      ...Type.eachOf(['Level', 'Exp', 'UnusedStatusPoints'], Type.Int32),
      StatusPoints: Type.Record(Type.String(), Type.Int32, {
        description: 'Points spent, by the name of the save',
      }),
    }),
    Currencies: Type.Optional(Currencies),
    Bosses: Type.Optional(Bosses),
    Captures: Type.Optional(Captures),
    Activities: Type.Optional(Activities),
    Found: Type.Optional(PlayerDiscoveries),
  }),
});
export type PlayerProgress = Type.Static<typeof getPlayerProgress.reply>;
