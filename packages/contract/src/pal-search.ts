import Type, { type Static } from 'typebox';
import { EXAMPLE_IDS } from './example-ids.ts';
import { choice, Facet, flag, LIST_META, NamedPlayer, PAGE, Place, sortedBy, wholeNumber } from './lists.ts';
import { Gender, Pal, PalIVs, PHYSICAL_HEALTHS, PhysicalHealth, WorkerSick } from './pals.ts';
import { filter } from './request-shapes.ts';
import { route } from './route.ts';
import { closedObject, Int32, oneOf, Text, Texts } from './shapes.ts';

export const PALS_READ = 'Palatine.Pals.Read';

export const PAL_PLACE_KINDS = ['Team', 'Palbox', 'Camp', 'Booth', 'Elsewhere'] as const;
export type PalPlaceKind = (typeof PAL_PLACE_KINDS)[number];

export const PalPlace = closedObject({
  Kind: oneOf(PAL_PLACE_KINDS),
  Id: Type.Optional(
    Type.String({
      description: 'PlayerUID for a team or Palbox, id of the camp, or of the object that holds it',
    }),
  ),
  Slot: Type.Optional(Int32),
});
export type PalPlace = Static<typeof PalPlace>;

/** What a base can do something about: hurt, sick, hungry, low sanity. */
export const PAL_CONDITIONS = ['Fine', 'Hurt', 'Sick', 'Hungry', 'Depressed'] as const;
export type PalCondition = (typeof PAL_CONDITIONS)[number];

export const PalRow = closedObject({
  Id: Type.String({ description: 'Instance id' }),
  PalID: Type.String({ description: 'Species, or the id of a captured person' }),
  Nickname: Text,
  Level: Int32,
  Gender,
  Shiny: Type.Boolean({ description: 'Lucky' }),
  Alpha: Type.Boolean(),
  Rank: Type.Integer({ description: 'Condenser stars + 1: 1 to 5' }),
  IVs: PalIVs,
  IVSum: Int32,
  Passives: Texts,
  HP: Type.Number(),
  MaxHP: Type.Optional(
    Type.Number({ description: 'Left out for a species that the catalogue does not know' }),
  ),
  Hunger: Type.Number(),
  MaxHunger: Type.Number(),
  SAN: Type.Number(),
  PhysicalHealth,
  WorkerSick,
  Condition: oneOf(PAL_CONDITIONS),
  Owner: Type.Optional(
    closedObject(NamedPlayer.properties, 'Whose box it is in, else who caught it; left out when unknown'),
  ),
  GuildId: Type.Optional(Text),
  Place: PalPlace,
  Impossible: Type.Boolean({
    description: 'Whether the game could not produce it: values beyond its limits',
  }),
});
export type PalRow = Static<typeof PalRow>;

export const PAL_COLUMNS = [
  'Level',
  'Species',
  'Nickname',
  'IVs',
  'Rank',
  'HP',
  'Owner',
  'Place',
  'Condition',
  'Shiny',
  'Gender',
] as const;
export type PalColumn = (typeof PAL_COLUMNS)[number];

export const searchPals = route('GET /v1/palatine/pals', {
  tag: 'Players',
  permission: PALS_READ,
  title: 'Search Pals',
  summary: 'Every Pal and captured person of the world, filtered, sorted and page by page',
  notes:
    'Filters combine with AND. Lists of ids are separated by commas. `Facets` is on the first page only, and counts what the filters let through.',
  game: true,
  query: Type.Object({
    Text: filter('A part of the nickname or of the species, in any case'),
    Species: filter('Ids of species, separated by commas, in any case'),
    Element: filter('Elements, separated by commas, in any case'),
    LevelFrom: wholeNumber('Lowest level', 0, 100_000),
    LevelTo: wholeNumber('Highest level', 0, 100_000),
    IVFrom: wholeNumber('Least of health, shot attack and defense IV, each', 0, 100_000),
    Passives: filter('Passives, separated by commas, all of which it has'),
    AnyPassives: filter('Passives, separated by commas, of which it has at least one'),
    Shiny: flag('Lucky ones'),
    Alpha: flag('Alphas'),
    Rank: wholeNumber('Condenser stars + 1', 1, 1000),
    Condition: choice(PAL_CONDITIONS, 'Condition'),
    PhysicalHealth: choice(PHYSICAL_HEALTHS, 'Health'),
    Owner: filter('PlayerUID or UserId: whose box it is in, else who caught it'),
    Guild: filter('Id of the guild in whose members’ boxes or camps it is'),
    Place: choice(PAL_PLACE_KINDS, 'Where it is'),
    Camp: filter('Id of the camp at which it works'),
    Impossible: flag('What the game could not produce: values beyond its limits'),
    ...sortedBy(PAL_COLUMNS, 'Level'),
    ...PAGE,
  }),
  reply: closedObject({
    ...LIST_META,
    Rows: Type.Array(PalRow),
    Facets: Type.Optional(
      closedObject({
        Species: Facet,
        Element: Facet,
        Place: Facet,
        Condition: Facet,
        Passives: Type.Array(closedObject({ Id: Text, Count: Int32 }), {
          description: 'The 50 most frequent',
        }),
      }),
    ),
  }),
  errors: ['VALIDATION_FAILED'],
  examples: [{ query: { LevelFrom: 1, Sort: 'IVs', Order: 'Descending', Limit: 3 } }],
});
export type PalSearch = Static<typeof searchPals.reply>;

export const getPalDetails = route('GET /v1/palatine/pals/:id', {
  tag: 'Players',
  permission: PALS_READ,
  title: 'Get Pal details',
  summary: 'One Pal or captured person of the world, whole',
  notes: 'Fields that the world does not know are left out.',
  game: true,
  reply: closedObject({
    Row: PalRow,
    Pal,
    CaughtBy: Type.Optional(closedObject(NamedPlayer.properties, 'Left out when unknown')),
    FriendshipRank: Type.Integer({ description: '-3 to 10' }),
    GuildName: Type.Optional(Type.String({ description: 'Empty for a guild without a name' })),
    Where: Type.Optional(
      closedObject({ ...Place.properties }, 'Of the camp at which it works, or of its summon'),
    ),
    Impossible: Type.Array(closedObject({ Path: Text, Message: Text }), {
      description: 'Why the game could not produce it',
    }),
  }),
  errors: ['PAL_NOT_FOUND'],
  examples: [{ params: { id: EXAMPLE_IDS.pal } }],
});
export type PalDetails = Static<typeof getPalDetails.reply>;
