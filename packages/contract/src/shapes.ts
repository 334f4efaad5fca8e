import type { Static, TObject, TProperties, TSchema } from 'typebox';
import { INT32_MAX, INT32_MIN } from './limits.ts';
import { Type } from './schema-builders.ts';

/** An object of a reply with exactly these keys: tests fail on an extra one. */
export function closedObject<P extends TProperties>(properties: P, description?: string) {
  return Type.Object(properties, {
    additionalProperties: false,
    ...(description === undefined ? {} : { description }),
  });
}

/** The properties of a value that its shape names. */
export function pick<Shape extends TObject>({ properties }: Shape, value: Static<Shape>): Static<Shape> {
  const entries = Object.entries(value as object).filter(([name]) => Object.hasOwn(properties, name));
  return Object.fromEntries(entries) as Static<Shape>; // what it lacks of them, the value lacks too
}

export function optionalObject<P extends TProperties>(properties: P, description?: string) {
  return Type.Optional(closedObject(properties, description));
}

/** The same schema under several names. */
export function eachOf<const Name extends string, Shape extends TSchema>(
  names: readonly Name[],
  shape: Shape,
) {
  return Object.fromEntries(names.map((name) => [name, shape])) as Record<Name, Shape>;
}

/** An integer of a reply: within 32 bits. */
export const Int32 = Type.Integer({ minimum: INT32_MIN, maximum: INT32_MAX });

export function oneOf<const Values extends readonly string[]>(values: Values, description?: string) {
  return Type.Unsafe<Values[number]>(
    Type.Enum([...values], description === undefined ? {} : { description }),
  );
}

// Values of a reply with what they mean.

export const text = (description: string) => Type.String({ description });
export const optionalText = (description: string) => Type.Optional(text(description));
export const integer = (description: string) => Type.Integer({ description });
export const optionalInteger = (description: string) => Type.Optional(integer(description));
export const count = (description: string) => Type.Integer({ minimum: 0, description });
/** A count within 32 bits. */
export const count32 = (description: string) => Type.Integer({ minimum: 0, maximum: INT32_MAX, description });
export const number = (description: string) => Type.Number({ description });
export const boolean = (description: string) => Type.Boolean({ description });
export const list = <Item extends TSchema>(items: Item, description: string) =>
  Type.Array(items, { description });
export const optionalList = <Item extends TSchema>(items: Item, description: string) =>
  Type.Optional(list(items, description));

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
