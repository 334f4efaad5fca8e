import Type, { type Static } from 'typebox';
import { BaseCounts } from './bases.ts';
import { EXAMPLE_IDS } from './example-ids.ts';
import { choice, LIST_META, PAGE, Place, sortedBy, time } from './lists.ts';
import { PalRow } from './pal-search.ts';
import { InventorySlot } from './player-belongings.ts';
import { filter } from './request-shapes.ts';
import { route } from './route.ts';
import { CampState, closedObject, GuidText, Int32, oneOf, Text, Texts } from './shapes.ts';

/** The maps of the game. Where both reach, it is the World Tree, as in the game. */
export const REGIONS = ['Main', 'Tree'] as const;
export type Region = (typeof REGIONS)[number];

/** A base camp in a list. */
export const CampRow = closedObject({
  Id: GuidText,
  GuildId: GuidText,
  GuildName: Type.String({ description: 'Empty for most guilds' }),
  HeadName: Type.String({ description: 'Head of the guild; empty when unknown' }),
  Place,
  AreaRangeCm: Type.Number({ description: 'Radius of its area' }),
  Region: oneOf(REGIONS),
  State: CampState,
  Level: Type.Integer({ description: 'Of the base camps of the guild' }),
  Workers: Int32,
  Capacity: Type.Integer({ description: 'Most workers' }),
  Counts: closedObject({
    Buildings: Int32,
    Storages: Type.Integer({ description: 'Chests and coolers' }),
    Stacks: Type.Integer({ description: 'Stacks in them' }),
    Defences: Int32,
    Drops: Type.Integer({ description: 'Items that lie about' }),
  }),
  Online: Type.Integer({ description: 'Members of the guild who are online' }),
  LastSeen: Type.Optional(
    Type.String({ description: 'As of the guild: left out while a member is online, and when nobody knows' }),
  ),
  Near: Type.Optional(
    closedObject(
      { Id: Text, DistanceCm: Type.Integer({ minimum: 0 }) },
      'The nearest point for fast travel, by its id in the catalogue; across the ground, not in height',
    ),
  ),
});
export type CampRow = Static<typeof CampRow>;

export const CAMP_COLUMNS = [
  'Guild',
  'Level',
  'Workers',
  'Buildings',
  'Storages',
  'Stacks',
  'Defences',
  'Drops',
  'LastSeen',
] as const;

export const searchCamps = route('GET /v1/palatine/camps', {
  tag: 'World',
  permission: 'Palatine.Bases.Read',
  title: 'Search bases',
  summary: 'Base camps with what they hold in numbers, page by page',
  notes:
    '`SeenBefore` finds the bases of guilds whose members have all been away since, as in the list of guilds. ' +
    'Names that the game gives to camps are templates, and are not shown.',
  game: true,
  query: Type.Object({
    Find: filter('A part of the name of the guild or of its head, or the id of the base or the guild'),
    Guild: filter('Id of a guild'),
    Region: choice(REGIONS, 'The map it stands on'),
    SeenBefore: time('Nobody of its guild has been online since'),
    ...sortedBy(CAMP_COLUMNS, 'Guild'),
    ...PAGE,
  }),
  reply: closedObject({ ...LIST_META, Rows: Type.Array(CampRow) }),
  errors: ['VALIDATION_FAILED'],
  examples: [{ query: { Sort: 'Buildings', Order: 'Descending', Limit: 3 } }],
});
export type CampsPage = Static<typeof searchCamps.reply>;

/** The classes under which a deletion counts what stands at a base. */
export const CAMP_OBJECT_CLASSES = ['palbox', 'dropItem', 'building', 'defense', 'other'] as const;

/** The cells of a row of `Objects`, in their order. */
export const CAMP_OBJECT_COLUMNS = [
  'Id',
  'ObjectId',
  'Class',
  'X',
  'Y',
  'Z',
  'Yaw',
  'HP',
  'MaxHP',
  'UnderConstruction',
  'ContainerId',
  'BuilderUid',
] as const;

export const CampObjectCells = Type.Tuple([
  GuidText,
  Text,
  oneOf(CAMP_OBJECT_CLASSES),
  Type.Number({ description: 'World coordinate in cm, as the next two' }),
  Type.Number(),
  Type.Number(),
  Type.Number({ description: 'Turn about the vertical axis in degrees, above -180 to 180' }),
  Int32,
  Int32,
  Type.Boolean(),
  Type.String({ description: 'Container of items; empty without one' }),
  Type.String({ description: 'PlayerUID of who built it; empty when unknown' }),
]);
export type CampObjectCells = Static<typeof CampObjectCells>;

/** A storage of a base with what is in it. */
export const CampStorage = closedObject({
  Id: Type.String({ description: 'Of the object' }),
  ObjectId: Text,
  ContainerId: GuidText,
  Place,
  Used: Int32,
  Max: Int32,
  Slots: Type.Array(InventorySlot),
});
export type CampStorage = Static<typeof CampStorage>;

export const getCampDetails = route('GET /v1/palatine/camps/:base_camp_id', {
  tag: 'World',
  game: true,
  permission: 'Palatine.Bases.Read',
  title: 'Get base details',
  summary: 'A base camp with everything that stands in it, what its storages hold, and its workers',
  notes:
    'A row of `Objects` has one cell for each of `Columns`. Rocks and treasure boxes that lie in the area are not ' +
    'among them. An object with a `ContainerId` that is not in `Storages` holds what is being made, or lies about.',
  reply: closedObject({
    Camp: CampRow,
    Objects: closedObject({ Columns: Texts, Rows: Type.Array(CampObjectCells) }),
    Storages: Type.Array(CampStorage),
    Workers: Type.Array(PalRow, { description: 'By their slots' }),
  }),
  errors: ['INVALID_BASE_CAMP_ID', 'BASE_CAMP_MANAGER_UNAVAILABLE', 'BASE_CAMP_NOT_FOUND'],
  examples: [{ params: { base_camp_id: EXAMPLE_IDS.camp } }],
});
export type CampDetailsReply = Static<typeof getCampDetails.reply>;

/** Kinds of items that a preview names, those with the most units. */
export const PREVIEW_TOP_ITEMS = 20;

export const previewBaseDeletion = route('GET /v1/palatine/camps/:base_camp_id/deletion', {
  tag: 'World',
  game: true,
  permission: 'REST.Base.Delete',
  title: 'Preview base deletion',
  summary: 'What deleting a base would delete; changes nothing',
  notes:
    '`BaseCamp` and `Deleted` are what Delete base would answer now. It would be refused with `DELETE_BASE_FAILED` ' +
    'when `Obstacle` says why. Whether the archive can be written shows only then.',
  reply: closedObject({
    BaseCamp: closedObject({ Id: GuidText, Summary: Text }),
    Deleted: BaseCounts,
    TopItems: Type.Array(closedObject({ ItemID: Text, Count: Int32 }), {
      description: `The ${PREVIEW_TOP_ITEMS} with the most units, in all containers that go`,
    }),
    Pals: Type.Array(closedObject({ Id: GuidText, PalID: Text, Level: Int32, Nickname: Text })),
    GuildLeftWith: Type.Integer({ description: 'Base camps that its guild keeps' }),
    Obstacle: Type.String({ description: 'Why it would be refused; empty when it would not' }),
  }),
  errors: ['INVALID_BASE_CAMP_ID', 'BASE_CAMP_MANAGER_UNAVAILABLE', 'BASE_CAMP_NOT_FOUND'],
  examples: [{ params: { base_camp_id: EXAMPLE_IDS.camp } }],
});
export type BaseDeletionPreview = Static<typeof previewBaseDeletion.reply>;
