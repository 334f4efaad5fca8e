import type { PalatineEvent } from '@palatine/contract';
import { computed, signal } from '@preact/signals';
import type { Texts } from '../texts/texts.ts';

/** Maximum of events in a feed; the rest is on the page of events. */
const KEPT = 300;

/** Events as they happen, newest first. They are held while the feed is paused. */
export function createFeed() {
  const visible = signal<readonly PalatineEvent[]>([]);
  const held = signal<readonly PalatineEvent[]>([]);
  const isPaused = signal(false);
  const newest = (): number => held.peek()[0]?.Id ?? visible.peek()[0]?.Id ?? 0;
  return {
    events: visible,
    waiting: computed(() => held.value.length),
    isPaused,
    add(event: PalatineEvent): void {
      if (event.Id <= newest()) return; // the past has it already
      const target = isPaused.peek() ? held : visible;
      target.value = [event, ...target.peek()].slice(0, KEPT);
    },
    /** The past, of which a part may be there already. */
    begin(past: readonly PalatineEvent[]): void {
      const [top] = visible.peek();
      const newestShown = isPaused.peek() && top !== undefined ? top.Id : Number.POSITIVE_INFINITY;
      held.value = merged(
        held.peek(),
        past.filter(({ Id }) => Id > newestShown),
      );
      visible.value = merged(
        visible.peek(),
        past.filter(({ Id }) => Id <= newestShown),
      );
    },
    pause(paused: boolean): void {
      isPaused.value = paused;
      if (paused) return;
      visible.value = merged(held.peek(), visible.peek());
      held.value = [];
    },
  };
}

/** The events of both lists, each once, newest first. */
function merged(list: readonly PalatineEvent[], others: readonly PalatineEvent[]): readonly PalatineEvent[] {
  const ids = new Set(list.map(({ Id }) => Id));
  const all = [...list, ...others.filter(({ Id }) => !ids.has(Id))];
  return all.sort((a, b) => b.Id - a.Id).slice(0, KEPT);
}

/** Events that are shown as one line: a shop that gives to twenty players is one thing that happens. */
export interface EventGroup {
  readonly event: PalatineEvent;
  readonly count: number;
}

/** Events within this many ms of each other may be one group. */
const TOGETHER_MS = 60_000;

/** Groups neighbors of one type by one token, newest first, as the events are. */
export function groupEvents(events: readonly PalatineEvent[]): EventGroup[] {
  const groups: { event: PalatineEvent; oldestMs: number; count: number }[] = [];
  for (const event of events) {
    const last = groups.at(-1);
    const atMs = Date.parse(event.Time);
    const isSame = last !== undefined && groupKey(last.event) === groupKey(event) && groupKey(event) !== '';
    if (isSame && last.oldestMs - atMs <= TOGETHER_MS) {
      last.count += 1;
      last.oldestMs = atMs;
    } else groups.push({ event, oldestMs: atMs, count: 1 });
  }
  return groups;
}

/** The key that equal events share; '' for those that are never grouped. */
function groupKey({ Type, Data }: PalatineEvent): string {
  const { issuer } = Data as { issuer?: string };
  return Type === 'grant' || Type === 'delivery.pending' ? `${Type} ${issuer ?? ''}` : '';
}

export type EventKind = keyof Texts['events']['kinds'];

const KINDS: Readonly<Record<string, EventKind>> = {
  player: 'players',
  pal: 'players',
  items: 'players',
  grant: 'giving',
  technologies: 'giving',
  summoned: 'giving',
  delivery: 'giving',
  punishment: 'moderation',
  whitelist: 'moderation',
  enforcement: 'moderation',
  identity: 'moderation',
  message: 'messages',
  guild: 'bases',
  base: 'bases',
};

/** Whether an event is shown; `kind`: of this kind only. A player who joined is loaded, so that is not said as well. */
export const isShown = (type: string, kind: EventKind | '' = ''): boolean =>
  type !== 'player.loaded' && (kind === '' || kindOf(type) === kind);

/** The kind of an event type; `service` for unlisted subjects. */
export function kindOf(type: string): EventKind {
  const [subject = ''] = type.split('.');
  return Object.hasOwn(KINDS, subject) ? (KINDS[subject] ?? 'service') : 'service';
}
