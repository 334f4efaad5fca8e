import Type, { type Static } from 'typebox';
import { EXAMPLE_IDS } from './example-ids.ts';
import { LIMITS } from './limits.ts';
import { FilterText, IdText, ReasonText } from './request-shapes.ts';
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
  active: Type.Optional(FilterText),
  entryType: Type.Optional(FilterText),
  userId: Type.Optional(FilterText),
  ip: Type.Optional(FilterText),
  userIP: Type.Optional(FilterText),
  issuerType: Type.Optional(FilterText),
  issuerName: Type.Optional(FilterText),
  issuerIP: Type.Optional(FilterText),
  reason: Type.Optional(FilterText),
  q: Type.Optional(FilterText),
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

export const getBanlist = route({
  method: 'GET',
  tag: 'Punishments',
  path: '/banlist',
  permission: 'REST.Banlist.Read',
  title: 'Get ban list',
  summary: 'The ban list, filtered',
  game: false,
  query: BanlistFilters,
  reply: closedObject({
    Banlist,
    Next: Type.Optional(Type.String({ description: 'The cursor of the next page, when there is one' })),
  }),
  errors: ['SERVER_BUSY'],
  examples: [{ query: { active: 'true' } }],
});

const optionalBody = { notAnObject: 'VALIDATION_FAILED' } as const;
const OptionalReason = Type.Object({ Reason: Type.Optional(ReasonText) });

export const banPlayer = route({
  method: 'POST',
  tag: 'Punishments',
  path: '/ban/:player_identifier',
  permission: 'REST.Punishments.Ban',
  title: 'Ban user',
  summary: 'Ban a user, and on request the address as well',
  game: true,
  body: Type.Object({ Reason: Type.Optional(ReasonText), IP: Type.Optional(Type.Boolean()) }),
  bodyErrors: optionalBody,
  reply: closedObject({
    Success: Type.Boolean(),
    UserId: Text,
    IP: Type.Boolean({ description: 'Whether an address was banned too' }),
    BannedIP: Text,
    Kicked: Int32,
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
      'The identifier is neither a UserId nor a PlayerUID, or no UserId is known for the PlayerUID. ' +
      'Or the work in the game thread failed, and the log of the service says why.',
  },
  changesBanlist: true,
  examples: [
    {
      params: { player_identifier: EXAMPLE_IDS.otherPlayer },
      body: { Reason: 'cheating', IP: false },
    },
  ],
});

export const unbanPlayer = route({
  method: 'POST',
  tag: 'Punishments',
  path: '/unban/:user_id',
  permission: 'REST.Punishments.Unban',
  title: 'Unban user',
  summary: 'Lift the active ban of a user',
  game: true,
  body: OptionalReason,
  bodyErrors: optionalBody,
  reply: closedObject({ Success: Type.Boolean(), UserId: Text }),
  errors: ['VALIDATION_FAILED', 'BAN_NOT_FOUND'],
  changesBanlist: true,
  examples: [{ params: { user_id: EXAMPLE_IDS.otherPlayer }, body: { Reason: 'appeal upheld' } }],
});

export const banIP = route({
  method: 'POST',
  tag: 'Punishments',
  path: '/banip/:ip',
  permission: 'REST.Punishments.BanIP',
  title: 'Ban address',
  summary: 'Ban an address and disconnect everyone online from it',
  game: true,
  body: Type.Object({ Reason: Type.Optional(ReasonText), UserId: Type.Optional(IdText) }),
  bodyErrors: optionalBody,
  reply: closedObject({ Success: Type.Boolean(), IP: Text, UserId: Type.Optional(Text), Kicked: Int32 }),
  errors: ['VALIDATION_FAILED'],
  changesBanlist: true,
  examples: [{ params: { ip: EXAMPLE_IDS.ip }, body: { Reason: 'a bot', UserId: EXAMPLE_IDS.otherPlayer } }],
});

export const unbanIP = route({
  method: 'POST',
  tag: 'Punishments',
  path: '/unbanip/:ip',
  permission: 'REST.Punishments.UnbanIP',
  title: 'Unban address',
  summary: 'Lift the active ban of an address',
  game: true,
  body: OptionalReason,
  bodyErrors: optionalBody,
  reply: closedObject({ Success: Type.Boolean(), IP: Text }),
  errors: ['VALIDATION_FAILED', 'BAN_NOT_FOUND'],
  changesBanlist: true,
  examples: [{ params: { ip: EXAMPLE_IDS.ip }, body: { Reason: 'a shared address' } }],
});

export const kickPlayer = route({
  method: 'POST',
  tag: 'Punishments',
  path: '/kick/:player_identifier',
  permission: 'REST.Punishments.Kick',
  title: 'Kick player',
  summary: 'Disconnect an online player without a ban record',
  game: true,
  body: OptionalReason,
  bodyErrors: optionalBody,
  reply: closedObject({ Success: Type.Boolean(), UserId: Text }),
  errors: ['VALIDATION_FAILED', 'PLAYER_NOT_FOUND'],
  examples: [
    { params: { player_identifier: EXAMPLE_IDS.otherPlayer }, body: { Reason: 'idle for an hour' } },
  ],
});
