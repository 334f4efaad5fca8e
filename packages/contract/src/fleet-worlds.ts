import { EXAMPLE_PARAMS } from './example-ids.ts';
import { ANY_TOKEN, FLEET_PATH, route } from './route.ts';
import * as notes from './texts/notes.ts';
import * as Type from './type.ts';

export const getFleetSession = route('GET /v1/fleet/session', 'Get session at the fleet', {
  tag: 'Fleet',
  permission: ANY_TOKEN,
  concerns: 'SomeWorlds',
  summary: 'Name, permissions and worlds of the token of the call, and the gateway that answers it',
  notes: notes.getFleetSession,
  reply: Type.closedObject({
    Name: Type.String(),
    Permissions: Type.Texts,
    Worlds: Type.list(Type.String(), 'Keys and tags of the worlds for which it is valid; `*` for all'),
    Version: Type.text('Palatine version of this gateway'),
  }),
});
export type FleetSession = Type.Static<typeof getFleetSession.reply>;

/** `Fenced`: another process says it is the same world, and only the first may change anything. */
export const FLEET_WORLD_STATES = ['Online', 'Starting', 'Away', 'Fenced'] as const;
export type FleetWorldState = (typeof FLEET_WORLD_STATES)[number];

/** A world of a fleet, as its gateway knows it. */
export const FleetWorld = Type.closedObject({
  World: Type.text('Its key: the part of its paths after `/worlds/`'),
  Name: Type.String(),
  Tags: Type.Texts,
  State: Type.oneOf(FLEET_WORLD_STATES),
  LastSeen: Type.Optional({ ...Type.IsoTime, description: 'Left out when this gateway has never seen it' }),
  Version: Type.text('Palatine version of that world; empty when unknown'),
  Attached: Type.boolean('Whether it is attached to a running game server'),
  PlayersOnline: Type.Int32,
  Queue: Type.count('Requests that wait for its game'),
  EventsBehind: Type.count('Events that the fleet does not have yet'),
  AuditBehind: Type.count('Audit entries that the fleet does not have yet'),
  ListsBehind: Type.boolean('Whether it lacked the newest change of lists when last heard of'),
  ClockAheadMs: Type.optionalInteger("How far its clock is ahead of the gateway's, in ms"),
  Lists: Type.list(Type.String(), 'The shared lists that it enforces'),
  Allow: Type.list(Type.String(), 'The permissions to which its owner holds the fleet'),
});
export type FleetWorld = Type.Static<typeof FleetWorld>;

export const getFleetWorlds = route('GET /v1/fleet/worlds', 'List worlds', {
  tag: 'Fleet',
  permission: 'Palatine.Fleet.Worlds.Read',
  concerns: 'SomeWorlds',
  summary: 'Every world of the fleet that the token may see, with its state, version and players',
  notes: 'The routes of a world are below `/worlds/<World>/v1/…`, as at the world itself.',
  reply: Type.closedObject({ Worlds: Type.Array(FleetWorld) }),
});

export const putFleetWorld = route('PUT /v1/fleet/worlds/:world', 'Change world', {
  tag: 'Fleet',
  permission: 'Palatine.Fleet.Worlds.Write',
  concerns: 'WholeFleet', // with a tag it comes into reach of tokens
  summary: 'Say which tags a world has',
  notes: 'Tags name several worlds at once, in tokens and in writes to many. A world cannot choose its tags.',
  replyExample: { World: EXAMPLE_PARAMS.world, Name: 'Palpagos EU 1', Tags: ['eu'] },
  body: Type.Object({ Tags: Type.Array(Type.String({ minLength: 1, maxLength: 128 }), { maxItems: 32 }) }),
  bodyErrors: { missing: 'EMPTY_BODY', notAnObject: 'INVALID_REQUEST' },
  reply: Type.closedObject({ World: Type.String(), Name: Type.String(), Tags: Type.Texts }),
  errors: ['WORLD_NOT_FOUND'],
  examples: [{ body: { Tags: ['eu'] } }],
});

export const removeWorld = route('DELETE /v1/fleet/worlds/:world', 'Remove world', {
  tag: 'Fleet',
  permission: 'Palatine.Fleet.Worlds.Remove',
  concerns: 'OneWorld',
  summary: 'Disconnect a world from the fleet at once, and remove it from the list',
  notes: notes.removeWorld,
  replyExample: { World: EXAMPLE_PARAMS.world, Name: 'Palpagos EU 1' },
  reply: Type.closedObject({ World: Type.String(), Name: Type.String() }),
  errors: ['WORLD_NOT_FOUND', 'SERVER_BUSY'],
});

/** Path of writes to many worlds: `/v1/fleet/all/<selector>/v1/…`, the selector `*` or keys and tags. */
export const MANY_WORLDS_PATH = `${FLEET_PATH}/all`;

/** Worlds that a write to many is sent to at once. */
export const MANY_WORLDS_AT_ONCE = 32;

/** How a write ended at one of many worlds. No transaction spans worlds: each commits alone. */
export const WorldOutcome = Type.closedObject({
  ...Type.eachOf(['World', 'Name'], Type.String()),
  Status: Type.integer('As the route of that world answers'),
  Code: Type.text('OK, or the error code'),
  Body: Type.Unknown({ description: 'The answer of that world' }),
});
export type WorldOutcome = Type.Static<typeof WorldOutcome>;

export const ManyWorldsReply = Type.closedObject({
  IdempotencyKey: Type.text('Repeat the write with it: each world applies it once'),
  ...Type.eachOf(['Applied', 'NotApplied'], Type.Int32),
  Unknown: Type.count('Worlds that do not say how it ended there'),
  Worlds: Type.Array(WorldOutcome),
});
export type ManyWorldsReply = Type.Static<typeof ManyWorldsReply>;
