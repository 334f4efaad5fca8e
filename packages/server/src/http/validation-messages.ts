/** A fault as the schema's check reports it. */
export interface SchemaFault {
  keyword: string;
  instancePath: string;
  params: object;
  message: string;
}

const KINDS: Record<string, string> = {
  string: 'must be a string',
  array: 'must be an array',
  object: 'must be an object',
  number: 'must be a number',
  boolean: 'must be true or false',
  // Every integer of a request is an amount.
  integer: 'must be a positive integer',
};

/** The same for people: what the value must be. */
export function validationMessage({ keyword, params, message }: SchemaFault): string {
  const { type, limit, allowedValues } = params as {
    type?: string;
    limit?: number;
    allowedValues?: unknown[];
  };
  switch (keyword) {
    case 'type':
      return KINDS[type ?? ''] ?? message;
    case 'minimum':
      return limit === 1 ? 'must be a positive integer' : `must be at least ${limit}`;
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
