import { getAudit } from '@palatine/contract';
import type { FastifyInstance } from 'fastify';
import { AUDIT_LINES } from '../data-folder/export-lines.ts';
import { serialize } from '../game/responses.ts';
import { auditQueryOf, exportFiltersOf, exportFormatOf, MAX_PAGE } from './audit-query.ts';
import type { RequestPolicy } from './authorize.ts';
import { mountResponse } from './mount.ts';
import { PageExports } from './page-exports.ts';
import { sendCachedResponse } from './respond.ts';
import type { Service } from './service.ts';

/** Mounts the audit: a page of it, or an export. */
export function mountAudit(app: FastifyInstance, policy: RequestPolicy, { game, clock }: Service): void {
  const exports = new PageExports('audit', clock);

  mountResponse(app, policy, getAudit, async ({ query, request, reply }) => {
    const format = exportFormatOf(query);
    if (format !== undefined) {
      const filters = exportFiltersOf(query);
      return exports.send(reply, AUDIT_LINES[format], async (cursor) =>
        game.auditPage({ ...filters, limit: MAX_PAGE, ...(cursor === undefined ? {} : { cursor }) }),
      );
    }
    return sendCachedResponse(request, reply, serialize(game.auditPage(auditQueryOf(query))));
  });
}
