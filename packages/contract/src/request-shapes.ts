import Type from 'typebox';
import { INT32_MAX, LIMITS } from './limits.ts';

// Shapes of what callers send. Every text and list of a request has a bound of LIMITS; replies use shapes.ts, which
// has none, because a reply shows what the world holds.

/** An id or an identifier. */
export const IdText = Type.String({ maxLength: LIMITS.idChars });
export const NonEmptyIdText = Type.String({ minLength: 1, maxLength: LIMITS.idChars });

/** What players read in the chat or on their screen. */
export const MessageText = Type.String({ minLength: 1, maxLength: LIMITS.messageChars });
export const SenderText = Type.String({ maxLength: LIMITS.senderChars });

/** Why somebody is banned, unbanned or kicked. */
export const ReasonText = Type.String({ maxLength: LIMITS.reasonChars });

/** A filter in a query. */
export const FilterText = Type.String({ maxLength: LIMITS.filterChars });

/** An amount: 1 to 2147483647. */
export const Amount = Type.Integer({ minimum: 1, maximum: INT32_MAX });

/** A coordinate of the in-game map. */
export const MapCoordinate = Type.Number({
  minimum: -LIMITS.mapCoordinate,
  maximum: LIMITS.mapCoordinate,
});

/** A factor on the health of a Pal; no Pal has more than 2147483647 HP. */
export const HealthFactor = Type.Number({ exclusiveMinimum: 0, maximum: INT32_MAX });
