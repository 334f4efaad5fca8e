import { type FleetAuditEntry, FleetAuditEntry as FleetAuditShape, getFleetAudit } from '@palatine/contract';
import type { FastifyInstance } from 'fastify';
import { exportLines } from '../../data-folder/export-lines.ts';
import { serialize } from '../../game/response-format.ts';
import { auditQueryOf, exportFiltersOf, exportFormatOf, MAX_PAGE } from '../../http/audit-query.ts';
import { mountResponse } from '../../http/mount.ts';
import { PageExports } from '../../http/page-exports.ts';
import type { RequestPolicy } from '../../http/request-policy.ts';
import { sendCachedResponse } from '../../http/respond.ts';
import type { FleetAuditQuery } from './audit-pages.ts';
import { fleetAuditEntryOf } from './audit-rows.ts';
import type { Projected } from './projected.ts';
import { worldOfQuery } from './world-of-query.ts';

const FIELDS = Object.keys(FleetAuditShape.properties) as (keyof FleetAuditEntry)[];
const LINES = exportLines('audit', FIELDS, (entry: FleetAuditEntry) => entry);

/** Mounts the audit of all worlds: a page of it, or an export. */
export function mountFleetAudit(app: FastifyInstance, policy: RequestPolicy, projected: Projected): void {
  const { projection, clock, worldsOf, nameOf } = projected;
  const exports = new PageExports('audit of the fleet', clock);

  function pageOf(query: FleetAuditQuery) {
    const { rows, next } = projection.auditPage(query);
    const Entries = rows.map((row) => fleetAuditEntryOf(row, nameOf));
    return next === undefined ? { Entries } : { Entries, Next: String(next) };
  }

  mountResponse(app, policy, getFleetAudit, async ({ query, token, request, reply }) => {
    const { World, ...others } = query;
    const world = worldOfQuery({ World });
    const scope = { worlds: worldsOf(token), ...(world === undefined ? {} : { world }) };
    const format = exportFormatOf(query);
    if (format === undefined) {
      return sendCachedResponse(request, reply, serialize(pageOf({ ...auditQueryOf(others), ...scope })));
    }
    const filters = exportFiltersOf(others);
    return exports.send(reply, LINES[format], async (cursor) =>
      pageOf({ ...filters, ...scope, limit: MAX_PAGE, cursor }),
    );
  });
}
