// The builders of TypeBox, with what the shapes of routes have in common. A builder in lower case takes what the value
// means: `Type.String()`, `Type.text('Name of the token')`.
import { Type } from './schema-builders.ts';

export type { Static, TObject, TProperties, TSchema } from 'typebox';
export * from './lists.ts';
export * from './request-shapes.ts';
export * from './shapes.ts';
// biome-ignore lint/suspicious/noShadowRestrictedNames: only seen as Type.Array and the like, as in TypeBox
export const { Array, Boolean, Enum, Integer, Literal, Null, Number, Object, Optional } = Type;
// biome-ignore lint/suspicious/noShadowRestrictedNames: likewise
export const { Partial, Record, String, Tuple, Union, Unknown, Unsafe } = Type;
