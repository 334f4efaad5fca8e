import { EXAMPLE_IDS } from './example-ids.ts';
import { Gender, Pal, PalIVs, PHYSICAL_HEALTHS, PhysicalHealth, WorkerSick } from './pals.ts';
import { route } from './route.ts';
import * as notes from './texts/notes.ts';
import * as Type from './type.ts';
import { words } from './words.ts';

export const PALS_READ = 'Palatine.Pals.Read';

export const PAL_PLACE_KINDS = ['Team', 'Palbox', 'Camp', 'Booth', 'Elsewhere'] as const;
export type PalPlaceKind = (typeof PAL_PLACE_KINDS)[number];

export const PalPlace = Type.closedObject({
  Kind: Type.oneOf(PAL_PLACE_KINDS),
  Id: Type.optionalText('PlayerUID for a team or Palbox, id of the camp, or of the object that holds it'),
  Slot: Type.Optional(Type.Int32),
});
export type PalPlace = Type.Static<typeof PalPlace>;

/** Conditions that a base can improve: hurt, sick, hungry, low sanity. */
export const PAL_CONDITIONS = ['Fine', 'Hurt', 'Sick', 'Hungry', 'Depressed'] as const;
export type PalCondition = (typeof PAL_CONDITIONS)[number];

export const PalRow = Type.closedObject({
  Id: Type.text('Instance id'),
  PalID: Type.text('Species, or the id of a captured person'),
  Nickname: Type.String(),
  Level: Type.Int32,
  Gender,
  Shiny: Type.boolean('Lucky'),
  Alpha: Type.Boolean(),
  Rank: Type.integer('Condenser stars + 1: 1 to 5'),
  IVs: PalIVs,
  IVSum: Type.Int32,
  Passives: Type.Texts,
  HP: Type.Number(),
  MaxHP: Type.Optional(Type.number('Left out for a species that the catalogue does not know')),
  ...Type.eachOf(['Hunger', 'MaxHunger', 'SAN'], Type.Number()),
  PhysicalHealth,
  WorkerSick,
  Condition: Type.oneOf(PAL_CONDITIONS),
  Owner: Type.optionalObject(
    Type.PlayerReference.properties,
    'Owner of its box, else the catcher; left out when unknown',
  ),
  GuildId: Type.Optional(Type.String()),
  Place: PalPlace,
  Impossible: Type.boolean('Whether the game could not produce it: values beyond its limits'),
});
export type PalRow = Type.Static<typeof PalRow>;

export const PAL_COLUMNS = words('Level Species Nickname IVs Rank HP Owner Place Condition Shiny Gender');
export type PalColumn = (typeof PAL_COLUMNS)[number];

const READ = { tag: 'Players', permission: PALS_READ, game: true } as const;

export const searchPals = route('GET /v1/palatine/pals', 'Search Pals', {
  ...READ,
  summary: 'Every Pal and captured person of the world, filtered, sorted and page by page',
  notes: notes.searchPals,
  query: Type.Object({
    Text: Type.filter('A part of the nickname or of the species, in any case'),
    Species: Type.filter('Ids of species, separated by commas, in any case'),
    Element: Type.filter('Elements, separated by commas, in any case'),
    LevelFrom: Type.wholeNumber('Lowest level', 0, 100_000),
    LevelTo: Type.wholeNumber('Highest level', 0, 100_000),
    IVFrom: Type.wholeNumber('Minimum of health, shot attack and defense IV, each', 0, 100_000),
    Passives: Type.filter('Passives, separated by commas, all of which it has'),
    AnyPassives: Type.filter('Passives, separated by commas, of which it has at least one'),
    Shiny: Type.flag('Lucky ones'),
    Alpha: Type.flag('Alphas'),
    Rank: Type.wholeNumber('Condenser stars + 1', 1, 1000),
    Condition: Type.choice(PAL_CONDITIONS, 'Condition'),
    PhysicalHealth: Type.choice(PHYSICAL_HEALTHS, 'Health'),
    Owner: Type.filter('PlayerUID or UserId: owner of its box, else the catcher'),
    Guild: Type.filter('Id of the guild in whose members’ boxes or camps it is'),
    Place: Type.choice(PAL_PLACE_KINDS, 'Where it is'),
    Camp: Type.filter('Id of the camp at which it works'),
    Impossible: Type.flag('Only Pals that the game could not produce: values beyond its limits'),
    Duplicates: Type.flag(
      'Only Pals of which the world has another of the same species, level, IVs and passives; by level, species or IVs they come group by group',
    ),
    ...Type.sortedBy(PAL_COLUMNS, 'Level'),
    ...Type.PAGE,
  }),
  reply: Type.closedObject({
    ...Type.LIST_META,
    Rows: Type.Array(PalRow),
    Facets: Type.optionalObject({
      ...Type.eachOf(['Species', 'Element', 'Place', 'Condition'], Type.Facet),
      Passives: Type.list(
        Type.closedObject({ Id: Type.String(), Count: Type.Int32 }),
        'The 50 most frequent',
      ),
    }),
  }),
  examples: [{ query: { LevelFrom: 1, Sort: 'IVs', Order: 'Descending', Limit: 3 } }],
});
export type PalSearch = Type.Static<typeof searchPals.reply>;

export const getPalDetails = route('GET /v1/palatine/pals/:id', 'Get Pal details', {
  ...READ,
  summary: 'One Pal or captured person of the world, whole',
  notes: 'Fields that the world does not know are left out.',
  reply: Type.closedObject({
    Row: PalRow,
    Pal,
    CaughtBy: Type.optionalObject(Type.PlayerReference.properties, 'Left out when unknown'),
    FriendshipRank: Type.integer('-3 to 10'),
    GuildName: Type.optionalText('Empty for a guild without a name'),
    Where: Type.optionalObject(
      { ...Type.Place.properties },
      'Position of the camp at which it works, or of its summon',
    ),
    Impossible: Type.list(
      Type.closedObject({ Path: Type.String(), Message: Type.String() }),
      'Why the game could not produce it',
    ),
  }),
  errors: ['PAL_NOT_FOUND'],
  examples: [{ params: { id: EXAMPLE_IDS.pal } }],
});
export type PalDetails = Type.Static<typeof getPalDetails.reply>;
