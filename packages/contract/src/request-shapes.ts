import type { TSchema } from 'typebox';
import { INT32_MAX, LIMITS } from './limits.ts';
import { Type } from './schema-builders.ts';

// Shapes of what callers send. Every text and list of a request has a bound of LIMITS; replies use shapes.ts, which
// has none, because a reply shows what the world holds.

/** An id or an identifier. */
export const IdText = Type.String({ maxLength: LIMITS.idChars });
export const idText = (description: string) => Type.String({ maxLength: LIMITS.idChars, description });
export const NonEmptyIdText = Type.String({ minLength: 1, maxLength: LIMITS.idChars });

/** Text for players, in the chat or on their screen. */
export const MessageText = Type.String({
  minLength: 1,
  maxLength: LIMITS.messageChars,
  description: 'Text for players',
});
export const SenderText = Type.String({
  maxLength: LIMITS.senderChars,
  description: 'The name it is sent under; `Server` unless given',
});

export const ReasonText = Type.String({
  maxLength: LIMITS.reasonChars,
  description: 'Players read it; the ban list, the event and the audit keep it. A general one unless given',
});

export function filter(description: string) {
  return Type.Optional(Type.String({ maxLength: LIMITS.filterChars, description }));
}

export function entries<Item extends TSchema>(items: Item, maxItems: number) {
  return Type.Array(items, { minItems: 1, maxItems });
}

/** An amount: 1 to 2147483647. */
export const Amount = Type.Integer({ minimum: 1, maximum: INT32_MAX });

export const MapCoordinate = Type.Number({
  minimum: -LIMITS.mapCoordinate,
  maximum: LIMITS.mapCoordinate,
  description: 'As the in-game map shows it',
});

/** A factor on the health of a Pal; no Pal has more than 2147483647 HP. */
export const HealthFactor = Type.Number({
  exclusiveMinimum: 0,
  maximum: INT32_MAX,
  description: 'Factor on the HP; 1 unless given. HealthMultiplier and HPMultiplier are the same',
});
