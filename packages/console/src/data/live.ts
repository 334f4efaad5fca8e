import { getEvents, type PalatineEvent } from '@palatine/contract';
import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { place } from '../navigation/place.ts';
import { client, may, session } from '../session/session.ts';
import { coalesced } from './coalesce.ts';
import type { Resource } from './resource.ts';
import { type SharedStream, type StreamRefusal, shareStream } from './shared-stream.ts';

/** `unread`: the token may not read events, so nothing is live. */
export type LiveState = 'live' | 'coming back' | 'signed out' | 'unread';

const stream = signal<SharedStream<PalatineEvent> | undefined>(undefined);
const listeners = new Set<(event: PalatineEvent) => void>();

/** Whether what is shown follows the world. */
export const liveState: ReadonlySignal<LiveState> = computed(() => {
  if (session.value === undefined) return 'signed out';
  if (stream.value === undefined) return 'unread';
  return stream.value.state.value === 'live' ? 'live' : 'coming back';
});

/** Why nothing is live although the token may read events, as the service said it; undefined where it said nothing. */
export const liveRefusal: ReadonlySignal<StreamRefusal | undefined> = computed(
  () => stream.value?.refusal.value,
);

/** When the service was last heard of, in ms since 1970; 0 before. */
export const heardAtMs: ReadonlySignal<number> = computed(() => stream.value?.heardAtMs.value ?? 0);

/** Follows the events while somebody is signed in. @returns how to stop. */
export function startLive(): () => void {
  return effect(() => {
    const { value } = session;
    if (value === undefined || !may(getEvents)) return undefined;
    // Tabs that are signed in with another token see other events, and have their own connection.
    const opened = shareStream<PalatineEvent>(`palatine.events.${value.facts.Token.Name}${place.suffix}`, {
      read: ({ signal: ended, last, onConnection }) =>
        client().events({ signal: ended, onConnection, ...(last && { since: last.Id }) }),
    });
    opened.listen((event) => {
      for (const listener of listeners) listener(event);
    });
    stream.value = opened;
    const stopAsking = effect(() => {
      // A stream that was there and is refused: perhaps the token has gone, and then this call ends the session.
      if (opened.state.value !== 'off' || opened.heardAtMs.peek() === 0) return;
      if (session.peek() === value) void value.client.getSession({ retry: false }).catch(() => {});
    });
    return () => {
      stopAsking();
      opened.close();
      stream.value = undefined;
    };
  });
}

/** Calls `listener` with each event as it happens, in every tab. @returns how to stop. */
export function onEvent(listener: (event: PalatineEvent) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** At least so many ms lie between two reads of a resource that events cause. */
const GAP_MS = 1000;

/**
 * Reads a resource anew after each event that concerns it. Events that come while it is read, or within a second after,
 * cost one more read together. @returns how to stop.
 */
export function touch(
  resource: Pick<Resource<unknown>, 'refresh'>,
  concerns: (event: PalatineEvent) => boolean,
): () => void {
  let stopped = false;
  const read = coalesced(async () => {
    if (!stopped) await resource.refresh();
  }, GAP_MS);
  const stop = onEvent((event) => {
    if (concerns(event)) read();
  });
  return () => {
    stopped = true;
    stop();
  };
}

/** The PlayerUIDs that an event is about. */
export function playersOf(event: PalatineEvent): readonly string[] {
  const { Data } = event as { Data: { player?: { uid: string }; uid?: string } }; // those of EVENTS have these or none
  return [Data.player?.uid ?? Data.uid ?? ''].filter((uid) => uid !== '');
}
