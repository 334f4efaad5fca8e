import { CampRow } from './camps.ts';
import { campFields, Gender, PhysicalHealth, WorkerSick } from './pals.ts';
import { InventorySlot } from './player-belongings.ts';
import { route } from './route.ts';
import * as notes from './texts/notes.ts';
import * as Type from './type.ts';

export const MEMBER_STATUSES = ['Online', 'Logout'] as const;

const Admin = Type.closedObject({ id: Type.GuidText, name: Type.String() });

export const GuildEntry = Type.closedObject({
  name: Type.String(),
  Level: Type.Int32,
  admin: Admin,
  camp_count: Type.Int32,
  camps: Type.Array(
    Type.closedObject({ id: Type.GuidText, world_pos: Type.Coordinate, map_pos: Type.Coordinate }),
  ),
  member_count: Type.Int32,
  members: Type.Array(Type.GuidText),
});
export type GuildEntry = Type.Static<typeof GuildEntry>;

export const CampPal = Type.closedObject({
  ...Type.eachOf(['nickname', 'pal_id', 'npc_id', 'skin_id'], Type.String()),
  gender: Gender,
  level: Type.Int32,
  shiny: Type.Boolean(),
  phisical_health: PhysicalHealth,
  worker_sick: WorkerSick,
  san: Type.Number(),
  imported: Type.Boolean(),
  friendship: Type.Int32,
  ...Type.eachOf(['active_skills', 'learnt_skills', 'passives'], Type.Texts),
});
export type CampPal = Type.Static<typeof CampPal>;

export const Camp = Type.closedObject({
  ...campFields,
  pals: Type.Record(Type.String(), CampPal),
  buildings: Type.Literal('WIP'),
});
export type Camp = Type.Static<typeof Camp>;

/** A filled slot, or an empty object for an empty one. */
export type GuildItemSlot = { item_id: string; count: number } | Record<string, never>;

/** `container_id` (when available), `current`, `max`, and one key per slot index from 0 to `max` - 1. */
export type GuildItems = { container_id?: string; current: number; max: number } & {
  [slotIndex: `${number}`]: GuildItemSlot;
};

export const GuildItems = Type.Unsafe<GuildItems>(
  Type.Object(
    { container_id: Type.Optional(Type.GuidText), current: Type.Int32, max: Type.Int32 },
    {
      patternProperties: {
        '^(0|[1-9][0-9]*)$': Type.Union([
          Type.closedObject({ item_id: Type.String(), count: Type.Int32 }),
          Type.closedObject({}),
        ]),
      },
      additionalProperties: false,
    },
  ),
);

export const ResearchProgress = Type.closedObject({
  ...Type.eachOf(['work_amount', 'required_work_amount'], Type.Number()),
  percentage: Type.number('Work done divided by work required'),
});

export const GuildDetail = Type.closedObject({
  name: Type.String(),
  Level: Type.Int32,
  admin: Admin,
  member_count: Type.Int32,
  members: Type.Array(
    Type.closedObject({
      player_uid: Type.GuidText,
      player_name: Type.String(),
      status: Type.oneOf(MEMBER_STATUSES),
    }),
  ),
  camp_count: Type.Int32,
  camps: Type.Array(Camp),
  items: GuildItems,
  expeditions: Type.closedObject({ finished: Type.Int32, missions: Type.Flags }),
  laboratory: Type.closedObject({
    current_research: Type.String(),
    researches: Type.Record(Type.String(), ResearchProgress),
  }),
});
export type GuildDetail = Type.Static<typeof GuildDetail>;

export const getGuilds = route('GET /v1/pdapi/guilds', 'List guilds', {
  tag: 'Guilds',
  permission: 'REST.Guilds.Read',
  summary: 'All guilds, keyed by guild ID',
  notes: notes.getGuilds,
  reply: Type.Record(Type.String(), GuildEntry),
  wrapped: {
    wrap: (guilds: Record<string, GuildEntry>) => ({
      Meta: { GuildCount: Object.keys(guilds).length },
      Guilds: guilds,
    }),
    // The result of `wrap` above.
    unwrap: (response) =>
      'Meta' in response && 'Guilds' in response ? (response.Guilds as object) : undefined,
    reply: Type.closedObject({
      Meta: Type.closedObject({ GuildCount: Type.Int32 }),
      Guilds: Type.Record(Type.String(), GuildEntry),
    }),
  },
});
export type GuildsReply = Type.Static<typeof getGuilds.reply>;

export const getGuild = route('GET /v1/pdapi/guild/:guild_id', 'Get guild', {
  tag: 'Guilds',
  permission: 'REST.Guild.Read',
  summary: 'One guild with its members, camps, chest, expeditions and laboratory',
  notes: notes.getGuild,
  reply: GuildDetail,
  errors: ['GUILD_NOT_FOUND'],
  wrapped: {
    wrap: (guild: GuildDetail) => ({ Guild: guild }),
    // The result of `wrap` above.
    unwrap: (response) => ('Guild' in response ? (response.Guild as object) : undefined),
    reply: Type.closedObject({ Guild: GuildDetail }),
  },
});

export const GuildRow = Type.closedObject({
  Id: Type.GuidText,
  Name: Type.text('Empty for most guilds: players rarely name one'),
  HeadUid: Type.GuidText,
  HeadName: Type.text('Empty when unknown'),
  Level: Type.integer('Level of its base camps'),
  ...Type.eachOf(['Members', 'Online', 'Camps'], Type.Int32),
  LastSeen: Type.optionalText(
    'When the member seen last went offline, ISO 8601, UTC; left out while one is online, and when unknown',
  ),
  Chest: Type.optionalObject(
    { Used: Type.Int32, Max: Type.Int32 },
    'Slots of the guild chest; left out when the world has none',
  ),
});
export type GuildRow = Type.Static<typeof GuildRow>;

export const GUILD_COLUMNS = ['Name', 'Level', 'Members', 'Online', 'Camps', 'LastSeen', 'Chest'] as const;

const READ = { tag: 'Guilds', permission: 'Palatine.Guilds.Read', game: true } as const;

export const searchGuilds = route('GET /v1/palatine/guilds', 'Search guilds', {
  ...READ,
  summary: 'Guilds by name and by the time a member was last seen, page by page',
  notes: notes.searchGuilds,
  query: Type.Object({
    Find: Type.filter('A part of the name, of the name of the head, or the id'),
    SeenBefore: Type.time('No member has been online since'),
    WithCamps: Type.flag('Those that have a base, or those that have none'),
    ...Type.sortedBy(GUILD_COLUMNS, 'Name'),
    ...Type.PAGE,
  }),
  reply: Type.closedObject({ ...Type.LIST_META, Rows: Type.Array(GuildRow) }),
  examples: [{ query: { Sort: 'Members', Order: 'Descending', Limit: 3 } }],
});
export type GuildsPage = Type.Static<typeof searchGuilds.reply>;

export const GuildMemberRow = Type.closedObject({
  ...Type.PlayerReference.properties,
  Role: Type.integer('1 head, 2 member, 3 and 4 lower ranks'),
  Level: Type.optionalInteger('Left out when unknown'),
  Online: Type.Boolean(),
  LastSeen: Type.optionalText('Left out while online, and when unknown'),
});
export type GuildMemberRow = Type.Static<typeof GuildMemberRow>;

export const getGuildDetails = route('GET /v1/palatine/guilds/:guild_id', 'Get guild details', {
  ...READ,
  summary: 'A guild with its members, bases, chest, laboratory and expeditions',
  notes: notes.getGuildDetails,
  query: Type.Object({ All: Type.flag('Every research of the game, not only those that were begun') }),
  reply: Type.closedObject({
    Guild: GuildRow,
    Members: Type.Array(GuildMemberRow),
    Camps: Type.Array(CampRow),
    Chest: Type.optionalObject({
      ContainerId: Type.GuidText,
      ...Type.eachOf(['Used', 'Max'], Type.Int32),
      Slots: Type.Array(InventorySlot),
    }),
    Laboratory: Type.closedObject({
      CurrentResearch: Type.text('Empty when nothing is researched'),
      Researches: Type.Array(Type.closedObject({ Id: Type.String(), Work: Type.number('Work done') })),
    }),
    Expeditions: Type.closedObject({ Finished: Type.Int32, Released: Type.Array(Type.String()) }),
  }),
  errors: ['GUILD_NOT_FOUND'],
});
export type GuildDetailsReply = Type.Static<typeof getGuildDetails.reply>;
