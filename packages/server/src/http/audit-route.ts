import { getAudit } from '@palatine/contract';
import type { FastifyInstance } from 'fastify';
import { AUDIT_LINES } from '../data-folder/export-lines.ts';
import type { CachedResponse } from '../game/protocol.ts';
import { serialize } from '../game/response-format.ts';
import { SharedCalls } from '../game/shared-calls.ts';
import { auditQueryOf, exportFiltersOf, exportFormatOf, MAX_PAGE } from './audit-query.ts';
import { mountResponse } from './mount.ts';
import { PageExports } from './page-exports.ts';
import type { RequestPolicy } from './request-policy.ts';
import { sendCachedResponse } from './respond.ts';
import type { Service } from './service.ts';

/** Mounts the audit: a page of it, or an export. */
export function mountAudit(app: FastifyInstance, policy: RequestPolicy, { game, clock }: Service): void {
  const pages = new SharedCalls<CachedResponse>();
  const exports = new PageExports('audit', clock);

  mountResponse(app, policy, getAudit, async ({ query, request, reply }) => {
    const format = exportFormatOf(query);
    if (format !== undefined) {
      const filters = exportFiltersOf(query);
      return exports.send(reply, AUDIT_LINES[format], (cursor) =>
        game.call('audit', { ...filters, limit: MAX_PAGE, ...(cursor === undefined ? {} : { cursor }) }),
      );
    }
    const page = auditQueryOf(query);
    const response = await pages.share(JSON.stringify(page), () => game.call('audit', page).then(serialize));
    return sendCachedResponse(request, reply, response);
  });
}
