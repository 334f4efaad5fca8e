import { LIMITS } from './limits.ts';
import { parameterNames, type RouteShape, writes } from './route.ts';

/** The keywords that shapes of requests use. */
export interface RequestSchema {
  type?: string;
  enum?: readonly unknown[];
  /** Its members differ in type. */
  anyOf?: readonly RequestSchema[];
  properties?: Record<string, RequestSchema>;
  required?: readonly string[];
  additionalProperties?: boolean;
  minProperties?: number;
  items?: RequestSchema;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
}

const BOUND_KINDS = ['maxLength', 'maxItems', 'minimum', 'maximum'] as const;
export type BoundKind = (typeof BOUND_KINDS)[number];

/** Maximum or minimum of a value in a request. */
export interface Bound {
  readonly in: 'path' | 'query' | 'header' | 'body';
  /** The name of a parameter or header; in a body a JSON pointer, with `*` for any entry of a list. */
  readonly place: string;
  readonly kind: BoundKind;
  readonly bound: number;
}

/** Every bound of a route's requests. Those of any request (bytes, values, depth) are in `LIMITS`. */
export function boundsOf(route: RouteShape): Bound[] {
  const ofPath = { in: 'path', kind: 'maxLength', bound: LIMITS.idChars } as const;
  const bounds: Bound[] = parameterNames(route).map((place) => ({ ...ofPath, place }));
  const { properties = {} } = (route.query ?? {}) as RequestSchema; // request schemas use no other keywords
  for (const [name, schema] of Object.entries(properties)) {
    bounds.push(...boundsIn(schema, name).map((bound) => ({ in: 'query', ...bound }) as const));
  }
  const body = (route.documentedBody ?? route.body ?? {}) as RequestSchema;
  bounds.push(...boundsIn(body, '').map((bound) => ({ in: 'body', ...bound }) as const));
  if (writes(route)) {
    bounds.push({ in: 'header', place: 'Idempotency-Key', kind: 'maxLength', bound: LIMITS.keyChars });
  }
  return bounds;
}

/** Message of a problem for a value beyond the bound. */
export function boundRule({ kind, bound }: Pick<Bound, 'kind' | 'bound'>): string {
  const rules: Record<BoundKind, string> = {
    maxLength: `must be at most ${bound} characters`,
    maxItems: `must hold at most ${bound} entries`,
    minimum: `must be at least ${bound}`,
    maximum: `must be at most ${bound}`,
  };
  return rules[kind];
}

function boundsIn(schema: RequestSchema, place: string): Omit<Bound, 'in'>[] {
  const bounds = BOUND_KINDS.flatMap((kind) => {
    const bound = schema[kind];
    return bound === undefined ? [] : [{ place, kind, bound }];
  });
  const inside = [
    ...(schema.anyOf ?? []).flatMap((member) => boundsIn(member, place)),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
      boundsIn(property, `${place}/${name}`),
    ),
    ...(schema.items === undefined ? [] : boundsIn(schema.items, `${place}/*`)),
  ];
  return [...bounds, ...inside];
}
