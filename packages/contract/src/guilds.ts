import Type, { type Static } from 'typebox';
import { EXAMPLE_IDS } from './example-ids.ts';
import { Gender, PhysicalHealth, WorkerSick } from './pals.ts';
import { route } from './route.ts';
import { CampState, Coordinate, closedObject, Flags, GuidText, Int32, oneOf, Text, Texts } from './shapes.ts';

export const MEMBER_STATUSES = ['Online', 'Logout'] as const;

const Admin = closedObject({ id: GuidText, name: Text });

export const GuildEntry = closedObject({
  name: Text,
  Level: Int32,
  admin: Admin,
  camp_count: Int32,
  camps: Type.Array(closedObject({ id: GuidText, world_pos: Coordinate, map_pos: Coordinate })),
  member_count: Int32,
  members: Type.Array(GuidText),
});
export type GuildEntry = Static<typeof GuildEntry>;

export const CampPal = closedObject({
  nickname: Text,
  pal_id: Text,
  npc_id: Text,
  skin_id: Text,
  gender: Gender,
  level: Int32,
  shiny: Type.Boolean(),
  phisical_health: PhysicalHealth,
  worker_sick: WorkerSick,
  san: Type.Number(),
  imported: Type.Boolean(),
  friendship: Int32,
  active_skills: Texts,
  learnt_skills: Texts,
  passives: Texts,
});
export type CampPal = Static<typeof CampPal>;

export const Camp = closedObject({
  id: GuidText,
  level: Int32,
  world_pos: Coordinate,
  map_pos: Coordinate,
  state: CampState,
  pals: Type.Record(Type.String(), CampPal),
  buildings: Type.Literal('WIP'),
});
export type Camp = Static<typeof Camp>;

/** A filled slot, or an empty object for an empty one. */
export type GuildItemSlot = { item_id: string; count: number } | Record<string, never>;

/** `container_id` (when available), `current`, `max`, and one key per slot index from 0 to `max` - 1. */
export type GuildItems = { container_id?: string; current: number; max: number } & {
  [slotIndex: `${number}`]: GuildItemSlot;
};

export const GuildItems = Type.Unsafe<GuildItems>(
  Type.Object(
    { container_id: Type.Optional(GuidText), current: Int32, max: Int32 },
    {
      patternProperties: {
        '^(0|[1-9][0-9]*)$': Type.Union([closedObject({ item_id: Text, count: Int32 }), closedObject({})]),
      },
      additionalProperties: false,
    },
  ),
);

export const ResearchProgress = closedObject({
  work_amount: Type.Number(),
  required_work_amount: Type.Number(),
  percentage: Type.Number({ description: 'Work done divided by work required' }),
});

export const GuildDetail = closedObject({
  name: Text,
  Level: Int32,
  admin: Admin,
  member_count: Int32,
  members: Type.Array(
    closedObject({
      player_uid: GuidText,
      player_name: Text,
      status: oneOf(MEMBER_STATUSES),
    }),
  ),
  camp_count: Int32,
  camps: Type.Array(Camp),
  items: GuildItems,
  expeditions: closedObject({ finished: Int32, missions: Flags }),
  laboratory: closedObject({
    current_research: Text,
    researches: Type.Record(Type.String(), ResearchProgress),
  }),
});
export type GuildDetail = Static<typeof GuildDetail>;

export const getGuilds = route('GET /v1/pdapi/guilds', {
  tag: 'Guilds',
  permission: 'REST.Guilds.Read',
  title: 'List guilds',
  summary: 'All guilds, keyed by guild ID',
  notes:
    'A snapshot. The keys are what `GET /v1/pdapi/guild/{guild_id}` takes; the ids of `camps` are what Delete base takes.',
  game: true,
  reply: Type.Record(Type.String(), GuildEntry),
  wrapped: {
    wrap: (guilds: Record<string, GuildEntry>) => ({
      Meta: { GuildCount: Object.keys(guilds).length },
      Guilds: guilds,
    }),
    // What `wrap` above gave.
    unwrap: (response) =>
      'Meta' in response && 'Guilds' in response ? (response.Guilds as object) : undefined,
    shape: '{ "Meta": { "GuildCount" }, "Guilds": { … } }',
  },
});
export type GuildsReply = Static<typeof getGuilds.reply>;

export const getGuild = route('GET /v1/pdapi/guild/:guild_id', {
  tag: 'Guilds',
  permission: 'REST.Guild.Read',
  title: 'Get guild',
  summary: 'One guild with its members, camps, chest, expeditions and laboratory',
  notes:
    '`items` is the guild chest, one key for each slot. `missions` and `researches` list every one of the game. `status` of a member is `Online` or `Logout`.',
  game: true,
  reply: GuildDetail,
  errors: ['GUILD_NOT_FOUND'],
  wrapped: {
    wrap: (guild: GuildDetail) => ({ Guild: guild }),
    // What `wrap` above gave.
    unwrap: (response) => ('Guild' in response ? (response.Guild as object) : undefined),
    shape: '{ "Guild": { … } }',
  },
  examples: [{ params: { guild_id: EXAMPLE_IDS.guild } }],
});
