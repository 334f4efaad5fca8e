import { EXAMPLE_IDS } from './example-ids.ts';
import { LIMITS } from './limits.ts';
import { REQUIRED_BODY, route } from './route.ts';
import * as notes from './texts/notes.ts';
import * as Type from './type.ts';

/** `Ban`: nobody on it may play. `Allow`: it adds to the whitelists of the worlds. */
export const FLEET_LIST_KINDS = ['Ban', 'Allow'] as const;
/** Handling of bans that a world of the list issues itself. */
export const FLEET_LIST_ADOPTIONS = ['Adopt', 'Offer', 'Ignore'] as const;
export const FLEET_BAN_KINDS = ['User', 'IP'] as const;
export const FLEET_BAN_STATES = ['Active', 'Lifted', 'Expired'] as const;

export const FLEET_IMPORT_ENTRIES = 10_000;
/** Maximum active entries of a list: the ban list of a world needs space for the bans that it issues itself. */
export const FLEET_LIST_ENTRIES = 5000;

/** Name of a token or a list. */
const FleetName = Type.String({ maxLength: 256 });
/** No leap second: JavaScript cannot read one. */
const BanTime = Type.String({
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:[0-5]\\d\\.\\d{3}Z$',
  format: 'date-time',
  description: 'ISO 8601, UTC, with milliseconds',
});

const SETTINGS = {
  Kind: Type.oneOf(FLEET_LIST_KINDS),
  Title: FleetName,
  Adopt: Type.oneOf(FLEET_LIST_ADOPTIONS),
  LocalUnban: Type.boolean('Whether a ban that a world lifts stays lifted there'),
};
/** A shared list as the fleet stores it. */
export const FLEET_LIST = { ...SETTINGS, ChangedBy: FleetName };

export const FleetList = Type.closedObject({
  List: Type.text('Its name, as worlds subscribe to it'),
  ...FLEET_LIST,
  Active: Type.count('Entries that count'),
  Total: Type.count('All entries'),
  Offers: Type.count('Bans of worlds that await a decision'),
  ChangedAt: Type.IsoTime,
});
export type FleetList = Type.Static<typeof FleetList>;

/** An active ban. */
const ACTIVE_BAN = {
  Kind: Type.oneOf(FLEET_BAN_KINDS),
  Id: Type.String({ minLength: 1, maxLength: LIMITS.idChars, description: 'UserId or address' }),
  Reason: Type.String({ maxLength: LIMITS.reasonChars }),
  BannedBy: {
    ...FleetName,
    description: 'Token, or the issuer at a world; `world:<World>` for an adopted one',
  },
  BannedAt: BanTime,
  Expires: Type.Optional({ ...BanTime, description: 'When it stops being valid' }),
};
/** A ban at a world or on a list, as the fleet keeps it. */
export const FLEET_BAN = {
  ...ACTIVE_BAN,
  UnbannedBy: Type.Optional(FleetName),
  UnbannedAt: Type.Optional(BanTime),
};

export const FleetBan = Type.closedObject({ ...FLEET_BAN, State: Type.oneOf(FLEET_BAN_STATES) });
export type FleetBan = Type.Static<typeof FleetBan>;

export const FleetOffer = Type.closedObject({
  World: Type.text('The world that has given the ban'),
  ...ACTIVE_BAN,
});
export type FleetOffer = Type.Static<typeof FleetOffer>;

const READS = { tag: 'Fleet', permission: 'Palatine.Fleet.Lists.Read', concerns: 'WholeFleet' } as const;
const WRITES = { tag: 'Fleet', permission: 'Palatine.Fleet.Lists.Write', concerns: 'WholeFleet' } as const;
const CHEATER = { Id: EXAMPLE_IDS.otherPlayer, Reason: 'cheating', Expires: '2030-01-01T00:00:00Z' };
const PLAIN = `# cheaters\n${EXAMPLE_IDS.otherPlayer} speed hack\n${EXAMPLE_IDS.ip}\n`;
const BOT = { Id: EXAMPLE_IDS.ip, Reason: 'a bot' };
export const getFleetLists = route('GET /v1/fleet/lists', 'List shared lists', {
  ...READS,
  summary: 'The lists of bans and of players that worlds of the fleet share',
  reply: Type.closedObject({ Lists: Type.Array(FleetList) }),
});

export const putFleetList = route('PUT /v1/fleet/lists/:list', 'Save shared list', {
  ...WRITES,
  summary: 'Create a shared list, or change what it is',
  notes: notes.putFleetList,
  body: Type.Partial(Type.Object(SETTINGS)),
  bodyErrors: REQUIRED_BODY,
  reply: FleetList,
  examples: [{ body: { Kind: 'Ban', Title: 'Main', Adopt: 'Offer', LocalUnban: true } }],
});

export type FleetListSettings = Type.Static<typeof putFleetList.body>;

export const deleteFleetList = route('DELETE /v1/fleet/lists/:list', 'Delete shared list', {
  ...WRITES,
  summary: 'Delete a shared list with all its entries',
  notes: 'Worlds that subscribe to it remove its bans.',
  reply: Type.closedObject({ Deleted: Type.text('The name') }),
  errors: ['LIST_NOT_FOUND'],
});

export const getFleetBans = route('GET /v1/fleet/lists/:list/bans', 'List entries of a shared list', {
  ...READS,
  summary: 'The entries of a shared list, newest first, filtered',
  query: Type.Object({
    Find: Type.filter('A part of the id, the reason or the issuer, in any case'),
    Kind: Type.choice(FLEET_BAN_KINDS, 'Users or addresses only'),
    State: Type.choice(FLEET_BAN_STATES, 'Entries of this state only'),
    ...Type.PAGE,
  }),
  reply: Type.closedObject({ ...Type.LIST_META, Bans: Type.Array(FleetBan) }),
  errors: ['LIST_NOT_FOUND'],
  examples: [{ query: { State: 'Active', Limit: 3 } }],
});

export const addFleetBan = route('POST /v1/fleet/lists/:list/bans', 'Add entry to a shared list', {
  ...WRITES,
  summary: 'Ban a user or an address in all worlds of a list, or allow a user to play',
  notes: notes.addFleetBan,
  body: Type.Object({
    Id: { ...Type.NonEmptyIdText, description: 'A UserId, or an address in any spelling' },
    Reason: Type.Optional(Type.ReasonText),
    Expires: Type.filter('When it expires: ISO 8601. Never unless given'),
  }),
  bodyErrors: REQUIRED_BODY,
  auditTarget: ['Id'],
  reply: FleetBan,
  errors: ['LIST_NOT_FOUND'],
  examples: [{ body: CHEATER }, { body: BOT }],
});

export const removeFleetBan = route('DELETE /v1/fleet/lists/:list/bans/:id', 'Lift entry of a shared list', {
  ...WRITES,
  summary: 'Lift a ban of a shared list, or take a player off a list of kind Allow',
  notes: notes.removeFleetBan,
  reply: FleetBan,
  errors: ['BAN_NOT_FOUND', 'LIST_NOT_FOUND'],
  examples: [{ params: { list: 'main', id: EXAMPLE_IDS.otherPlayer } }],
});

export const importFleetList = route('POST /v1/fleet/lists/:list/import', 'Import into a shared list', {
  ...WRITES,
  summary: 'Add many entries to a shared list',
  notes: notes.importFleetList,
  body: Type.Object({
    Text: Type.String({ maxLength: 4 * 1024 * 1024 }),
    Reason: Type.Optional({ ...Type.ReasonText, description: 'For entries without one' }),
  }),
  bodyErrors: REQUIRED_BODY,
  reply: Type.closedObject({
    Read: Type.count('Entries of what was imported'),
    Added: Type.Integer({ minimum: 0 }),
    Unchanged: Type.count('Entries that were on the list already'),
    Skipped: Type.Array(
      Type.closedObject({
        Line: Type.Integer({ minimum: 1, description: 'Line of the text, or number of the entry' }),
        Why: Type.String(),
      }),
      { description: 'Lines that could not be read, the first hundred' },
    ),
  }),
  errors: ['LIST_NOT_FOUND'],
  examples: [{ body: { Text: PLAIN, Reason: 'of our friends' } }],
});

export const exportFleetList = route('GET /v1/fleet/lists/:list/export', 'Export shared list', {
  ...READS,
  summary: 'The active entries of a shared list, to be imported elsewhere',
  query: Type.Object({ Format: Type.choice(['Json', 'Text'], 'Json unless given') }),
  formats: { 'text/plain': 'One UserId or address a line, with its reason' },
  reply: Type.closedObject({ List: Type.String(), Kind: SETTINGS.Kind, Bans: Type.Array(FleetBan) }),
  errors: ['LIST_NOT_FOUND'],
  examples: [{ query: { Format: 'Json' } }],
});

export const getFleetOffers = route('GET /v1/fleet/lists/:list/offers', 'List offers of worlds', {
  ...READS,
  summary: 'Bans that worlds have issued themselves and that await a decision',
  query: Type.Object({ ...Type.PAGE }),
  reply: Type.closedObject({ ...Type.LIST_META, Offers: Type.Array(FleetOffer) }),
  errors: ['LIST_NOT_FOUND'],
});

const Decision = Type.Object({
  World: Type.String({ maxLength: LIMITS.idChars, description: 'The world that offers it' }),
  Kind: Type.oneOf(FLEET_BAN_KINDS),
  Id: Type.IdText,
});
const KEY = '0123456789abcdef0123456789abcdef';
const decision = { World: KEY, Kind: 'User', Id: EXAMPLE_IDS.otherPlayer } as const;

const DECIDES = {
  ...WRITES,
  body: Decision,
  bodyErrors: REQUIRED_BODY,
  auditTarget: ['Id'],
  errors: ['LIST_NOT_FOUND', 'OFFER_NOT_FOUND'],
  examples: [{ body: decision }],
} as const;

export const acceptFleetOffer = route('POST /v1/fleet/lists/:list/offers/accept', 'Accept offer of a world', {
  ...DECIDES,
  summary: 'Put a ban of a world on a shared list',
  reply: FleetBan,
});

export const declineFleetOffer = route(
  'POST /v1/fleet/lists/:list/offers/decline',
  'Decline offer of a world',
  {
    ...DECIDES,
    summary: 'Decline a ban that a world offers to a shared list; it is not offered again',
    reply: Type.closedObject({ Declined: Type.text('The UserId or address') }),
  },
);
