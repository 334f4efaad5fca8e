import type { RouteShape } from '@palatine/contract';
import { fieldOf, SECTIONS } from './grant-summary.ts';
import { idText, listed } from './summary-text.ts';

/**
 * What a request asked for, for the audit of a write that was refused. Its body may not have been checked: only the
 * fields of the route are read, and what has another type is left out.
 */
export function requestSummary(route: RouteShape, body: unknown): string {
  const { properties = {} } = (route.documentedBody ?? route.body ?? {}) as { properties?: object };
  const parts: string[] = [];
  for (const name in properties) {
    const value = fieldOf(body, name);
    if (value !== undefined) parts.push(...partsOf(name, value));
  }
  return listed(parts);
}

/** The names of players are in the target. */
const IN_TARGET = ['UserID', 'UserIDs'];
/** Fields that are a text by themselves. */
const TEXTS = ['Message', 'Reason'];

function partsOf(name: string, value: unknown): string[] {
  if (IN_TARGET.includes(name)) return [];
  const inGrant = SECTIONS[name];
  if (inGrant !== undefined) return inGrant(value);
  if (typeof value === 'string') return [TEXTS.includes(name) ? value : `${name} ${idText(value)}`];
  if (typeof value === 'number' || typeof value === 'boolean') return [`${name} ${value}`];
  const texts = textsOf(value).slice(0, MAX_TEXTS);
  return texts.map((text, at) => (at === 0 ? `${name} ${idText(text)}` : idText(text)));
}

/** The texts of a list; of an object the names of its fields, whose values may be anything. */
function textsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.filter((entry) => typeof entry === 'string');
  return typeof value === 'object' && value !== null ? Object.keys(value) : [];
}

/** More than a summary has room for. */
const MAX_TEXTS = 512;
