import { pathOf, type RouteShape } from '@palatine/contract';
import type { AuditSubject } from '../game/protocol.ts';

/** Longest text of a caller's that the audit keeps. */
const MAX_TEXT = 512;

const startedAt = Date.now().toString(36);
let requests = 0;

/** What the audit says of a write, but for how it ended. */
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
    Target: short(path[0] ?? target(body)),
    Reason: short(textOf(body, 'Reason')),
    request: `${startedAt}-${++requests}`,
  };
}

/** Routes without a path parameter name in the body whom they are about. */
function target(body: unknown): string {
  const several = field(body, 'UserIDs');
  if (Array.isArray(several)) return several.filter((id) => typeof id === 'string').join(' ');
  return (
    textOf(body, 'UserID') || textOf(body, 'PalID') || textOf(body, 'PalTemplate') || textOf(body, 'NPCID')
  );
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
