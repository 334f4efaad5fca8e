import Type, { type Static, type TProperties } from 'typebox';
import { INT32_MAX, INT32_MIN } from './limits.ts';

/** An object of a reply with exactly these keys: tests fail on an extra one. */
export function closedObject<P extends TProperties>(properties: P, description?: string) {
  return Type.Object(properties, {
    additionalProperties: false,
    ...(description === undefined ? {} : { description }),
  });
}

/** An integer of a reply: within 32 bits. */
export const Int32 = Type.Integer({ minimum: INT32_MIN, maximum: INT32_MAX });

/** One of a closed set of strings. */
export function oneOf<const Values extends readonly string[]>(values: Values) {
  return Type.Unsafe<Values[number]>(Type.Enum([...values]));
}

export const Text = Type.String();
export const GuidText = Type.String({
  pattern: '^[0-9A-F]{8}(-[0-9A-F]{8}){3}$',
  description: 'GUID, printed 8-8-8-8',
});

/** World coordinates are Unreal units (cm); map coordinates are what the in-game map shows. */
export const Coordinate = closedObject({ x: Type.Number(), y: Type.Number(), z: Type.Number() });
export type Coordinate = Static<typeof Coordinate>;

export const Counts = Type.Record(Type.String(), Int32);
export const Flags = Type.Record(Type.String(), Type.Boolean());
export const Texts = Type.Array(Type.String());

export const CAMP_STATES = ['Normal', 'NotAvailable'] as const;
export const CampState = oneOf(CAMP_STATES);
