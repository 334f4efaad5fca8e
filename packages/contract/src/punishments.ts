import { EXAMPLE_IDS } from './example-ids.ts';
import { PLAYER_BAN_KINDS, PLAYERS_READ_PRIVATE, SAYS_PRIVATE, UNKNOWN_PLAYER } from './player-search.ts';
import { route } from './route.ts';
import * as notes from './texts/notes.ts';
import * as Type from './type.ts';

export const Timestamp = Type.closedObject({
  UTC: Type.integer('Unix seconds'),
  Year: Type.Int32,
  Month: Type.Integer({ minimum: 1, maximum: 12 }),
  ...Type.eachOf(['Day', 'Hour', 'Min', 'Sec', 'Msec'], Type.Int32),
});
export type Timestamp = Type.Static<typeof Timestamp>;

export const Issuer = Type.closedObject({
  Type: Type.text('rest, player, system …'),
  ...Type.eachOf(['NameValue', 'IP', 'Reason'], Type.String()),
  Timestamp,
});
export type Issuer = Type.Static<typeof Issuer>;

const ban = { Active: Type.Boolean(), BannedBy: Issuer, UnbannedBy: Type.Optional(Issuer) };

export const UserBan = Type.closedObject({ UserId: Type.String(), ...ban });
export type UserBan = Type.Static<typeof UserBan>;

export const IPBan = Type.closedObject({ IP: Type.String(), ...ban });
export type IPBan = Type.Static<typeof IPBan>;

/** Also the shape of the file Banlist.json. */
export const Banlist = Type.closedObject({
  Version: Type.Int32,
  BannedMessage: Type.String(),
  UserEntries: Type.Array(UserBan),
  IPEntries: Type.Array(IPBan),
});
export type Banlist = Type.Static<typeof Banlist>;

/** Maximum entries of a page of the ban list. */
export const BANLIST_PAGE_ENTRIES = 1000;

/** All optional; they combine with AND. */
export const BanlistFilters = Type.Object({
  active: Type.filter('`true` or `1`: active bans; `false` or `0`: lifted ones; in any case'),
  entryType: Type.filter('`user` or `ip`: the other list comes back empty'),
  userId: Type.filter('UserId, in any case'),
  ip: Type.filter('Address, in any spelling'),
  userIP: Type.filter('The same as `ip`'),
  issuerType: Type.filter('Type of the issuer, in any case, such as `rest`'),
  issuerName: Type.filter('A part of the name of the issuer, in any case'),
  issuerIP: Type.filter('Address of the issuer, in any spelling'),
  reason: Type.filter('A part of the reason, in any case'),
  q: Type.filter('A part of any text of the entry, in any case'),
  limit: Type.filter(`Entries of a page, 1 to ${BANLIST_PAGE_ENTRIES}; without it the whole list`),
  cursor: Type.filter('`Next` of the page before; used with `limit` only'),
});
export type BanlistFilters = Type.Static<typeof BanlistFilters>;

export const getBanlist = route('GET /v1/pdapi/banlist', 'Get ban list', {
  game: false,
  tag: 'Punishments',
  permission: 'REST.Banlist.Read',
  summary: 'The ban list, filtered',
  notes: notes.getBanlist,
  query: BanlistFilters,
  reply: Type.closedObject({
    Banlist,
    Next: Type.optionalText('The cursor of the next page, when there is one'),
  }),
  errors: ['SERVER_BUSY'],
  examples: [{ query: { active: 'true' } }],
});

/** Header of a ban beside a game server: `done`, or `pending; <why>` while it is tried again. */
export const ENFORCEMENT_HEADER = 'Palatine-Enforcement';

const OptionalReason = Type.Object({ Reason: Type.Optional(Type.ReasonText) });

const CHANGE = { tag: 'Punishments', attached: 'Live', changesBanlist: true } as const;

export const banPlayer = route('POST /v1/pdapi/ban/:player_identifier', 'Ban user', {
  ...CHANGE,
  permission: 'REST.Punishments.Ban',
  summary: 'Ban a user, and on request the address as well',
  notes: notes.banPlayer,
  body: Type.Object({
    Reason: Type.Optional(Type.ReasonText),
    IP: Type.flag('Whether to ban the address too that the player is online from'),
  }),
  reply: Type.closedObject({
    Success: Type.Boolean(),
    UserId: Type.String(),
    IP: Type.boolean('Whether an address was banned too'),
    BannedIP: Type.text('Empty when none was'),
    Kicked: Type.integer('Players who were disconnected'),
    Pending: Type.flag(
      'True where the player has no known UserId: the ban applies by PlayerUID, and the ban list shows it once the UserId is known',
    ),
  }),
  errors: ['IP_UNAVAILABLE'],
  meanings: {
    REQUEST_FAILED:
      'The identifier is neither a UserId nor the PlayerUID of a player whom the world knows. ' +
      'Or The work failed, and the log of the service says why.',
  },
  examples: [
    { params: { player_identifier: EXAMPLE_IDS.otherPlayer }, body: { Reason: 'cheating', IP: false } },
  ],
});

export const unbanPlayer = route('POST /v1/pdapi/unban/:user_id', 'Unban user', {
  ...CHANGE,
  permission: 'REST.Punishments.Unban',
  summary: 'Lift the active ban of a user',
  notes: notes.unbanPlayer,
  body: OptionalReason,
  reply: Type.closedObject({ Success: Type.Boolean(), UserId: Type.String() }),
  errors: ['BAN_NOT_FOUND'],
  examples: [{ body: { Reason: 'appeal upheld' } }],
});

export const banIP = route('POST /v1/pdapi/banip/:ip', 'Ban address', {
  ...CHANGE,
  permission: 'REST.Punishments.BanIP',
  summary: 'Ban an address and disconnect everyone online from it',
  notes: notes.banIP,
  body: Type.Object({
    Reason: Type.Optional(Type.ReasonText),
    UserId: Type.Optional(Type.idText('Owner of the address; for the record only')),
  }),
  reply: Type.closedObject({
    Success: Type.Boolean(),
    IP: Type.String(),
    UserId: Type.Optional(Type.String()),
    Kicked: Type.Int32,
  }),
  examples: [{ body: { Reason: 'a bot', UserId: EXAMPLE_IDS.otherPlayer } }],
});

export const unbanIP = route('POST /v1/pdapi/unbanip/:ip', 'Unban address', {
  ...CHANGE,
  permission: 'REST.Punishments.UnbanIP',
  summary: 'Lift the active ban of an address',
  notes: notes.unbanIP,
  body: OptionalReason,
  reply: Type.closedObject({ Success: Type.Boolean(), IP: Type.String() }),
  errors: ['BAN_NOT_FOUND'],
  examples: [{ body: { Reason: 'a shared address' } }],
});

export const kickPlayer = route('POST /v1/pdapi/kick/:player_identifier', 'Kick player', {
  tag: 'Punishments',
  permission: 'REST.Punishments.Kick',
  summary: 'Disconnect an online player without a ban record',
  notes: notes.kickPlayer,
  attached: 'Live',
  body: OptionalReason,
  reply: Type.closedObject({ Success: Type.Boolean(), UserId: Type.String() }),
  errors: ['PLAYER_NOT_FOUND'],
  examples: [
    { params: { player_identifier: EXAMPLE_IDS.otherPlayer }, body: { Reason: 'idle for an hour' } },
  ],
});

const PRIVATE = `, and without \`${PLAYERS_READ_PRIVATE}\``;

export const getBanPreview = route('GET /v1/palatine/players/:uid/ban-preview', 'Preview ban', {
  tag: 'Punishments',
  permission: 'REST.Punishments.Ban',
  optionalPermissions: SAYS_PRIVATE,
  summary: 'Effects of banning a player; changes nothing',
  notes: 'Any player the world knows, online or not, by PlayerUID or UserId.',
  game: true,
  reply: Type.closedObject({
    Player: Type.PlayerReference,
    Online: Type.Boolean(),
    UserIdKnown: Type.boolean(
      'Whether the ban can name a UserId; without one the PlayerUID is banned until it is known',
    ),
    UserId: Type.optionalText(`Left out when unknown${PRIVATE}`),
    AddressKnown: Type.boolean(
      'Whether the address can be banned with the player, who has to be online for that',
    ),
    Address: Type.optionalText(`Left out when unknown${PRIVATE}`),
    Banned: Type.optionalObject(
      { By: Type.oneOf(PLAYER_BAN_KINDS), Reason: Type.String() },
      'The active ban',
    ),
    SameAddress: Type.list(
      Type.closedObject({ ...Type.PlayerReference.properties, Online: Type.Boolean() }),
      'Others who play, or have played, from an address of the player',
    ),
    Guild: Type.optionalObject({
      Id: Type.GuidText,
      ...Type.eachOf(['Name', 'HeadName'], Type.String()),
      Members: Type.Int32,
      NotBanned: Type.integer('Members who are not banned, this one left out'),
    }),
    CampsLeft: Type.list(
      Type.closedObject({ Id: Type.GuidText, Place: Type.Place }),
      'Bases of the guild, when none of its other members may play either',
    ),
  }),
  errors: ['PLAYER_NOT_FOUND'],
  meanings: UNKNOWN_PLAYER,
});
export type BanPreview = Type.Static<typeof getBanPreview.reply>;
