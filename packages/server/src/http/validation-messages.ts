interface JsonType {
  /** The noun of each type, for messages about a value of another type. */
  rule: string;
  accepts: (value: unknown) => boolean;
}

/** The types that shapes of requests name. */
export const JSON_TYPES: Readonly<Record<string, JsonType>> = {
  string: { rule: 'a string', accepts: (value) => typeof value === 'string' },
  array: { rule: 'an array', accepts: Array.isArray },
  object: {
    rule: 'an object',
    accepts: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  },
  number: { rule: 'a number', accepts: (value) => typeof value === 'number' },
  boolean: { rule: 'true or false', accepts: (value) => typeof value === 'boolean' },
  // Every integer of a request is an amount.
  integer: { rule: 'a positive integer', accepts: Number.isInteger },
};

/** `must be a string or an array`. */
export function typeRule(types: readonly (string | undefined)[]): string {
  return `must be ${types.map((type = '') => JSON_TYPES[type]?.rule ?? type).join(' or ')}`;
}
