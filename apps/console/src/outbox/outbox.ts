import { newIdempotencyKey, PalatineError, UnansweredError } from '@palatine/client';
import { ALL_ROUTES, type RouteShape } from '@palatine/contract';
import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { parseStored } from '../data/preferences.ts';
import { place } from '../navigation/place.ts';
import { client, onSignOut, session } from '../session/session.ts';
import {
  type AnyWrite,
  ENTRY_STATES,
  type Entry,
  OPEN_STATES,
  type Outcome,
  UNSETTLED_CODES,
  type Write,
  type WriteName,
} from './entry.ts';

/** Ended entries that are kept; open ones always are. */
const ENDED_KEPT = 50;

/** The entries as text; '' for none. Of the ended ones the newest. */
function writeEntries(entries: readonly Entry[]): string {
  let ended = 0;
  const remaining = entries.filter(({ state }) => OPEN_STATES.has(state) || ++ended <= ENDED_KEPT);
  return remaining.length === 0 ? '' : JSON.stringify(remaining);
}

/** The entries of an earlier page of this tab: those that were sent have an unknown result. */
function readEntries(text: string | null): readonly Entry[] {
  const stored = parseStored(text);
  return Array.isArray(stored) ? stored.filter(isEntry).map(afterReload) : [];
}

function afterReload(entry: Entry): Entry {
  if (entry.state === 'sent') return { ...entry, state: 'unknown' };
  return entry.state === 'waiting' ? { ...entry, state: 'stopped' } : entry;
}

function isEntry(value: unknown): value is Entry {
  const entry = value as Entry | null;
  return (
    typeof entry?.key === 'string' &&
    typeof entry.label === 'string' &&
    typeof entry.issuer === 'string' &&
    typeof entry.askedAtMs === 'number' &&
    typeof entry.call === 'object' &&
    entry.call !== null &&
    Object.hasOwn(ALL_ROUTES, entry.route) &&
    (ALL_ROUTES[entry.route] as RouteShape).method !== 'GET' &&
    ENTRY_STATES.includes(entry.state)
  );
}

/** Requests sent at once, so that a long bulk leaves the service room for others. */
const AT_ONCE = 4;

/** The service knows a key for 24 h; after that, the same write would be a new one. */
const KEY_LIFE_MS = 23 * 60 * 60 * 1000;

/** An outbox over a storage. What the storage holds of an earlier page is in it. */
export function createOutbox(props: {
  storage: { read(): string | null; write(text: string): void };
  now: () => number;
  /** Calls a route, with the key, and again with the same key after an outage. */
  call: (route: WriteName, options: object) => Promise<unknown>;
  issuer: () => string;
}) {
  const { storage, now, call, issuer } = props;
  const entries = signal<readonly Entry[]>(readEntries(storage.read()));
  const running = new Map<string, Promise<Outcome>>();
  const queue: (() => void)[] = [];
  let freeSlots = AT_ONCE;

  function keep(next: readonly Entry[]): void {
    entries.value = next;
    storage.write(writeEntries(next));
  }
  function update(key: string, changes: Partial<Entry>): void {
    keep(entries.value.map((entry) => (entry.key === key ? { ...entry, ...changes } : entry)));
  }
  function put(entry: Entry): void {
    keep([entry, ...entries.value.filter(({ key }) => key !== entry.key)]);
  }

  async function takeSlot(): Promise<void> {
    if (freeSlots > 0) freeSlots -= 1;
    else await new Promise<void>((resolve) => queue.push(resolve));
  }
  function releaseSlot(): void {
    const next = queue.shift();
    if (next === undefined) freeSlots += 1;
    else next();
  }

  async function attempt({ key, route, call: options }: Entry, signal?: AbortSignal): Promise<Outcome> {
    await takeSlot();
    try {
      if (signal?.aborted || !entries.value.some((entry) => entry.key === key)) {
        update(key, { state: 'stopped' });
        return { state: 'stopped' };
      }
      update(key, { state: 'sent' });
      const reply = await call(route, { ...options, idempotencyKey: key });
      update(key, { state: 'done' });
      return { state: 'done', reply };
    } catch (error) {
      return failed(key, error);
    } finally {
      releaseSlot();
    }
  }

  function failed(key: string, error: unknown): Outcome {
    if (error instanceof UnansweredError) {
      update(key, { state: 'unknown', code: error.code, message: error.message });
      return { state: 'unknown', error };
    }
    if (error instanceof PalatineError) {
      const { code, message, requestId } = error;
      const state = UNSETTLED_CODES.has(code) ? 'unknown' : 'refused';
      update(key, { state, code, message, ...(requestId !== undefined && { requestId }) });
      return { state, error };
    }
    keep(entries.value.filter((entry) => entry.key !== key));
    throw error;
  }

  function start(entry: Entry, signal?: AbortSignal): Promise<Outcome> {
    const already = running.get(entry.key);
    if (already !== undefined) return already;
    put(entry);
    const outcome = attempt(entry, signal).finally(() => running.delete(entry.key));
    running.set(entry.key, outcome);
    return outcome;
  }

  function sendOne({ route, label, key, ...options }: AnyWrite, signal?: AbortSignal): Promise<Outcome> {
    const sender = { askedAtMs: now(), issuer: issuer() };
    return start({ key, route, label, call: options, state: 'waiting', ...sender }, signal);
  }

  return {
    /** The actions of this tab, newest first. */
    entries: entries as ReadonlySignal<readonly Entry[]>,
    open: computed(() => entries.value.filter(({ state }) => OPEN_STATES.has(state)).length),
    /** Sends a write. It never rejects for what the service or the network does: see the outcome. */
    send: <Name extends WriteName>(write: Write<Name>) => sendOne(write),
    /** Sends many, four at a time, in order. `signal`: stops what has not begun. `onOutcome`: called with every outcome. */
    sendAll: (
      writes: readonly AnyWrite[],
      {
        signal,
        onOutcome,
      }: { signal?: AbortSignal; onOutcome?: (write: AnyWrite, end: Outcome) => void } = {},
    ) =>
      Promise.all(
        writes.map(async (write) => {
          const outcome = await sendOne(write, signal);
          onOutcome?.(write, outcome);
          return outcome;
        }),
      ),
    /** Retries an entry with its key, so that it is applied once at most. */
    async retry(key: string): Promise<Outcome> {
      const entry = entries.value.find(({ key: entryKey }) => entryKey === key);
      if (entry === undefined) throw new Error(`the outbox has no ${key}`);
      return start({ ...entry, state: 'waiting' });
    },
    /** Why an entry cannot be retried: another token is signed in, or the service has forgotten the key. */
    blockedBecause(entry: Entry): 'token' | 'age' | undefined {
      if (entry.issuer !== issuer()) return 'token';
      return now() - entry.askedAtMs > KEY_LIFE_MS ? 'age' : undefined;
    },
    tidy: () => keep(entries.value.filter(({ state }) => OPEN_STATES.has(state))),
    clear: () => keep([]),
  };
}

/** Name of the tab's own storage that holds the outbox; a reload loses no doubt about a write. */
const STORAGE = `palatine.outbox${place.suffix}`;

/** The one outbox of the page. Every write of the console goes through it. */
export const outbox = createOutbox({
  storage: {
    read: () => globalThis.sessionStorage?.getItem(STORAGE) ?? null,
    write(text) {
      if (text === '') sessionStorage.removeItem(STORAGE);
      else sessionStorage.setItem(STORAGE, text);
    },
  },
  now: Date.now,
  call(route, options) {
    const method = client()[route] as (options: object) => Promise<object>; // a write's name, as its type says
    return method(options);
  },
  issuer: () => session.value?.facts.Token.Name ?? '',
});
onSignOut(({ chosen }) => {
  if (chosen) outbox.clear();
});

export const { send } = outbox;

/** A key for a write, to be made when its dialog opens: however often it is sent, it is applied once. */
export const newKey = newIdempotencyKey;

/** Asks before the tab is closed while the outcome of a write is unknown. @returns how to stop. */
export function warnOnClose(): () => void {
  const onBeforeUnload = (event: BeforeUnloadEvent) => {
    if (outbox.open.value > 0) event.preventDefault();
  };
  addEventListener('beforeunload', onBeforeUnload);
  return () => removeEventListener('beforeunload', onBeforeUnload);
}
