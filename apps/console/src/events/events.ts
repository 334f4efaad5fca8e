import type { PalatineEvent } from '@palatine/contract';
import { computed, signal } from '@preact/signals';
import type { Texts } from '../texts/texts.ts';

/** Maximum of events in a feed; the rest is on the page of events. */
const KEPT = 300;

/** Events as they happen, newest first. Those that come while the feed is paused are held. */
export function createFeed() {
  const all = signal<readonly PalatineEvent[]>([]);
  /** The id of the newest event when the feed was paused; undefined while it is not. */
  const pausedAt = signal<number | undefined>(undefined);
  const events = computed(() => all.value.filter(({ Id }) => Id <= (pausedAt.value || Infinity)));
  // What is read while it is paused stays, however much comes.
  const keep = (list: readonly PalatineEvent[]) =>
    (all.value = list.slice(0, pausedAt.peek() === undefined ? KEPT : 2 * KEPT));
  return {
    events,
    waiting: computed(() => all.value.length - events.value.length),
    isPaused: computed(() => pausedAt.value !== undefined),
    add(event: PalatineEvent): void {
      if (event.Id > (all.peek()[0]?.Id ?? 0)) keep([event, ...all.peek()]); // else the past has it already
    },
    /** The past, of which a part may be there already. */
    begin(past: readonly PalatineEvent[]): void {
      const events = new Map([...all.peek(), ...past].map((event) => [event.Id, event]));
      keep([...events.values()].sort((a, b) => b.Id - a.Id));
    },
    pause(paused: boolean): void {
      pausedAt.value = paused ? (pausedAt.peek() ?? all.peek()[0]?.Id ?? 0) : undefined;
      if (!paused) keep(all.peek());
    },
  };
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
