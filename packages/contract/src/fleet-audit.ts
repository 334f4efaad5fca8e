import Type, { type Static } from 'typebox';
import { AuditEntry, getAudit } from './audit.ts';
import { OF_WORLD, WORLD_FILTER } from './fleet-search.ts';
import { route } from './route.ts';
import { closedObject } from './shapes.ts';

/** Of an entry of the fleet: which history of its world it belongs to. */
export const OF_HISTORY = {
  ...OF_WORLD,
  Incarnation: Type.String({
    description:
      'The history of the world: another one after an import, a restore and a replacement, with Ids that begin anew',
  }),
};

export const FleetAuditEntry = closedObject({ ...OF_HISTORY, ...AuditEntry.properties });
export type FleetAuditEntry = Static<typeof FleetAuditEntry>;

export const getFleetAudit = route('GET /v1/fleet/audit', {
  tag: 'Fleet',
  permission: 'Palatine.Fleet.Audit.Read',
  title: 'Get audit of the fleet',
  summary: 'Every write at every world that the token may see, allowed or refused, newest first',
  notes:
    'In the order in which this gateway received the entries; with `From` or `To` in the order of their times. What a ' +
    'world did while it was away arrives when it is back. Filters combine with AND, and are those of ' +
    '`GET /v1/palatine/audit`. `Player` finds a PlayerUID, a UserId or a whole name. `Format=csv` and `Format=jsonl` ' +
    'answer with all matching entries as one stream, and take neither `Limit` nor `Cursor`. A cursor belongs to the ' +
    'gateway that gave it.',
  query: Type.Object({ World: WORLD_FILTER, ...getAudit.query.properties }),
  reply: closedObject({
    Entries: Type.Array(FleetAuditEntry),
    Next: getAudit.reply.properties.Next,
  }),
  formats: getAudit.formats,
  errors: ['VALIDATION_FAILED', 'SERVER_BUSY'],
  examples: [{ query: { Limit: '3' } }],
});
export type FleetAuditPage = Static<typeof getFleetAudit.reply>;
