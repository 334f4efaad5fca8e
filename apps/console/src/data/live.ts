import { getEvents, type PalatineEvent } from '@palatine/contract';
import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import { client, may, session } from '../session/session.ts';
import { openStream, type Stream } from './stream.ts';

/** `unread`: the token may not read events, so nothing is live. */
type LiveState = 'live' | 'coming back' | 'signed out' | 'unread';

/** Takes an event; undefined where events may have been missed, so that everything is read again. */
type EventListener = (event: PalatineEvent | undefined) => void;

const stream = signal<Stream | undefined>(undefined);
const listeners = new Set<EventListener>();
const emit: EventListener = (event) => {
  for (const listener of listeners) listener(event);
};

export const liveState: ReadonlySignal<LiveState> = computed(() => {
  if (session.value === undefined) return 'signed out';
  if (stream.value === undefined) return 'unread';
  return stream.value.state.value === 'live' ? 'live' : 'coming back';
});

/** Why nothing is live although the token may read events, as the service said it; undefined where it said nothing. */
export const liveRefusal: ReadonlySignal<string | undefined> = computed(() => stream.value?.refusal.value);

/** When the service was last heard of, in ms since 1970; 0 before. */
export const heardAtMs: ReadonlySignal<number> = computed(() => stream.value?.heardAtMs.value ?? 0);

/** Follows the events while signed in. @returns how to stop. */
export function startLive(): () => void {
  return effect(() => {
    const { value } = session;
    if (value === undefined || !may(getEvents)) return undefined;
    const opened = openStream<PalatineEvent>(
      ({ signal: ended, last, onConnection }) =>
        client().events({ signal: ended, onConnection, ...(last && { since: last.Id }) }),
      emit,
    );
    stream.value = opened;
    let mayHaveMissed = false;
    const stopReading = effect(() => {
      const state = opened.state.value;
      // `off` without a refusal is the beginning: what is shown is being read just now.
      if (state !== 'live') mayHaveMissed ||= state === 'lost' || opened.refusal.value !== undefined;
      else if (mayHaveMissed) {
        mayHaveMissed = false;
        // Also where the stream resumes after the last event: there may have been none yet, or more than are kept.
        untracked(() => emit(undefined));
      }
      // A stream that was there and is refused: perhaps the token has gone, and then this call ends the session.
      if (state === 'off' && opened.heardAtMs.peek() > 0 && session.peek() === value)
        void value.client.getSession({ retry: false }).catch(() => {});
    });
    return () => {
      stopReading();
      opened.close();
      stream.value = undefined;
    };
  });
}

/** Calls `listener` with each event as it happens. @returns how to stop. */
export function onEvent(listener: EventListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const aboutPlayer = (uid: string) => (event: PalatineEvent) => {
  const { Data } = event as { Data: { player?: { uid: string }; uid?: string } }; // those of EVENTS have these or none
  return (Data.player?.uid ?? Data.uid) === uid;
};
