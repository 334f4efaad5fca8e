import { route } from './route.ts';
import * as notes from './texts/notes.ts';
import * as Type from './type.ts';

export const AuditEntry = Type.closedObject({
  Id: Type.integer('Increasing; an entry keeps it, also when the world moves to another file'),
  Time: Type.IsoTime,
  Token: Type.text('Name of the token; `palatine` for a command of the operator'),
  IP: Type.text('Address of the caller'),
  Route: Type.text('Method and path of the route, or the command of the operator'),
  Target: Type.text('The player, address or base camp, as the caller named it'),
  PlayerUid: Type.text('PlayerUID of the target; empty unless the world knows the player'),
  PlayerUserId: Type.text('UserId of that player at the time; empty when unknown'),
  PlayerName: Type.text('Name of that player at the time'),
  Outcome: Type.text('OK, or the error code'),
  Status: Type.Int32,
  Reason: Type.String(),
  Summary: Type.text(
    'The grant, message or change, such as `10 × PalSphere`; of a refused write, the requested one',
  ),
  Request: Type.text('X-Request-Id of the request; empty when unknown'),
  IdempotencyKey: Type.optionalText('Left out without a key'),
  EventId: Type.optionalInteger('Id of the first event that the write caused'),
});
export type AuditEntry = Type.Static<typeof AuditEntry>;

/** `json` is the reply of one page; the others are all matching entries as one file. */
export const AUDIT_FORMATS = ['json', 'csv', 'jsonl'] as const;
export type AuditFormat = (typeof AUDIT_FORMATS)[number];

export const getAudit = route('GET /v1/palatine/audit', 'Get audit', {
  tag: 'Service',
  permission: 'Palatine.Audit.Read',
  summary: 'Every write, allowed or refused, newest first',
  notes: notes.getAudit,
  game: true,
  query: Type.Object({
    Token: Type.filter('Name of the token'),
    Route: Type.filter(
      'The beginning of the route or of one of its parts, in any case: `ban` finds `/ban/…` and `/banip/…`, ' +
        '`ban/` the first only, `POST /v1/pdapi/give` every grant',
    ),
    Target: Type.filter('The beginning of the target'),
    Player: Type.filter('PlayerUID, UserId or name of the player, at the time of the write'),
    Outcome: Type.filter('OK, or an error code'),
    IP: Type.filter('Address of the caller'),
    Text: Type.filter('A part of the summary, the reason or the target, in any case'),
    From: Type.time('Entries from this time on: ISO 8601, such as `2026-11-22` or `2026-11-22T10:00:00Z`'),
    To: Type.time('Entries before this time; UTC, as in `From`, unless it has an offset'),
    Limit: Type.wholeNumber(`Entries of the page; ${Type.DEFAULT_PAGE} unless given`, 1, Type.MAX_PAGE),
    Cursor: Type.filter('Next of the page before'),
    Format: Type.Optional(Type.oneOf(AUDIT_FORMATS)),
  }),
  reply: Type.closedObject({
    Entries: Type.Array(AuditEntry),
    Next: Type.optionalText(
      'Cursor of the next page, left out on the last one. With several filters a page may hold fewer entries ' +
        'than `Limit`, or none, and still have a `Next`: a page scans a limited number of entries.',
    ),
  }),
  formats: {
    'text/csv':
      'The entries as CSV (RFC 4180) with a header. A text that a spreadsheet would take for a formula has an apostrophe before it.',
    'application/jsonl': 'One entry as JSON on each line.',
  },
});
export type AuditPage = Type.Static<typeof getAudit.reply>;
