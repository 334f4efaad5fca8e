import type { Static } from 'typebox';
import { LIMITS } from './limits.ts';
import { filter } from './request-shapes.ts';
import { Type } from './schema-builders.ts';
import { closedObject, count, Int32, oneOf, optionalText, text } from './shapes.ts';

// Shared by the lists of Palatine's own routes.

export const MAX_PAGE = 500;
/** Entries of a page, unless the query says how many. */
export const DEFAULT_PAGE = 100;

/** The query of every list. */
export const PAGE = {
  Limit: wholeNumber(`Entries of the page; ${DEFAULT_PAGE} unless given`, 1, MAX_PAGE),
  Cursor: filter('`Next` of the page before, with the same filters and the same order'),
};

export const ORDERS = ['Ascending', 'Descending'] as const;

/** Order of a list; unknown values come last either way. `otherwise`: the default column. */
export function sortedBy<const Columns extends readonly string[]>(
  columns: Columns,
  otherwise: Columns[number],
) {
  return {
    Sort: choice(columns, `The column to sort by; ${otherwise} unless given`),
    Order: choice(ORDERS, `${ORDERS[0]} unless given. The unknown comes last either way`),
  };
}

/** The figures and the cursor that every list answers with. */
export const LIST_META = {
  Total: count('All there are'),
  Matching: count('Those that the filters let through'),
  Next: optionalText('Cursor of the next page, left out on the last one'),
};

/** A moment. */
export const IsoTime = text('ISO 8601, UTC');

export const Place = closedObject(
  { X: Type.Number(), Y: Type.Number(), Z: Type.Number() },
  'World coordinates in cm',
);
export type Place = Static<typeof Place>;

export function wholeNumber(description: string, minimum: number, maximum: number) {
  return Type.Optional(Type.Integer({ minimum, maximum, description }));
}

/** A filter that is on or off: `true` or `1`, `false` or `0`. */
export function flag(description: string) {
  return Type.Optional(Type.Boolean({ description }));
}

/** One of a closed set of words. */
export function choice<const Values extends readonly string[]>(values: Values, description: string) {
  return Type.Optional(oneOf(values, description));
}

/** An ISO 8601 time; queries receive it in UTC with milliseconds. */
export function time(description: string) {
  return Type.Optional(Type.String({ format: 'date-time', maxLength: LIMITS.filterChars, description }));
}

/** A player as other records name them. */
export const PlayerReference = closedObject({
  Uid: Type.String({ description: 'PlayerUID' }),
  Name: Type.String({ description: 'Empty when unknown' }),
});
export type PlayerReference = Static<typeof PlayerReference>;

/** Count of each value, the most frequent first. */
export const Facet = Type.Array(closedObject({ Id: Type.String(), Count: Int32 }));
export type Facet = Static<typeof Facet>;
