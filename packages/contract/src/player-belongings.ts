import Type, { type Static, type TProperties } from 'typebox';
import { EXAMPLE_IDS } from './example-ids.ts';
import { INVENTORIES } from './items.ts';
import { flag, wholeNumber } from './lists.ts';
import { PalRow } from './pal-search.ts';
import { Found, PLAYERS_READ, UNKNOWN_PLAYER } from './player-search.ts';
import { getProgression } from './progression.ts';
import { filter } from './request-shapes.ts';
import { route } from './route.ts';
import { closedObject, Int32, oneOf, Text, Texts } from './shapes.ts';

// What a player has, for everybody the world knows, online or not.

const KNOWN_NOTES =
  'Answers for every player the world knows, whatever `playerResolution` is. With `Known` false the world does not hold this of the player, and the rest is left out: unknown is not none.';

/** A reply that may not know what it is asked for. */
function knownOrNot<P extends TProperties>(properties: P) {
  return closedObject({
    Known: Type.Boolean({ description: 'False when the world does not hold this of the player' }),
    ...properties,
  });
}

const common = {
  tag: 'Players',
  permission: PLAYERS_READ,
  notes: KNOWN_NOTES,
  game: true,
  errors: ['PLAYER_NOT_FOUND'],
  meanings: UNKNOWN_PLAYER,
} as const;

export const InventorySlot = closedObject({
  Slot: Type.Integer({ minimum: 0, description: 'Index from 0' }),
  ItemID: Text,
  Count: Int32,
  Durability: Type.Optional(Type.Number()),
  MaxDurability: Type.Optional(Type.Number({ description: 'Left out when the catalogue does not know it' })),
  Bullets: Type.Optional(Int32),
  Passives: Type.Optional(Texts),
  Egg: Type.Optional(
    closedObject({
      PalID: Type.String({ description: 'Empty when unknown' }),
      Level: Type.Optional(Int32),
      Shiny: Type.Optional(Type.Boolean()),
    }),
  ),
});
export type InventorySlot = Static<typeof InventorySlot>;

export const PlayerContainer = closedObject({
  Name: oneOf(INVENTORIES),
  Known: Type.Boolean({ description: 'False when the world does not hold the container' }),
  ContainerId: Type.Optional(Text),
  UsedSlots: Type.Optional(Int32),
  MaxSlots: Type.Optional(Int32),
  Slots: Type.Optional(Type.Array(InventorySlot, { description: 'The occupied ones, in order' })),
});
export type PlayerContainer = Static<typeof PlayerContainer>;

export const getPlayerInventory = route('GET /v1/palatine/players/:uid/inventory', {
  ...common,
  title: 'Get player inventory',
  summary: 'The six containers of a player slot by slot, with durability, ammunition and what is in an egg',
  reply: knownOrNot({ Containers: Type.Optional(Type.Array(PlayerContainer)) }),
  examples: [{ params: { uid: EXAMPLE_IDS.player } }],
});
export type PlayerInventory = Static<typeof getPlayerInventory.reply>;

export const PalBox = closedObject({
  Box: Type.String({ description: '`Team`, `Palbox` or `Camp:<id>`, as the parameter `Box` takes it' }),
  Slots: Int32,
  Occupied: Int32,
  Hits: Type.Optional(Type.Integer({ description: 'That `Text` lets through; left out without it' })),
});

export const getPlayerPals = route('GET /v1/palatine/players/:uid/pals', {
  ...common,
  title: 'Get player Pals',
  summary: 'A page of a box of a player: the team, the Palbox or the workers of a camp of the guild',
  notes: `${KNOWN_NOTES}\n\n\`Text\` is looked for in nickname and species, in any case; it filters no row, but says which pages have hits.`,
  query: Type.Object({
    Box: filter('`Team`, `Palbox` or `Camp:<id>`; Team unless given'),
    Page: wholeNumber('Page of the Palbox, from 0; 0 unless given', 0, 1000),
    Text: filter('A part of the nickname or of the species, in any case'),
    Impossible: flag('True to count as hits only Pals that the game could not produce'),
  }),
  reply: knownOrNot({
    Boxes: Type.Optional(Type.Array(PalBox)),
    Box: Type.Optional(Type.String({ description: 'The box that is shown' })),
    Page: Type.Optional(Int32),
    PageSlots: Type.Optional(Type.Integer({ description: 'Slots of a page' })),
    Pages: Type.Optional(
      Type.Array(closedObject({ Occupied: Int32, Hits: Type.Optional(Int32) }), {
        description: 'Every page of this box, in order',
      }),
    ),
    Rows: Type.Optional(
      Type.Array(closedObject({ ...PalRow.properties, Hit: Type.Optional(Type.Boolean()) }), {
        description: 'The Pals of the page by slot',
      }),
    ),
  }),
  errors: ['PLAYER_NOT_FOUND', 'VALIDATION_FAILED'],
  examples: [{ params: { uid: EXAMPLE_IDS.player }, query: { Box: 'Palbox', Page: 0 } }],
});
export type PlayerPals = Static<typeof getPlayerPals.reply>;

export const getPlayerTechnologies = route('GET /v1/palatine/players/:uid/technologies', {
  ...common,
  title: 'Get player technologies',
  summary: 'What a player has learnt, and the points left',
  reply: knownOrNot({
    Unlocked: Type.Optional(Texts),
    Level: Type.Optional(Int32),
    TechnologyPoints: Type.Optional(Int32),
    AncientTechnologyPoints: Type.Optional(Int32),
  }),
  examples: [{ params: { uid: EXAMPLE_IDS.player } }],
});
export type PlayerTechnologies = Static<typeof getPlayerTechnologies.reply>;

const { Bosses, Captures, Activities, Currencies } = getProgression.reply.properties.Progression.properties;

export const getPlayerProgress = route('GET /v1/palatine/players/:uid/progression', {
  ...common,
  title: 'Get player progress',
  summary: 'Level, status points, bosses, captures, and what of the world a player has found',
  notes: `${KNOWN_NOTES}\n\nBosses, Pals and items are keyed by ids of \`GET /v1/palatine/catalogue\`, fast travel points and relics by those of its places.`,
  reply: knownOrNot({
    Player: Type.Optional(
      closedObject({
        Level: Int32,
        Exp: Int32,
        UnusedStatusPoints: Int32,
        StatusPoints: Type.Record(Type.String(), Int32, {
          description: 'Points spent, by the name of the save',
        }),
      }),
    ),
    Currencies: Type.Optional(Currencies),
    Bosses: Type.Optional(Bosses),
    Captures: Type.Optional(Captures),
    Activities: Type.Optional(Activities),
    Found: Type.Optional(Found),
  }),
  examples: [{ params: { uid: EXAMPLE_IDS.player } }],
});
export type PlayerProgress = Static<typeof getPlayerProgress.reply>;
