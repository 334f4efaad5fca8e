import Type, { type Static } from 'typebox';
import { EXAMPLE_IDS } from './example-ids.ts';
import { LIMITS } from './limits.ts';
import { filter, ReasonText } from './request-shapes.ts';
import { route } from './route.ts';
import { closedObject, Int32, Text } from './shapes.ts';

export const Timestamp = closedObject({
  UTC: Type.Integer({ description: 'Unix seconds' }),
  Year: Int32,
  Month: Type.Integer({ minimum: 1, maximum: 12 }),
  Day: Int32,
  Hour: Int32,
  Min: Int32,
  Sec: Int32,
  Msec: Int32,
});
export type Timestamp = Static<typeof Timestamp>;

export const Issuer = closedObject({
  Type: Type.String({ description: 'rest, player, system …' }),
  NameValue: Text,
  IP: Text,
  Reason: Text,
  Timestamp,
});
export type Issuer = Static<typeof Issuer>;

export const UserBan = closedObject({
  UserId: Text,
  Active: Type.Boolean(),
  BannedBy: Issuer,
  UnbannedBy: Type.Optional(Issuer),
});
export type UserBan = Static<typeof UserBan>;

export const IPBan = closedObject({
  IP: Text,
  Active: Type.Boolean(),
  BannedBy: Issuer,
  UnbannedBy: Type.Optional(Issuer),
});
export type IPBan = Static<typeof IPBan>;

/** Also the shape of the file Banlist.json. */
export const Banlist = closedObject({
  Version: Int32,
  BannedMessage: Text,
  UserEntries: Type.Array(UserBan),
  IPEntries: Type.Array(IPBan),
});
export type Banlist = Static<typeof Banlist>;

/** Most entries of a page of the ban list. */
export const BANLIST_PAGE_ENTRIES = 1000;

/** All optional; they combine with AND. */
export const BanlistFilters = Type.Object({
  active: filter('`true` or `1`: active bans; `false` or `0`: lifted ones; in any case'),
  entryType: filter('`user` or `ip`: the other list comes back empty'),
  userId: filter('UserId, in any case'),
  ip: filter('Address, in any spelling'),
  userIP: filter('The same as `ip`'),
  issuerType: filter('Type of the issuer, in any case, such as `rest`'),
  issuerName: filter('A part of the name of the issuer, in any case'),
  issuerIP: filter('Address of the issuer, in any spelling'),
  reason: filter('A part of the reason, in any case'),
  q: filter('A part of any text of the entry, in any case'),
  limit: Type.Optional(
    Type.String({
      maxLength: LIMITS.filterChars,
      description: `Entries of a page, 1 to ${BANLIST_PAGE_ENTRIES}; without it the whole list`,
    }),
  ),
  cursor: Type.Optional(
    Type.String({
      maxLength: LIMITS.filterChars,
      description: '`Next` of the page before; counts with `limit` only',
    }),
  ),
});
export type BanlistFilters = Static<typeof BanlistFilters>;

export const getBanlist = route('GET /v1/pdapi/banlist', {
  tag: 'Punishments',
  permission: 'REST.Banlist.Read',
  title: 'Get ban list',
  summary: 'The ban list, filtered',
  notes:
    'Filters combine with AND, and one that is empty or not understood counts as none. A lifted ban stays in the list with `Active` false. An issuer filter matches who gave the ban or who lifted it.',
  query: BanlistFilters,
  reply: closedObject({
    Banlist,
    Next: Type.Optional(Type.String({ description: 'The cursor of the next page, when there is one' })),
  }),
  errors: ['SERVER_BUSY'],
  examples: [{ query: { active: 'true' } }],
});

/** Header of a ban beside a game server: `done`, or `pending; <why>` while it is tried again. */
export const ENFORCEMENT_HEADER = 'Palatine-Enforcement';

const ENFORCEMENT_NOTE =
  ' Beside a running game server the header `Palatine-Enforcement` says whether that server has done it: `done`, or ' +
  '`pending; <why>`, and then it is asked again until it has.';

const optionalBody = { notAnObject: 'VALIDATION_FAILED' } as const;
const OptionalReason = Type.Object({ Reason: Type.Optional(ReasonText) });

export const banPlayer = route('POST /v1/pdapi/ban/:player_identifier', {
  tag: 'Punishments',
  permission: 'REST.Punishments.Ban',
  title: 'Ban user',
  summary: 'Ban a user, and on request the address as well',
  notes:
    `Takes effect at once: everybody online whom the ban covers is disconnected and reads the reason. A \`UserId\` is banned even if the world has never seen it. A \`PlayerUID\` stands for the last known UserId of the player; while none is known, the ban counts by PlayerUID and the answer has \`Pending\`. Banning again replaces reason and issuer. With \`IP\` true the address that the player is online from is banned too; when none is known the answer is \`IP_UNAVAILABLE\` and nobody is banned.` +
    ENFORCEMENT_NOTE,
  game: true,
  attached: 'Live',
  body: Type.Object({
    Reason: Type.Optional(ReasonText),
    IP: Type.Optional(
      Type.Boolean({ description: 'Whether to ban the address too that the player is online from' }),
    ),
  }),
  bodyErrors: optionalBody,
  reply: closedObject({
    Success: Type.Boolean(),
    UserId: Text,
    IP: Type.Boolean({ description: 'Whether an address was banned too' }),
    BannedIP: Type.String({ description: 'Empty when none was' }),
    Kicked: Type.Integer({ description: 'Players who were disconnected' }),
    Pending: Type.Optional(
      Type.Boolean({
        description:
          'True where the player has no known UserId: the ban counts by PlayerUID, and the ban list shows it once the UserId is known',
      }),
    ),
  }),
  errors: ['VALIDATION_FAILED', 'IP_UNAVAILABLE'],
  meanings: {
    REQUEST_FAILED:
      'The identifier is neither a UserId nor the PlayerUID of a player whom the world knows. ' +
      'Or The work failed, and the log of the service says why.',
  },
  changesBanlist: true,
  examples: [
    {
      params: { player_identifier: EXAMPLE_IDS.otherPlayer },
      body: { Reason: 'cheating', IP: false },
    },
  ],
});

export const unbanPlayer = route('POST /v1/pdapi/unban/:user_id', {
  tag: 'Punishments',
  permission: 'REST.Punishments.Unban',
  title: 'Unban user',
  summary: 'Lift the active ban of a user',
  notes:
    'The entry stays in the ban list with `Active` false and who lifted it. A ban of the address stays: lift it by Unban address. A PlayerUID lifts a ban that was given by PlayerUID.' +
    ENFORCEMENT_NOTE,
  game: true,
  attached: 'Live',
  body: OptionalReason,
  bodyErrors: optionalBody,
  reply: closedObject({ Success: Type.Boolean(), UserId: Text }),
  errors: ['VALIDATION_FAILED', 'BAN_NOT_FOUND'],
  changesBanlist: true,
  examples: [{ params: { user_id: EXAMPLE_IDS.otherPlayer }, body: { Reason: 'appeal upheld' } }],
});

export const banIP = route('POST /v1/pdapi/banip/:ip', {
  tag: 'Punishments',
  permission: 'REST.Punishments.BanIP',
  title: 'Ban address',
  summary: 'Ban an address and disconnect everyone online from it',
  notes:
    'Everybody online from the address is disconnected and reads the reason. Any spelling of an IPv6 address counts; one with a zone is refused. Banning again replaces reason and issuer.' +
    ENFORCEMENT_NOTE,
  game: true,
  attached: 'Live',
  body: Type.Object({
    Reason: Type.Optional(ReasonText),
    UserId: Type.Optional(
      Type.String({ maxLength: LIMITS.idChars, description: 'Whose address it is; goes on record only' }),
    ),
  }),
  bodyErrors: optionalBody,
  reply: closedObject({ Success: Type.Boolean(), IP: Text, UserId: Type.Optional(Text), Kicked: Int32 }),
  errors: ['VALIDATION_FAILED'],
  changesBanlist: true,
  examples: [{ params: { ip: EXAMPLE_IDS.ip }, body: { Reason: 'a bot', UserId: EXAMPLE_IDS.otherPlayer } }],
});

export const unbanIP = route('POST /v1/pdapi/unbanip/:ip', {
  tag: 'Punishments',
  permission: 'REST.Punishments.UnbanIP',
  title: 'Unban address',
  summary: 'Lift the active ban of an address',
  notes:
    'Any spelling of the address counts. The entry stays in the ban list with `Active` false and who lifted it.' +
    ENFORCEMENT_NOTE,
  game: true,
  attached: 'Live',
  body: OptionalReason,
  bodyErrors: optionalBody,
  reply: closedObject({ Success: Type.Boolean(), IP: Text }),
  errors: ['VALIDATION_FAILED', 'BAN_NOT_FOUND'],
  changesBanlist: true,
  examples: [{ params: { ip: EXAMPLE_IDS.ip }, body: { Reason: 'a shared address' } }],
});

export const kickPlayer = route('POST /v1/pdapi/kick/:player_identifier', {
  tag: 'Punishments',
  permission: 'REST.Punishments.Kick',
  title: 'Kick player',
  summary: 'Disconnect an online player without a ban record',
  notes:
    'For players who are online, whatever `playerResolution` says. The player reads the reason, and may come back at once. ' +
    'A running game server is asked to disconnect the player, and asked again while the player stays.',
  game: true,
  attached: 'Live',
  body: OptionalReason,
  bodyErrors: optionalBody,
  reply: closedObject({ Success: Type.Boolean(), UserId: Text }),
  errors: ['VALIDATION_FAILED', 'PLAYER_NOT_FOUND'],
  examples: [
    { params: { player_identifier: EXAMPLE_IDS.otherPlayer }, body: { Reason: 'idle for an hour' } },
  ],
});
