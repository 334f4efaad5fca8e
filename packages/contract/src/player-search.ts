import Type, { type Static } from 'typebox';
import { EXAMPLE_IDS } from './example-ids.ts';
import {
  choice,
  flag,
  IsoTime,
  LIST_META,
  NamedPlayer,
  PAGE,
  Place,
  sortedBy,
  time,
  wholeNumber,
} from './lists.ts';
import { PLAYER_STATUSES } from './players.ts';
import { filter } from './request-shapes.ts';
import { route } from './route.ts';
import { Counts, closedObject, GuidText, Int32, oneOf, Text, Texts } from './shapes.ts';

/** Reads the players of the world, without what names the person behind one. */
export const PLAYERS_READ = 'Palatine.Players.Read';
/** Reads UserIds and addresses too. */
export const PLAYERS_READ_PRIVATE = 'Palatine.Players.Read.Private';

/** What routes about players say more with that permission. */
export const SAYS_PRIVATE = { [PLAYERS_READ_PRIVATE]: 'UserIds and addresses' };

/** Routes that answer for everybody the world knows. */
export const UNKNOWN_PLAYER = {
  PLAYER_NOT_FOUND: 'The world knows no player with this PlayerUID or UserId, online or offline.',
} as const;

const Private = ` (only with \`${PLAYERS_READ_PRIVATE}\`)`;

export const PlayerRow = closedObject({
  Uid: GuidText,
  UserId: Type.Optional(Type.String({ description: `Empty when unknown${Private}` })),
  IP: Type.Optional(
    Type.String({ description: `Address of the session, or the last one; empty when unknown${Private}` }),
  ),
  Name: Text,
  Platform: Type.String({ description: '`Steam`, `Xbox`, …; empty when unknown' }),
  Online: Type.Boolean(),
  Since: Type.Optional(
    Type.String({ description: 'Start of the session, ISO 8601, UTC; only while online' }),
  ),
  LastSeen: Type.Optional(
    Type.String({
      description: 'End of the last session, ISO 8601, UTC; left out when unknown, and while online',
    }),
  ),
  Level: Type.Optional(Type.Integer({ description: 'Left out when unknown' })),
  GuildId: Type.Optional(Type.String({ description: 'Left out without a guild' })),
  GuildName: Type.Optional(Type.String({ description: 'Empty for a guild without a name' })),
  GuildHead: Type.Optional(Type.String({ description: 'Name of the head of the guild' })),
  Role: Type.Optional(Type.Integer({ description: 'In the guild: 1 head, 2 member, 3 and 4 lower ranks' })),
  PalCount: Type.Optional(
    Type.Integer({ minimum: 0, description: 'In the team and the Palbox; left out when unknown' }),
  ),
  PlaytimeSeconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'That this service has seen, the running session included; left out when it has seen none',
    }),
  ),
  Place: Type.Optional(Place),
  HasPlayerFile: Type.Boolean({
    description:
      'False when the world does not hold their belongings: inventory, Pals and progress are unknown',
  }),
  Banned: Type.Boolean(),
});
export type PlayerRow = Static<typeof PlayerRow>;

export const PLAYER_COLUMNS = [
  'Name',
  'Online',
  'Level',
  'Guild',
  'PalCount',
  'LastSeen',
  'Playtime',
  'Platform',
  'UserId',
  'IP',
  'Place',
] as const;
export type PlayerColumn = (typeof PLAYER_COLUMNS)[number];

export const searchPlayers = route('GET /v1/palatine/players', {
  tag: 'Players',
  permission: PLAYERS_READ,
  saysMoreWith: SAYS_PRIVATE,
  title: 'Search players',
  summary: 'Players the world knows, online and offline, filtered, sorted and page by page',
  notes:
    'Filters combine with AND. What the world does not know is left out of a row. ' +
    '`LastSeen` as a column counts those who are online as seen now; `Place` sorts by the east-west axis of the map.',
  game: true,
  query: Type.Object({
    Find: filter(
      'A part of the name, a former name or the name of the guild, in any case; or of the PlayerUID',
    ),
    Status: choice(PLAYER_STATUSES, 'Online or offline only'),
    Guild: filter('Id of the guild; `none` for players without one'),
    Platform: filter('Platform, in any case'),
    SeenBefore: time('Players who are offline and were last seen before this time: ISO 8601'),
    SeenAfter: time('Players who are online, or were seen at this time or later: ISO 8601'),
    LevelFrom: wholeNumber('Lowest level', 0, 1000),
    LevelTo: wholeNumber('Highest level', 0, 1000),
    Banned: flag('Whether a ban keeps them out'),
    HasPlayerFile: flag('Whether the world holds their belongings'),
    ...sortedBy(PLAYER_COLUMNS, 'Name'),
    ...PAGE,
  }),
  reply: closedObject({
    ...LIST_META,
    Online: Type.Integer({ minimum: 0, description: 'Of all there are' }),
    Rows: Type.Array(PlayerRow),
  }),
  errors: ['VALIDATION_FAILED'],
  examples: [{ query: { Status: 'Online', Sort: 'Level', Order: 'Descending', Limit: 3 } }],
});
export type PlayerSearch = Static<typeof searchPlayers.reply>;

/** What of the world a player has found, by ids. */
export const Found = closedObject(
  {
    FastTravel: Texts,
    Relics: Type.Record(Type.String(), Texts, { description: 'By relic type' }),
    Areas: Texts,
    Notes: Texts,
    Paldeck: Texts,
  },
  'By their ids; left out when unknown',
);
export type Found = Static<typeof Found>;

export const PLAYER_BAN_KINDS = ['User', 'Player', 'Address'] as const;

export const getPlayerDetails = route('GET /v1/palatine/players/:uid', {
  tag: 'Players',
  permission: PLAYERS_READ,
  saysMoreWith: SAYS_PRIVATE,
  title: 'Get player details',
  summary:
    'One player, online or offline: guild, ban, names, level, what they have found, who shares their address',
  notes:
    'Answers for every player the world knows, whatever `playerResolution` is. Fields that the world does not know are left out.',
  game: true,
  reply: closedObject({
    Player: PlayerRow,
    FormerNames: Type.Array(closedObject({ Name: Text, Until: IsoTime }), {
      description: 'Newest first',
    }),
    Exp: Type.Optional(Int32),
    LevelExp: Type.Optional(
      closedObject({
        From: Type.Integer({ description: 'EXP at which the level begins' }),
        To: Type.Optional(Type.Integer({ description: 'EXP of the next level; left out at the highest' })),
      }),
    ),
    UnusedStatusPoints: Type.Optional(Int32),
    StatusPoints: Type.Optional(Counts),
    HP: Type.Optional(Type.Number()),
    MaxHP: Type.Optional(Type.Number({ description: 'Without equipment' })),
    Found: Type.Optional(Found),
    Ban: Type.Optional(
      closedObject({
        Kind: oneOf(PLAYER_BAN_KINDS),
        By: Text,
        Reason: Text,
        At: IsoTime,
      }),
    ),
    Addresses: Type.Optional(
      Type.Array(closedObject({ IP: Text, LastSeen: IsoTime }), {
        description: `Of the sessions that this service has seen, newest first${Private}`,
      }),
    ),
    SameAddress: Type.Optional(
      Type.Array(closedObject({ ...NamedPlayer.properties, Online: Type.Boolean() }), {
        description: `Others who have played from one of these addresses, at most 100${Private}`,
      }),
    ),
  }),
  errors: ['PLAYER_NOT_FOUND'],
  meanings: UNKNOWN_PLAYER,
  examples: [{ params: { uid: EXAMPLE_IDS.player } }],
});
export type PlayerDetails = Static<typeof getPlayerDetails.reply>;
