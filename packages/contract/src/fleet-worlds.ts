import Type, { type Static } from 'typebox';
import { IsoTime } from './lists.ts';
import { route } from './route.ts';
import { closedObject, Int32, oneOf, Text, Texts } from './shapes.ts';

/** `Fenced`: another process says it is the same world, and only the first may change anything. */
export const FLEET_WORLD_STATES = ['Online', 'Starting', 'Away', 'Fenced'] as const;
export type FleetWorldState = (typeof FLEET_WORLD_STATES)[number];

/** A world of a fleet, as its gateways know it. */
export const FleetWorld = closedObject({
  World: Type.String({ description: 'Its key: the part of its paths after `/worlds/`' }),
  Name: Text,
  Tags: Texts,
  State: oneOf(FLEET_WORLD_STATES),
  LastSeen: Type.Optional({ ...IsoTime, description: 'Left out when this gateway has never seen it' }),
  Version: Type.String({ description: 'Of Palatine at that world; empty when unknown' }),
  Attached: Type.Boolean({ description: 'Whether it stands beside a running game server' }),
  PlayersOnline: Int32,
  Queue: Type.Integer({ description: 'Requests that wait for its game', minimum: 0 }),
  EventsBehind: Type.Integer({ description: 'Events that the fleet does not have yet', minimum: 0 }),
  AuditBehind: Type.Integer({ description: 'Audit entries that the fleet does not have yet', minimum: 0 }),
  ListsBehind: Type.Boolean({
    description: 'Whether it had not read the newest change of the shared lists when it was last heard of',
  }),
  ClockAheadMs: Type.Optional(
    Type.Integer({
      description:
        'How far its clock is ahead of that of this gateway, in ms, or behind it; left out when the world does not say',
    }),
  ),
  Lists: Type.Array(Text, { description: 'The shared lists that it enforces' }),
  Allow: Type.Array(Text, { description: 'The permissions to which its owner holds the fleet' }),
});
export type FleetWorld = Static<typeof FleetWorld>;

export const getFleetWorlds = route('GET /v1/fleet/worlds', {
  tag: 'Fleet',
  permission: 'Palatine.Fleet.Worlds.Read',
  title: 'List worlds',
  summary: 'Every world of the fleet that the token may see, with its state, version and players',
  notes: 'The routes of a world stand below `/worlds/<World>/v1/…`, as at the world itself.',
  reply: closedObject({ Worlds: Type.Array(FleetWorld) }),
});

export const putFleetWorld = route('PUT /v1/fleet/worlds/:world', {
  tag: 'Fleet',
  permission: 'Palatine.Fleet.Worlds.Write',
  title: 'Change world',
  summary: 'Say which tags a world has',
  notes: 'Tags name several worlds at once, in tokens and in writes to many. A world cannot choose its own.',
  replyExample: { World: '0a1b2c3d0a1b2c3d0a1b2c3d0a1b2c3d', Name: 'Palpagos EU 1', Tags: ['eu'] },
  body: Type.Object({
    Tags: Type.Array(Type.String({ minLength: 1, maxLength: 128 }), { maxItems: 32 }),
  }),
  bodyErrors: { missing: 'EMPTY_BODY', notAnObject: 'INVALID_REQUEST' },
  reply: closedObject({ World: Text, Name: Text, Tags: Texts }),
  errors: ['VALIDATION_FAILED', 'WORLD_NOT_FOUND'],
  examples: [{ params: { world: '0a1b2c3d0a1b2c3d0a1b2c3d0a1b2c3d' }, body: { Tags: ['eu'] } }],
});

export const removeWorld = route('DELETE /v1/fleet/worlds/:world', {
  tag: 'Fleet',
  permission: 'Palatine.Fleet.Worlds.Remove',
  title: 'Remove world',
  summary: 'Cut a world off from the fleet at once, and take it from the list',
  notes:
    'Its credentials count no more. The world itself goes on as it does alone, and enforces the lists as it knew them. It ' +
    'comes back with a new join code. What its events and its audit say stays.',
  replyExample: { World: '0a1b2c3d0a1b2c3d0a1b2c3d0a1b2c3d', Name: 'Palpagos EU 1' },
  reply: closedObject({ World: Text, Name: Text }),
  errors: ['WORLD_NOT_FOUND', 'SERVER_BUSY'],
  examples: [{ params: { world: '0a1b2c3d0a1b2c3d0a1b2c3d0a1b2c3d' } }],
});
