import Type, { type Static } from 'typebox';
import { FLEET_PATH } from './route.ts';
import { closedObject, Int32, Text } from './shapes.ts';

/** Path of writes to many worlds: `/v1/fleet/all/<selector>/v1/…`, the selector `*` or keys and tags. */
export const MANY_WORLDS_PATH = `${FLEET_PATH}/all`;

/** Worlds that a write to many is sent to at once. */
export const MANY_WORLDS_AT_ONCE = 32;

/** How a write ended at one of many worlds. No transaction spans worlds: each ends by itself. */
export const WorldOutcome = closedObject({
  World: Text,
  Name: Text,
  Status: Type.Integer({ description: 'As the route of that world answers' }),
  Code: Type.String({ description: 'OK, or the error code' }),
  Body: Type.Unknown({ description: 'The answer of that world' }),
});
export type WorldOutcome = Static<typeof WorldOutcome>;

/** The answer to a write to many worlds. */
export const ManyWorldsReply = closedObject({
  IdempotencyKey: Type.String({ description: 'Repeat the write with it: each world applies it once' }),
  Applied: Int32,
  NotApplied: Int32,
  Unknown: Type.Integer({
    description: 'Worlds that began the write and cannot be reached since',
    minimum: 0,
  }),
  Worlds: Type.Array(WorldOutcome),
});
export type ManyWorldsReply = Static<typeof ManyWorldsReply>;
