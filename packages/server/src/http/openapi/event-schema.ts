import { EVENT_TYPES } from '@palatine/contract';
import type { JsonObject } from './schemas.ts';

const references = EVENT_TYPES.map((type) => [type, `#/components/schemas/Event.${type}`] as const);

/** One of the event types; `Type` says which. */
export const EVENT_SCHEMA: JsonObject = {
  description: 'One event. A newer service may send types that are not listed here.',
  oneOf: references.map(([, $ref]) => ({ $ref })),
  discriminator: { propertyName: 'Type', mapping: Object.fromEntries(references) },
};
