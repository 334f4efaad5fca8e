import Type, { type Static } from 'typebox';
import { IsoTime } from './lists.ts';
import { FLEET_PATH, route } from './route.ts';
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
  Queue: Type.Integer({ description: 'Requests that wait for its game thread', minimum: 0 }),
  EventsBehind: Type.Integer({ description: 'Events that the fleet does not have yet', minimum: 0 }),
  AuditBehind: Type.Integer({ description: 'Audit entries that the fleet does not have yet', minimum: 0 }),
  Lists: Type.Array(Text, { description: 'The shared lists that it enforces' }),
  Allow: Type.Array(Text, { description: 'The permissions to which its owner holds the fleet' }),
});
export type FleetWorld = Static<typeof FleetWorld>;

export const getFleetWorlds = route({
  method: 'GET',
  tag: 'Fleet',
  base: FLEET_PATH,
  path: '/worlds',
  permission: 'Palatine.Fleet.Worlds.Read',
  title: 'List worlds',
  summary: 'Every world of the fleet that the token may see, with its state, version and players',
  notes: 'The routes of a world stand below `/worlds/<World>/v1/…`, as at the world itself.',
  game: false,
  reply: closedObject({ Worlds: Type.Array(FleetWorld) }),
  errors: [],
  examples: [{}],
});
