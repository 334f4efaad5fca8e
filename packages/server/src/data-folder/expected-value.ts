/** The parts of a schema that say what a value of a file must be. */
export interface SchemaNode {
  type?: string;
  enum?: readonly unknown[];
  anyOf?: readonly SchemaNode[];
  properties?: Record<string, SchemaNode>;
  items?: SchemaNode;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  /** Says in words what a `pattern` or a `format` asks for. */
  description?: string;
  pattern?: string;
  format?: string;
  /** A secret: no message holds its value. */
  writeOnly?: boolean;
  /** What the setting does, as the rest of a sentence. */
  meaning?: string;
  /** A change counts at the next start; so does one of what is inside. */
  nextStart?: boolean;
  /** Changed in the file only. */
  readOnly?: boolean;
  /** The smallest number that a request may set; a smaller one is set in the file only. */
  requestMinimum?: number;
  /** 0 means for ever, so that a request may set it whatever `requestMinimum` says. */
  zeroIsForEver?: boolean;
  /** Whether one text alone stands for a list of it, and an empty text for an empty list. */
  orText?: boolean;
}

/** What a value must be, as an operator reads it: `a whole number from 1 to 65535`. */
export function expectedValue(node: SchemaNode): string {
  if (node.enum !== undefined) return node.enum.map((value) => JSON.stringify(value)).join(' or ');
  if (node.anyOf !== undefined) return node.anyOf.map(expectedValue).join(' or ');
  if ((node.pattern ?? node.format) !== undefined && node.description !== undefined) return node.description;
  switch (node.type) {
    case 'string':
      return (node.minLength ?? 0) > 0 ? 'a text that is not empty' : 'a text in quotes';
    case 'boolean':
      return 'true or false';
    case 'null':
      return 'null';
    case 'integer':
      return `a whole number${rangeOf(node)}`;
    case 'number':
      return `a number${rangeOf(node)}`;
    case 'array':
      return `${node.orText ? 'a text or ' : ''}a list of ${node.items?.type === 'string' ? 'texts' : 'entries'}`;
    default:
      return `an object${node.properties === undefined ? '' : ` of ${Object.keys(node.properties).join(', ')}`}`;
  }
}

function rangeOf({ minimum, maximum }: SchemaNode): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
  return minimum === undefined ? '' : `, ${minimum} or more`;
}

/** The schema of the value at a path; undefined where the schema knows no such place. */
export function schemaAt(node: SchemaNode, keys: readonly string[]): SchemaNode | undefined {
  const [key, ...rest] = keys;
  if (key === undefined) return node;
  if (node.anyOf !== undefined) {
    return node.anyOf.map((branch) => schemaAt(branch, keys)).find((found) => found !== undefined);
  }
  const inner =
    node.items ?? (Object.hasOwn(node.properties ?? {}, key) ? node.properties?.[key] : undefined);
  return inner && schemaAt(inner, rest);
}
