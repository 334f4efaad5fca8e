import { EVENT_STREAM, type EventData, type EventType } from '@palatine/contract';
import { getOrAdd } from '../catalogue/table.ts';
import type { Index } from './table.ts';

/** One event. Ids count up, also across restarts. */
export type WorldEvent<T extends EventType = EventType> = {
  [K in T]: { readonly id: number; readonly atMs: number; readonly type: K; readonly data: EventData<K> };
}[T];

/** Maximum events, and maximum bytes of them as JSON: whichever is reached first. */
export interface EventBounds {
  readonly events: number;
  readonly bytes: number;
}

/** Bounds of the event log; the oldest events are dropped first. */
export const EVENTS_KEPT: EventBounds = {
  events: EVENT_STREAM.keptEvents,
  bytes: EVENT_STREAM.keptBytes,
};

const texts = new WeakMap<WorldEvent, string>();

/** An event as the store writes it. Computed once: the log counts its bytes, and the store writes it. */
export function eventJson(event: WorldEvent): string {
  return getOrAdd(texts, event, () => JSON.stringify(event));
}

interface LoggedEvent {
  readonly event: WorldEvent;
  /** As JSON, which is how the store writes it. */
  readonly bytes: number;
}

/** Free slots kept at the beginning of the list: dropping each at once would move all the others. */
const MAX_FREE = 1024;

/** Events in the order of their ids, which a rollback changes in the table, with their sizes. */
export class EventLog implements Index<WorldEvent> {
  /** The events, from `#first` on; places before it are free. */
  readonly #entries: (LoggedEvent | undefined)[] = [];
  #first = 0;
  #bytes = 0;

  get size(): number {
    return this.#entries.length - this.#first;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get oldest(): WorldEvent | undefined {
    return this.#entries[this.#first]?.event;
  }

  get newest(): WorldEvent | undefined {
    return this.#entries.at(-1)?.event;
  }

  /** Whether the oldest must be dropped. The newest stays, even if too large. */
  exceeds({ events, bytes }: EventBounds): boolean {
    return this.size > events || (this.#bytes > bytes && this.size > 1);
  }

  /** The events that follow an id, oldest first, within the bounds; at least one when there is one. */
  after(id: number, { events, bytes }: EventBounds): WorldEvent[] {
    const page: WorldEvent[] = [];
    let remaining = bytes;
    for (let at = this.#indexAfter(id); at < this.#entries.length && page.length < events; at++) {
      const entry = this.#at(at);
      remaining -= entry.bytes;
      if (remaining < 0 && page.length > 0) break;
      page.push(entry.event);
    }
    return page;
  }

  /** Every event, except those emitted meanwhile. */
  *newestFirst(): Generator<WorldEvent> {
    const entries = this.#entries.slice(this.#first) as LoggedEvent[]; // all from there on
    for (const { event } of entries.reverse()) yield event;
  }

  changed(before: WorldEvent | undefined, after: WorldEvent | undefined): void {
    if (before !== undefined) this.#remove(before.id);
    if (after !== undefined) this.#insert(after);
  }

  #insert(event: WorldEvent): void {
    const bytes = Buffer.byteLength(eventJson(event));
    this.#entries.splice(this.#indexAfter(event.id), 0, { event, bytes });
    this.#bytes += bytes;
  }

  #remove(id: number): void {
    const at = this.#indexAfter(id - 1);
    this.#bytes -= this.#entries[at]?.bytes ?? 0;
    if (at !== this.#first) {
      this.#entries.splice(at, 1);
      return;
    }
    this.#entries[at] = undefined;
    this.#first += 1;
    if (this.#first <= MAX_FREE) return;
    this.#entries.splice(0, this.#first);
    this.#first = 0;
  }

  #at(index: number): LoggedEvent {
    return this.#entries[index] as LoggedEvent; // from `#first` on all are
  }

  /** Index of the first entry whose id is greater. */
  #indexAfter(id: number): number {
    let [low, high] = [this.#first, this.#entries.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#at(middle).event.id <= id) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Audit text from the events of a write: `10 × PalSphere`, `learnt PALBOX`. Most say nothing. */
const PARTS_OF: { readonly [Type in EventType]?: (data: EventData<Type>) => string[] } = {
  message: ({ sendType, sender, text }) => [
    `${sendType}${sendType === 'Alert' ? '' : ` from ${shortId(sender)}`}: ${text}`,
  ],
  grant: ({ granted }) =>
    Object.entries(GRANT_PARTS).flatMap(([name, partsOf]) => partsOf(ownField(granted, name))),
  technologies: ({ learnt, forgotten }) => [...after('learnt', learnt), ...after('forgotten', forgotten)],
  punishment({ action, userId, ip, reason }) {
    if (action === 'ban' && ip !== '') return [`with the address ${ip}`, reason];
    if (action === 'banip' && userId !== '') return [`address of ${shortId(userId)}`, reason];
    return [reason];
  },
  'base.deleted': ({ summary }) => [summary],
  'base.restored': ({ summary }) => [summary],
  'delivery.pending': ({ summary }) => [summary],
  'config.rejected': ({ file, reason }) => [`${file} rejected: ${reason}`],
};

/** The parts of the summary of a write that follow from its events, oldest first. */
export function partsOfEvents(events: readonly WorldEvent[]): string[] {
  return events.flatMap(({ type, data }, at) => {
    if (type === 'message' && at > 0) return []; // it announces what the first event says
    const partsOf = PARTS_OF[type] as ((of: typeof data) => string[]) | undefined; // of this type
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

function ofAmount(value: unknown, one: string, several = `${one}s`): string[] {
  return typeof value === 'number' ? [`${value} ${value === 1 ? one : several}`] : [];
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
