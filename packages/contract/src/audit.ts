import Type, { type Static } from 'typebox';
import { LIMITS } from './limits.ts';
import { FilterText } from './request-shapes.ts';
import { OWN_PATH, route } from './route.ts';
import { closedObject, Int32, Text } from './shapes.ts';

export const AuditEntry = closedObject({
  Id: Type.Integer(),
  Time: Type.String({ description: 'ISO 8601, UTC' }),
  Token: Type.String({ description: 'Name of the token' }),
  IP: Type.String({ description: 'Address of the caller' }),
  Route: Type.String({ description: 'Method and path of the route' }),
  Target: Type.String({ description: 'The player, address or base camp' }),
  Outcome: Type.String({ description: 'OK, or the error code' }),
  Status: Int32,
  Reason: Text,
});
export type AuditEntry = Static<typeof AuditEntry>;

export const getAudit = route({
  method: 'GET',
  tag: 'Service',
  base: OWN_PATH,
  path: '/audit',
  permission: 'Palatine.Audit.Read',
  title: 'Get audit',
  summary: 'Every write, allowed or refused, newest first',
  game: true,
  query: Type.Object({
    Token: Type.Optional(FilterText),
    Route: Type.Optional(FilterText),
    Target: Type.Optional(FilterText),
    Outcome: Type.Optional(FilterText),
    IP: Type.Optional(FilterText),
    Limit: Type.Optional(
      Type.String({ maxLength: LIMITS.filterChars, description: '1 to 500; 100 unless given' }),
    ),
    Cursor: Type.Optional(
      Type.String({ maxLength: LIMITS.filterChars, description: 'Next of the page before' }),
    ),
  }),
  reply: closedObject({
    Entries: Type.Array(AuditEntry),
    Next: Type.Optional(
      Type.String({
        description:
          'Cursor of the next page, left out on the last one. With several filters a page may hold fewer entries ' +
          'than `Limit`, or none, and still have a `Next`: the service looks at a bounded number of entries for it.',
      }),
    ),
  }),
  errors: ['VALIDATION_FAILED'],
  examples: [{ query: { Limit: '3' } }],
});
export type AuditPage = Static<typeof getAudit.reply>;
