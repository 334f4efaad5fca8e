import { BaseCounts } from './bases.ts';
import { MAP_REGIONS } from './map-regions.ts';
import { PalRow } from './pal-search.ts';
import { InventorySlot } from './player-belongings.ts';
import { route } from './route.ts';
import * as notes from './texts/notes.ts';
import * as Type from './type.ts';
import { words } from './words.ts';

export const CampRow = Type.closedObject({
  ...Type.eachOf(['Id', 'GuildId'], Type.GuidText),
  GuildName: Type.text('Empty for most guilds'),
  HeadName: Type.text('Head of the guild; empty when unknown'),
  Place: Type.Place,
  AreaRangeCm: Type.number('Radius of its area'),
  Region: Type.oneOf(MAP_REGIONS),
  State: Type.CampState,
  Level: Type.integer('Base camp level of the guild'),
  Workers: Type.Int32,
  Capacity: Type.integer('Maximum workers'),
  Counts: Type.closedObject({
    Buildings: Type.Int32,
    Storages: Type.integer('Chests and coolers'),
    Stacks: Type.integer('Stacks in them'),
    Defences: Type.Int32,
    Drops: Type.integer('Dropped items'),
  }),
  Online: Type.integer('Members of the guild who are online'),
  LastSeen: Type.optionalText(
    'When the guild was last seen; left out while a member is online, and when unknown',
  ),
  Near: Type.optionalObject(
    { Id: Type.String(), DistanceCm: Type.Integer({ minimum: 0 }) },
    'The nearest point for fast travel, by its id in the catalogue; across the ground, not in height',
  ),
});
export type CampRow = Type.Static<typeof CampRow>;

export const CAMP_COLUMNS = words('Guild Level Workers Buildings Storages Stacks Defences Drops LastSeen');

export const searchCamps = route('GET /v1/palatine/camps', 'Search bases', {
  tag: 'World',
  permission: 'Palatine.Bases.Read',
  summary: 'Base camps with what they hold in numbers, page by page',
  notes: notes.searchCamps,
  game: true,
  query: Type.Object({
    Find: Type.filter('A part of the name of the guild or of its head, or the id of the base or the guild'),
    Guild: Type.filter('Id of a guild'),
    Region: Type.choice(MAP_REGIONS, 'The map it is on'),
    SeenBefore: Type.time('Nobody of its guild has been online since'),
    ...Type.sortedBy(CAMP_COLUMNS, 'Guild'),
    ...Type.PAGE,
  }),
  reply: Type.closedObject({ ...Type.LIST_META, Rows: Type.Array(CampRow) }),
  examples: [{ query: { Sort: 'Buildings', Order: 'Descending', Limit: 3 } }],
});
export type CampsPage = Type.Static<typeof searchCamps.reply>;

/** The classes by which a deletion counts the objects of a base. */
export const CAMP_OBJECT_CLASSES = ['palbox', 'dropItem', 'building', 'defense', 'other'] as const;

/** The cells of a row of `Objects`, in their order. */
export const CAMP_OBJECT_COLUMNS = words(
  'Id ObjectId Class X Y Z Yaw HP MaxHP UnderConstruction ContainerId BuilderUid',
);

export const CampObjectCells = Type.Tuple([
  Type.GuidText,
  Type.String(),
  Type.oneOf(CAMP_OBJECT_CLASSES),
  Type.number('World coordinate in cm, as the next two'),
  Type.Number(),
  Type.Number(),
  Type.number('Turn about the vertical axis in degrees, above -180 to 180'),
  Type.Int32,
  Type.Int32,
  Type.Boolean(),
  Type.text('Container of items; empty without one'),
  Type.text('PlayerUID of its builder; empty when unknown'),
]);
export type CampObjectCells = Type.Static<typeof CampObjectCells>;

/** A storage of a base with what is in it. */
export const CampStorage = Type.closedObject({
  Id: Type.text('Id of the object'),
  ObjectId: Type.String(),
  ContainerId: Type.GuidText,
  Place: Type.Place,
  ...Type.eachOf(['Used', 'Max'], Type.Int32),
  Slots: Type.Array(InventorySlot),
});
export type CampStorage = Type.Static<typeof CampStorage>;

const OF_A_CAMP = {
  tag: 'World',
  game: true,
  errors: ['INVALID_BASE_CAMP_ID', 'BASE_CAMP_MANAGER_UNAVAILABLE', 'BASE_CAMP_NOT_FOUND'],
} as const;

export const getCampDetails = route('GET /v1/palatine/camps/:base_camp_id', 'Get base details', {
  ...OF_A_CAMP,
  permission: 'Palatine.Bases.Read',
  summary: 'A base camp with its objects, the contents of its storages, and its workers',
  notes: notes.getCampDetails,
  reply: Type.closedObject({
    Camp: CampRow,
    Objects: Type.closedObject({ Columns: Type.Texts, Rows: Type.Array(CampObjectCells) }),
    Storages: Type.Array(CampStorage),
    Workers: Type.list(PalRow, 'By their slots'),
  }),
});
export type CampDetailsReply = Type.Static<typeof getCampDetails.reply>;

/** Kinds of items that a preview names, those with the most units. */
export const PREVIEW_TOP_ITEMS = 20;

export const previewBaseDeletion = route(
  'GET /v1/palatine/camps/:base_camp_id/deletion',
  'Preview base deletion',
  {
    ...OF_A_CAMP,
    permission: 'REST.Base.Delete',
    summary: 'Everything that deleting a base would delete; changes nothing',
    notes: notes.previewBaseDeletion,
    reply: Type.closedObject({
      BaseCamp: Type.closedObject({ Id: Type.GuidText, Summary: Type.String() }),
      Deleted: BaseCounts,
      TopItems: Type.list(
        Type.closedObject({ ItemID: Type.String(), Count: Type.Int32 }),
        `The ${PREVIEW_TOP_ITEMS} with the most units, in all containers that go`,
      ),
      Pals: Type.Array(
        Type.closedObject({
          Id: Type.GuidText,
          PalID: Type.String(),
          Level: Type.Int32,
          Nickname: Type.String(),
        }),
      ),
      GuildLeftWith: Type.integer('Base camps that its guild keeps'),
      Obstacle: Type.text('Why it would be refused; empty when it would not'),
    }),
  },
);
export type BaseDeletionPreview = Type.Static<typeof previewBaseDeletion.reply>;
