import { isUserId, parseGuid } from '@palatine/contract';
import { isObject } from '../../data-folder/is-object.ts';

/** The SQL function behind the filter by a text of an event. */
export const EVENT_CONTAINS = 'palatine_event_contains';

/** The player whom an event is about; '' for what it does not say, and for an event about several. */
export interface AboutPlayer {
  uid: string;
  userId: string;
  name: string;
}

/** Of the data of an event, also of a type that this version does not know. */
export function playerOf(data: Readonly<Record<string, unknown>>): AboutPlayer {
  const { player, target, recipients } = data;
  if (isObject(player)) return named(player);
  const about = named(data);
  if (about.uid !== '' || about.userId !== '') return about;
  if (typeof target === 'string') return identified(target);
  if (Array.isArray(recipients) && recipients.length === 1) return identified(textOf(recipients[0]));
  return { uid: '', userId: '', name: '' };
}

/** Whether a text of an event, or its type, contains another in any case; the wanted one is in lower case. */
export function eventContains(wanted: unknown, type: unknown, data: unknown): number {
  const text = String(wanted);
  const matches = (found: string) => found.toLowerCase().includes(text);
  return Number(matches(String(type)) || anyText(JSON.parse(String(data)), matches));
}

/** Whether lists and objects lie within each other in at most so many levels. */
export function isWithinDepth(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((inside) => isWithinDepth(inside, levels - 1));
}

function anyText(value: unknown, matches: (text: string) => boolean): boolean {
  if (typeof value === 'string') return matches(value);
  if (Array.isArray(value)) return value.some((entry) => anyText(entry, matches));
  return isObject(value) && Object.values(value).some((entry) => anyText(entry, matches));
}

function named({ uid, userId, name }: Readonly<Record<string, unknown>>): AboutPlayer {
  return { uid: parseGuid(textOf(uid)) ?? '', userId: textOf(userId), name: textOf(name) };
}

function identified(text: string): AboutPlayer {
  return { uid: parseGuid(text) ?? '', userId: isUserId(text) ? text : '', name: '' };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
