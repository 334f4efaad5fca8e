/** An error as TypeBox reports it. */
export interface SchemaError {
  keyword: string;
  instancePath: string;
  params: object;
  message: string;
}

const TYPES: Record<string, string> = {
  string: 'a string',
  array: 'an array',
  object: 'an object',
  number: 'a number',
  boolean: 'true or false',
  // Every integer of a request is an amount.
  integer: 'a positive integer',
};

/** `must be a string or an array`. */
export function typeMessage(types: readonly string[]): string {
  return `must be ${types.map((type) => TYPES[type] ?? type).join(' or ')}`;
}

/** Human-readable form of a schema error. */
export function validationMessage({ keyword, params, message }: SchemaError): string {
  const { type, limit, allowedValues } = params as {
    type?: string;
    limit?: number;
    allowedValues?: unknown[];
  };
  switch (keyword) {
    case 'type':
      return type === undefined ? message : typeMessage([type]);
    case 'minimum':
      return `must be at least ${limit}`;
    case 'maximum':
      return `must be at most ${limit}`;
    case 'exclusiveMinimum':
      return `must be greater than ${limit}`;
    case 'minLength':
    case 'minItems':
    case 'minProperties':
      return 'must not be empty';
    case 'uniqueItems':
      return 'must not hold the same value twice';
    case 'enum':
      return allowedValues === undefined ? message : `must be one of ${allowedValues.join(', ')}`;
    case 'boolean':
    case 'additionalProperties':
      return 'is not known here';
    default:
      return message;
  }
}
