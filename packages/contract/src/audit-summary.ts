import type { EventData, EventType } from './events.ts';
import type { RouteShape } from './route.ts';

// The sentence of the audit about a write: from its events, or from its request when it was refused.

export const MAX_SUMMARY = 512;
/** Maximum characters of ` and 1000 more`. */
const ROOM_FOR_REST = 20;
/** Player names are in the target. */
const IN_TARGET = ['UserID', 'UserIDs'];
/** Fields whose text needs no name. */
const TEXTS = ['Message', 'Reason'];

/** Summary of a refused write for the audit. Its body may be invalid: wrong types are left out. */
export function requestSummary(route: RouteShape, body: unknown): string {
  const { properties = {} } = (route.documentedBody ?? route.body ?? {}) as { properties?: object };
  const names = Object.keys(properties).filter((name) => !IN_TARGET.includes(name));
  return joinParts(names.flatMap((name) => partsOfField(name, ownField(body, name))));
}

function partsOfField(name: string, value: unknown): string[] {
  const inGrant = GRANT_PARTS[name];
  if (inGrant !== undefined) return inGrant(value);
  if (typeof value === 'string') return [TEXTS.includes(name) ? value : `${name} ${shortId(value)}`];
  if (typeof value === 'number' || typeof value === 'boolean') return [`${name} ${value}`];
  // Texts of a list; field names of an object, whose values may be anything.
  const texts = Array.isArray(value)
    ? value.filter((entry) => typeof entry === 'string')
    : Object.keys(value ?? {});
  return texts
    .slice(0, MAX_SUMMARY)
    .map((text, at) => (at === 0 ? `${name} ${shortId(text)}` : shortId(text)));
}

/** Comma-separated parts, as many as fit, and the number of the rest. */
export function joinParts(parts: readonly string[]): string {
  let text = '';
  for (const [at, part] of parts.entries()) {
    const longer = at === 0 ? part : `${text}, ${part}`;
    if (longer.length > MAX_SUMMARY - ROOM_FOR_REST && at > 0) {
      return `${cutText(text, MAX_SUMMARY - ROOM_FOR_REST)} and ${parts.length - at} more`;
    }
    text = longer;
  }
  return cutText(text, MAX_SUMMARY);
}

type AnyEvent = { [T in EventType]: { readonly type: T; readonly data: EventData<T> } }[EventType];

/** Audit text from the events of a write: `10 × PalSphere`, `learnt PALBOX`. Most say nothing. */
const PARTS_OF: { readonly [Type in EventType]?: (data: EventData<Type>) => string[] } = {
  message: ({ sendType, sender, text }) => [
    `${sendType}${sendType === 'Alert' ? '' : ` from ${shortId(sender)}`}: ${text}`,
  ],
  grant: ({ granted }) =>
    Object.entries(GRANT_PARTS).flatMap(([name, partsOf]) => partsOf(ownField(granted, name))),
  technologies: ({ learnt, forgotten }) => [...after('learnt', learnt), ...after('forgotten', forgotten)],
  punishment({ action, userId, ip, reason, code }) {
    const given = code === undefined ? [reason] : []; // else the route says it
    if (action === 'ban' && ip !== '') return [`with the address ${ip}`, ...given];
    if (action === 'banip' && userId !== '') return [`address of ${shortId(userId)}`, ...given];
    return given;
  },
  'base.deleted': ({ summary }) => [summary],
  'base.restored': ({ summary }) => [summary],
  'delivery.pending': ({ summary }) => [summary],
  'config.rejected': ({ file, reason }) => [`${file} rejected: ${reason}`],
};

/** The parts of the summary of a write that follow from its events, oldest first. */
export function partsOfEvents(events: readonly AnyEvent[]): string[] {
  return events.flatMap(({ type, data }, at) => {
    if (type === 'message' && at > 0) return []; // it announces what the first event says
    const partsOf = PARTS_OF[type] as ((event: typeof data) => string[]) | undefined; // of this type
    return partsOf?.(data) ?? [];
  });
}

/** Maximum entries of a list that a summary counts; requests with more are refused. */
const MAX_ENTRIES = 1000;

/** Parts of a grant by section, of an event or an unchecked body: other types are left out. */
export const GRANT_PARTS: Readonly<Record<string, (value: unknown) => string[]>> = {
  Items: (items) => (Array.isArray(items) ? ofEntries(items, itemPart) : ofCounts(items, '')),
  Pals: (pals) => withCounts(ofEntries(pals, palPart)),
  PalTemplates: (names) => withCounts(ofEntries(names, templatePart)),
  PalEggs: (eggs) => withCounts(ofEntries(eggs, eggPart)),
  EXP: (amount) => ofAmount(amount, 'EXP', 'EXP'),
  TechnologyPoints: (amount) => ofAmount(amount, 'technology point'),
  AncientTechnologyPoints: (amount) => ofAmount(amount, 'ancient technology point'),
  Lifmunks: (amount) => ofAmount(amount, 'Lifmunk'),
  Relics: (amounts) => ofCounts(amounts, 'relic '),
};

function ofEntries(value: unknown, partOf: (entry: unknown) => string | undefined): string[] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, MAX_ENTRIES).flatMap((entry) => partOf(entry) ?? []);
}

function ofCounts(value: unknown, kind: string): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  const parts: string[] = [];
  for (const name in value) {
    const count = ownField(value, name);
    if (typeof count === 'number') parts.push(`${count} × ${kind}${shortId(name)}`);
    if (parts.length === MAX_ENTRIES) break;
  }
  return parts;
}

function ofAmount(value: unknown, singular: string, plural = `${singular}s`): string[] {
  return typeof value === 'number' ? [`${value} ${value === 1 ? singular : plural}`] : [];
}

function itemPart(entry: unknown): string | undefined {
  const [id, count] = [textIn(entry, 'ItemID'), ownField(entry, 'Count')];
  return id !== undefined && typeof count === 'number' ? `${count} × ${id}` : id;
}

function palPart(entry: unknown): string | undefined {
  const id = textIn(entry, 'PalID');
  return id === undefined ? undefined : id + levelOf(entry);
}

/** The name of a template in a request; the Pal made from it in an event. */
function templatePart(entry: unknown): string | undefined {
  if (typeof entry === 'string') return `template ${shortId(entry)}`;
  const name = textIn(entry, 'Template');
  return name === undefined ? undefined : `${palPart(entry) ?? 'a Pal'} of template ${name}`;
}

function eggPart(entry: unknown): string | undefined {
  const [egg, pal, template] = [textIn(entry, 'EggID'), textIn(entry, 'PalID'), textIn(entry, 'PalTemplate')];
  const inside = pal ?? (template === undefined ? undefined : `template ${template}`);
  return egg === undefined
    ? undefined
    : `${egg}${inside === undefined ? '' : ` with ${inside}`}${levelOf(entry)}`;
}

function levelOf(entry: unknown): string {
  const level = ownField(entry, 'Level');
  return typeof level === 'number' ? ` level ${level}` : '';
}

function textIn(value: unknown, name: string): string | undefined {
  const text = ownField(value, name);
  return typeof text === 'string' ? shortId(text) : undefined;
}

/** Equal parts once, with their number: `3 × PinkCat level 10`. In the order of their first. */
function withCounts(parts: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const part of parts) counts.set(part, (counts.get(part) ?? 0) + 1);
  return [...counts].map(([part, count]) => (count === 1 ? part : `${count} × ${part}`));
}

function after(verb: string, ids: readonly string[]): string[] {
  return ids.map((id, at) => (at === 0 ? `${verb} ${id}` : id));
}

export function ownField(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}

/** Longest id or name in a summary: a request that was refused may hold one of any length. */
const MAX_ID = 64;

export function shortId(id: string): string {
  return cutText(id, MAX_ID);
}

/** A text of at most `maxChars` characters, with an ellipsis where it was cut; no character is split. */
export function cutText(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const last = text.charCodeAt(maxChars - 1);
  const isHalf = last >= 0xd800 && last <= 0xdbff;
  return `${text.slice(0, isHalf ? maxChars - 1 : maxChars)}…`;
}
