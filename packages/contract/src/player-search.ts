import { PLAYER_STATUSES } from './players.ts';
import { route } from './route.ts';
import * as notes from './texts/notes.ts';
import * as Type from './type.ts';
import { words } from './words.ts';

/** Reads the players of the world, without their UserIds and addresses. */
export const PLAYERS_READ = 'Palatine.Players.Read';
/** Reads UserIds and addresses too. */
export const PLAYERS_READ_PRIVATE = 'Palatine.Players.Read.Private';

/** Fields that this permission adds to routes about players. */
export const SAYS_PRIVATE = { [PLAYERS_READ_PRIVATE]: 'UserIds and addresses' };

/** Error of routes that answer for every player the world knows. */
export const UNKNOWN_PLAYER = {
  PLAYER_NOT_FOUND: 'The world knows no player with this PlayerUID or UserId, online or offline.',
} as const;

const Private = ` (only with \`${PLAYERS_READ_PRIVATE}\`)`;

/** Routes about players; UserIds and addresses need the second permission. */
export const READ_PLAYERS = {
  tag: 'Players',
  permission: PLAYERS_READ,
  optionalPermissions: SAYS_PRIVATE,
  game: true,
} as const;

export const PlayerRow = Type.closedObject({
  Uid: Type.GuidText,
  UserId: Type.optionalText(`Empty when unknown${Private}`),
  IP: Type.optionalText(`Address of the session, or the last one; empty when unknown${Private}`),
  Name: Type.String(),
  Platform: Type.text('`Steam`, `Xbox`, …; empty when unknown'),
  Online: Type.Boolean(),
  Since: Type.optionalText('Start of the session, ISO 8601, UTC; only while online'),
  LastSeen: Type.optionalText(
    'End of the last session, ISO 8601, UTC; left out when unknown, and while online',
  ),
  Level: Type.optionalInteger('Left out when unknown'),
  GuildId: Type.optionalText('Left out without a guild'),
  GuildName: Type.optionalText('Empty for a guild without a name'),
  GuildHead: Type.optionalText('Name of the head of the guild'),
  Role: Type.optionalInteger('In the guild: 1 head, 2 member, 3 and 4 lower ranks'),
  PalCount: Type.Optional(Type.count('In the team and the Palbox; left out when unknown')),
  PlaytimeSeconds: Type.Optional(
    Type.count('That this service has seen, the running session included; left out when it has seen none'),
  ),
  Place: Type.Optional(Type.Place),
  HasPlayerFile: Type.boolean(
    'False when the world does not hold their belongings: inventory, Pals and progress are unknown',
  ),
  Banned: Type.Boolean(),
});
export type PlayerRow = Type.Static<typeof PlayerRow>;

export const PLAYER_COLUMNS = words(
  'Name Online Level Guild PalCount LastSeen Playtime Platform UserId IP Place',
);
export type PlayerColumn = (typeof PLAYER_COLUMNS)[number];

export const searchPlayers = route('GET /v1/palatine/players', 'Search players', {
  ...READ_PLAYERS,
  summary: 'Players the world knows, online and offline, filtered, sorted and page by page',
  notes: notes.searchPlayers,
  query: Type.Object({
    Find: Type.filter(
      'A part of the name, a former name or the name of the guild, in any case; or of the PlayerUID',
    ),
    Status: Type.choice(PLAYER_STATUSES, 'Online or offline only'),
    Guild: Type.filter('Id of the guild; `none` for players without one'),
    Platform: Type.filter('Platform, in any case'),
    SeenBefore: Type.time('Players who are offline and were last seen before this time: ISO 8601'),
    SeenAfter: Type.time('Players who are online, or were seen at this time or later: ISO 8601'),
    LevelFrom: Type.wholeNumber('Lowest level', 0, 1000),
    LevelTo: Type.wholeNumber('Highest level', 0, 1000),
    Banned: Type.flag('Whether a ban keeps them out'),
    HasPlayerFile: Type.flag('Whether the world holds their belongings'),
    ...Type.sortedBy(PLAYER_COLUMNS, 'Name'),
    ...Type.PAGE,
  }),
  reply: Type.closedObject({
    ...Type.LIST_META,
    Online: Type.count('Online players of the whole world'),
    Rows: Type.Array(PlayerRow),
  }),
  examples: [{ query: { Status: 'Online', Sort: 'Level', Order: 'Descending', Limit: 3 } }],
});
export type PlayerSearch = Type.Static<typeof searchPlayers.reply>;

export const PlayerDiscoveries = Type.closedObject(
  {
    FastTravel: Type.Texts,
    Relics: Type.Record(Type.String(), Type.Texts, { description: 'By relic type' }),
    ...Type.eachOf(['Areas', 'Notes', 'Paldeck'], Type.Texts),
  },
  'By their ids; left out when unknown',
);
export type PlayerDiscoveries = Type.Static<typeof PlayerDiscoveries>;

export const PLAYER_BAN_KINDS = ['User', 'Player', 'Address'] as const;

export const getPlayerDetails = route('GET /v1/palatine/players/:uid', 'Get player details', {
  ...READ_PLAYERS,
  summary:
    'One player, online or offline: guild, ban, names, level, discoveries, players with the same address',
  notes: notes.getPlayerDetails,
  reply: Type.closedObject({
    Player: PlayerRow,
    FormerNames: Type.list(Type.closedObject({ Name: Type.String(), Until: Type.IsoTime }), 'Newest first'),
    Exp: Type.Optional(Type.Int32),
    LevelExp: Type.optionalObject({
      From: Type.integer('EXP at which the level begins'),
      To: Type.optionalInteger('EXP of the next level; left out at the highest'),
    }),
    UnusedStatusPoints: Type.Optional(Type.Int32),
    StatusPoints: Type.Optional(Type.Counts),
    HP: Type.Optional(Type.Number()),
    MaxHP: Type.Optional(Type.number('Without equipment')),
    Found: Type.Optional(PlayerDiscoveries),
    Ban: Type.optionalObject({
      Kind: Type.oneOf(PLAYER_BAN_KINDS),
      ...Type.eachOf(['By', 'Reason'], Type.String()),
      At: Type.IsoTime,
    }),
    Addresses: Type.optionalList(
      Type.closedObject({ IP: Type.String(), LastSeen: Type.IsoTime }),
      `Sessions that this service has seen, newest first${Private}`,
    ),
    SameAddress: Type.optionalList(
      Type.closedObject({ ...Type.PlayerReference.properties, Online: Type.Boolean() }),
      `Others who have played from one of these addresses, at most 100${Private}`,
    ),
  }),
  errors: ['PLAYER_NOT_FOUND'],
  meanings: UNKNOWN_PLAYER,
});
export type PlayerDetails = Type.Static<typeof getPlayerDetails.reply>;

/** A stretch of time that a player was online. */
export const PlayerSession = Type.closedObject({
  From: Type.IsoTime,
  To: Type.optionalText('ISO 8601, UTC; left out while it goes on'),
  Reason: Type.text(
    '`logged out`, or the reason of the kick or ban; `service stopped` when the service saw no end; empty while it goes on',
  ),
  Code: Type.optionalText('The code of that sentence; left out for the words of a person or a program'),
  Platform: Type.text('`Steam`, `Xbox`, …; empty when unknown'),
  IP: Type.optionalText('Empty when unknown. Only with `Palatine.Players.Read.Private`'),
});
export type PlayerSession = Type.Static<typeof PlayerSession>;

export const getPlayerSessions = route('GET /v1/palatine/players/:uid/sessions', 'Get sessions of a player', {
  ...READ_PLAYERS,
  summary: 'When a player was online, newest first',
  notes: notes.getPlayerSessions,
  query: Type.Object({
    From: Type.time('Sessions that ended after this time: ISO 8601'),
    To: Type.time('Sessions that began before this time: ISO 8601'),
    ...Type.PAGE,
  }),
  reply: Type.closedObject({
    Uid: Type.text('PlayerUID'),
    ...Type.LIST_META,
    TotalSeconds: Type.count('Time online in the range'),
    Sessions: Type.Array(PlayerSession),
  }),
  errors: ['PLAYER_NOT_FOUND'],
  meanings: UNKNOWN_PLAYER,
});
export type PlayerSessions = Type.Static<typeof getPlayerSessions.reply>;
