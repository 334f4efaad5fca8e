import Type, { type Static } from 'typebox';
import { CampRow } from './camps.ts';
import { EXAMPLE_IDS } from './example-ids.ts';
import { flag, LIST_META, NamedPlayer, PAGE, sortedBy, time } from './lists.ts';
import { InventorySlot } from './player-belongings.ts';
import { filter } from './request-shapes.ts';
import { route } from './route.ts';
import { closedObject, GuidText, Int32, Text } from './shapes.ts';

/** A guild in a list. */
export const GuildRow = closedObject({
  Id: GuidText,
  Name: Type.String({ description: 'Empty for most guilds: players rarely name one' }),
  HeadUid: GuidText,
  HeadName: Type.String({ description: 'Empty when unknown' }),
  Level: Type.Integer({ description: 'Of its base camps' }),
  Members: Int32,
  Online: Int32,
  Camps: Int32,
  LastSeen: Type.Optional(
    Type.String({
      description:
        'When the member seen last went offline, ISO 8601, UTC; left out while one is online, and when nobody knows',
    }),
  ),
  Chest: Type.Optional(
    closedObject({ Used: Int32, Max: Int32 }, 'Slots of the guild chest; left out when the world has none'),
  ),
});
export type GuildRow = Static<typeof GuildRow>;

export const GUILD_COLUMNS = ['Name', 'Level', 'Members', 'Online', 'Camps', 'LastSeen', 'Chest'] as const;

export const searchGuilds = route('GET /v1/palatine/guilds', {
  tag: 'Guilds',
  permission: 'Palatine.Guilds.Read',
  title: 'Search guilds',
  summary: 'Guilds by name and by when somebody of them was last seen, page by page',
  notes:
    'A guild without a name is known by its head: `HeadName`, which is what it is sorted by then. ' +
    '`SeenBefore` finds the guilds whose members have all been away since: nobody of them is online, and the last ' +
    'one who is known to have left did so before. A guild of which nobody knows a time is not among them.',
  game: true,
  query: Type.Object({
    Find: filter('A part of the name, of the name of the head, or the id'),
    SeenBefore: time('Nobody of it has been online since'),
    WithCamps: flag('Those that have a base, or those that have none'),
    ...sortedBy(GUILD_COLUMNS, 'Name'),
    ...PAGE,
  }),
  reply: closedObject({ ...LIST_META, Rows: Type.Array(GuildRow) }),
  errors: ['VALIDATION_FAILED'],
  examples: [{ query: { Sort: 'Members', Order: 'Descending', Limit: 3 } }],
});
export type GuildsPage = Static<typeof searchGuilds.reply>;

export const GuildMemberRow = closedObject({
  ...NamedPlayer.properties,
  Role: Type.Integer({ description: '1 head, 2 member, 3 and 4 lower ranks' }),
  Level: Type.Optional(Type.Integer({ description: 'Left out when unknown' })),
  Online: Type.Boolean(),
  LastSeen: Type.Optional(Type.String({ description: 'Left out while online, and when unknown' })),
});
export type GuildMemberRow = Static<typeof GuildMemberRow>;

export const getGuildDetails = route('GET /v1/palatine/guilds/:guild_id', {
  tag: 'Guilds',
  permission: 'Palatine.Guilds.Read',
  title: 'Get guild details',
  summary: 'A guild with its members, bases, chest, laboratory and expeditions',
  notes:
    'Work that a research needs stands in the catalogue. A save does not say which expeditions are under way, only ' +
    'which are released and how many have been finished.',
  game: true,
  query: Type.Object({ All: flag('Every research of the game, not only those that were begun') }),
  reply: closedObject({
    Guild: GuildRow,
    Members: Type.Array(GuildMemberRow),
    Camps: Type.Array(CampRow),
    Chest: Type.Optional(
      closedObject({ ContainerId: GuidText, Used: Int32, Max: Int32, Slots: Type.Array(InventorySlot) }),
    ),
    Laboratory: closedObject({
      CurrentResearch: Type.String({ description: 'Empty when nothing is researched' }),
      Researches: Type.Array(closedObject({ Id: Text, Work: Type.Number({ description: 'Work done' }) })),
    }),
    Expeditions: closedObject({ Finished: Int32, Released: Type.Array(Text) }),
  }),
  errors: ['VALIDATION_FAILED', 'GUILD_NOT_FOUND'],
  examples: [{ params: { guild_id: EXAMPLE_IDS.guild } }],
});
export type GuildDetailsReply = Static<typeof getGuildDetails.reply>;
