import { getAudit } from '@palatine/contract';
import type { FastifyInstance } from 'fastify';
import type { CachedResponse } from '../game/protocol.ts';
import { serialize } from '../game/response-format.ts';
import { SharedCalls } from '../game/shared-calls.ts';
import { AuditExports } from './audit-export.ts';
import { auditQueryOf, exportFiltersOf, exportFormatOf } from './audit-query.ts';
import { mountResponse } from './mount.ts';
import type { RequestPolicy } from './request-policy.ts';
import { sendCachedResponse } from './respond.ts';
import type { Service } from './service.ts';

/** Mounts the audit: a page of it, or an export. */
export function mountAudit(app: FastifyInstance, policy: RequestPolicy, { game, clock }: Service): void {
  const pages = new SharedCalls<CachedResponse>();
  const exports = new AuditExports((query) => game.call('audit', query), clock);

  mountResponse(app, policy, getAudit, async ({ query, request, reply }) => {
    const format = exportFormatOf(query);
    if (format !== undefined) return exports.send(reply, format, exportFiltersOf(query));
    const page = auditQueryOf(query);
    const response = await pages.share(JSON.stringify(page), () => game.call('audit', page).then(serialize));
    return sendCachedResponse(request, reply, response);
  });
}
