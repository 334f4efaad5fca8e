import { AuditEntry, getAudit } from './audit.ts';
import { EVENT_STREAM, getPastEvents } from './event-stream.ts';
import { PalatineEvent } from './events.ts';
import { route } from './route.ts';
import * as notes from './texts/notes.ts';
import * as Type from './type.ts';

/** Reads the players of all worlds, without what names the person behind one. */
export const FLEET_PLAYERS_READ = 'Palatine.Fleet.Players.Read';
/** Reads UserIds too, and finds players by them. */
export const FLEET_PLAYERS_READ_PRIVATE = 'Palatine.Fleet.Players.Read.Private';

const SAYS_USER_IDS = { [FLEET_PLAYERS_READ_PRIVATE]: 'UserIds' };
const SOME_WORLDS = { tag: 'Fleet', concerns: 'SomeWorlds' } as const;

/** The world that an entry of a fleet is of. */
const OF_WORLD = {
  World: Type.text('Key of the world'),
  WorldName: Type.text('Its name, as this gateway knows it; empty when unknown'),
};

const WORLD_FILTER = Type.filter('Key of a world');

/** A player as a world of the fleet knows them. */
export const FleetPlayer = Type.closedObject({
  ...OF_WORLD,
  Uid: Type.GuidText,
  UserId: Type.optionalText(`Empty when unknown (only with \`${FLEET_PLAYERS_READ_PRIVATE}\`)`),
  Name: Type.String(),
  FormerNames: Type.Texts,
  Platform: Type.text('`Steam`, `Xbox`, …; empty when unknown'),
  Level: Type.optionalInteger('Left out when unknown'),
  Guild: Type.optionalText('Name of the guild; left out without one'),
  Online: Type.boolean('When the world last said so'),
  LastSeen: Type.Optional({ ...Type.IsoTime, description: 'Left out when unknown, and while online' }),
});
export type FleetPlayer = Type.Static<typeof FleetPlayer>;

export const searchFleetPlayers = route('GET /v1/fleet/players', 'Search players of the fleet', {
  ...SOME_WORLDS,
  permission: FLEET_PLAYERS_READ,
  optionalPermissions: SAYS_USER_IDS,
  summary: 'Players of every world that the token may see: exact matches first, then the others',
  notes: notes.searchFleetPlayers,
  query: Type.Object({
    Find: Type.filter(
      'A part of the name or of a former name, in any case; fewer than three characters find names that begin with ' +
        `them. Or a PlayerUID; or, with \`${FLEET_PLAYERS_READ_PRIVATE}\`, a part of the UserId`,
    ),
    World: WORLD_FILTER,
    Online: Type.flag('Online or offline only'),
    ...Type.PAGE,
  }),
  reply: Type.closedObject({
    Rows: Type.Array(FleetPlayer),
    Next: Type.optionalText('Cursor of the next page, left out on the last one'),
  }),
  examples: [{ query: { Find: 'gus', Limit: 3 } }],
});

/** Generation of the world's history to which an entry belongs. */
const OF_HISTORY = {
  ...OF_WORLD,
  Incarnation: Type.text('History of the world: a restore, say, begins one, with Ids from 1'),
};

export const FleetAuditEntry = Type.closedObject({ ...OF_HISTORY, ...AuditEntry.properties });
export type FleetAuditEntry = Type.Static<typeof FleetAuditEntry>;

export const getFleetAudit = route('GET /v1/fleet/audit', 'Get audit of the fleet', {
  ...SOME_WORLDS,
  permission: 'Palatine.Fleet.Audit.Read',
  summary: 'Every write at every world that the token may see, allowed or refused, newest first',
  notes: notes.getFleetAudit,
  query: Type.Object({ World: WORLD_FILTER, ...getAudit.query.properties }),
  reply: Type.closedObject({ Entries: Type.Array(FleetAuditEntry), Next: getAudit.reply.properties.Next }),
  formats: getAudit.formats,
  errors: ['SERVER_BUSY'],
});

const { Type: Types, Player, Text: Part } = getPastEvents.query.properties;
const { From, To, Limit, Cursor, Format } = getAudit.query.properties;
const FLEET_EVENTS_READ = 'Palatine.Fleet.Events.Read';

/** An event of a world, as a gateway passes it on. */
export const FleetEvent = Type.closedObject({
  Id: Type.integer('Increasing at this gateway, in the order of arrival'),
  ...OF_HISTORY,
  Event: PalatineEvent,
});
export type FleetEvent = Type.Static<typeof FleetEvent>;

export const getFleetEvents = route('GET /v1/fleet/events/past', 'List past events of the fleet', {
  ...SOME_WORLDS,
  permission: FLEET_EVENTS_READ,
  summary: 'Past events of every world that the token may see, newest first',
  notes: notes.getFleetEvents,
  query: Type.Object({
    ...{ World: WORLD_FILTER, Type: Types, Player, Text: Part },
    ...{ From, To, Limit, Cursor, Format },
  }),
  reply: Type.closedObject({ Entries: Type.Array(FleetEvent), Next: getAudit.reply.properties.Next }),
  formats: {
    'text/csv': 'The events as CSV (RFC 4180) with a header; what is special to a type as JSON in one field.',
    'application/jsonl': 'One event as JSON on each line.',
  },
  errors: ['SERVER_BUSY'],
  examples: [{ query: { Type: 'punishment', Limit: 3 } }],
});

export const watchFleetEvents = route('GET /v1/fleet/events', 'Stream events of the fleet', {
  ...SOME_WORLDS,
  permission: FLEET_EVENTS_READ,
  summary: 'Events of every world that the token may see, as server-sent events',
  notes: notes.watchFleetEvents(EVENT_STREAM),
  stream: true,
  resumable: true,
  reply: FleetEvent,
  errors: ['VALIDATION_FAILED', 'SERVER_BUSY'],
  meanings: { VALIDATION_FAILED: '`Last-Event-ID` is not a whole number.' },
});
