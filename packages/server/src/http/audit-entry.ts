import { pathOf, type RouteShape } from '@palatine/contract';
import type { AuditSubject } from '../game/protocol.ts';

/** Longest text of a request that the audit stores, in characters. */
const MAX_TEXT = 512;

const startedAt = Date.now().toString(36);
let requests = 0;

/** The audit entry of a write, without its outcome. */
export function auditSubject(
  route: RouteShape,
  caller: { token: string; ip: string },
  params: unknown,
  body: unknown,
): AuditSubject {
  const path = Object.values(params as Record<string, string>);
  return {
    Token: caller.token,
    IP: caller.ip,
    Route: `${route.method} ${pathOf(route)}`,
    Target: short(path[0] ?? targetIn(body, route.auditTarget)),
    Reason: short(textOf(body, 'Reason')),
    request: `${startedAt}-${++requests}`,
  };
}

/** The first of the route's target fields that the body holds; several ids are joined. */
function targetIn(body: unknown, fields: readonly string[] = []): string {
  for (const name of fields) {
    const value = field(body, name);
    if (typeof value === 'string' && value !== '') return value;
    if (Array.isArray(value)) return value.filter((id) => typeof id === 'string').join(' ');
  }
  return '';
}

function textOf(body: unknown, name: string): string {
  const value = field(body, name);
  return typeof value === 'string' ? value : '';
}

function field(body: unknown, name: string): unknown {
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, name)) return undefined;
  return (body as Record<string, unknown>)[name];
}

function short(text: string): string {
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT)}…`;
}
