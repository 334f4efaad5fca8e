import Type, { type Static } from 'typebox';
import { filter } from './request-shapes.ts';
import { route } from './route.ts';
import { closedObject, Int32, oneOf, Text } from './shapes.ts';

export const AuditEntry = closedObject({
  Id: Type.Integer({ description: 'Counts up; an entry keeps it, also in another world file' }),
  Time: Type.String({ description: 'ISO 8601, UTC' }),
  Token: Type.String({ description: 'Name of the token; `palatine` for a command of the operator' }),
  IP: Type.String({ description: 'Address of the caller' }),
  Route: Type.String({ description: 'Method and path of the route, or the command of the operator' }),
  Target: Type.String({ description: 'The player, address or base camp, as the caller named it' }),
  PlayerUid: Type.String({ description: 'PlayerUID of the target; empty unless the world knows the player' }),
  PlayerUserId: Type.String({ description: 'UserId of that player at the time; empty when unknown' }),
  PlayerName: Type.String({ description: 'Name of that player at the time' }),
  Outcome: Type.String({ description: 'OK, or the error code' }),
  Status: Int32,
  Reason: Text,
  Summary: Type.String({
    description:
      'What was given, said or changed, such as `10 × PalSphere`; of a refused write what the request asked for',
  }),
  Request: Type.String({ description: 'X-Request-Id of the request; empty when unknown' }),
  IdempotencyKey: Type.Optional(Type.String({ description: 'Left out without a key' })),
  EventId: Type.Optional(Type.Integer({ description: 'Id of the first event that came of it' })),
});
export type AuditEntry = Static<typeof AuditEntry>;

/** `json` is the reply of one page; the others are all matching entries as one file. */
export const AUDIT_FORMATS = ['json', 'csv', 'jsonl'] as const;
export type AuditFormat = (typeof AUDIT_FORMATS)[number];

export const getAudit = route('GET /v1/palatine/audit', {
  tag: 'Service',
  permission: 'Palatine.Audit.Read',
  title: 'Get audit',
  summary: 'Every write, allowed or refused, newest first',
  notes:
    'Filters combine with AND. `Format=csv` and `Format=jsonl` answer with all matching entries as one stream, and ' +
    'take neither `Limit` nor `Cursor`. The audit holds the texts of messages, reasons of bans and addresses: give ' +
    'this permission only to those who may read them.',
  game: true,
  query: Type.Object({
    Token: filter('Name of the token'),
    Route: filter(
      'The beginning of the route or of one of its parts, in any case: `ban` finds `/ban/…` and `/banip/…`, ' +
        '`ban/` the first only, `POST /v1/pdapi/give` every grant',
    ),
    Target: filter('The beginning of the target'),
    Player: filter('PlayerUID, UserId or name of the player, at the time of the write'),
    Outcome: filter('OK, or an error code'),
    IP: filter('Address of the caller'),
    Text: filter('A part of the summary, the reason or the target, in any case'),
    From: filter('Entries from this time on: ISO 8601, such as `2026-11-22` or `2026-11-22T10:00:00Z`'),
    To: filter('Entries before this time; UTC, as in `From`, unless it has an offset'),
    Limit: filter('1 to 500; 100 unless given'),
    Cursor: filter('Next of the page before'),
    Format: Type.Optional(oneOf(AUDIT_FORMATS)),
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
  formats: {
    'text/csv':
      'The entries as CSV (RFC 4180) with a header. A text that a spreadsheet would take for a formula has an apostrophe before it.',
    'application/jsonl': 'One entry as JSON on each line.',
  },
  errors: ['VALIDATION_FAILED'],
  examples: [{ query: { Limit: '3' } }],
});
export type AuditPage = Static<typeof getAudit.reply>;
