import { signal } from '@preact/signals';

/** A polite line is followed by the next after this many ms at the soonest. */
export const POLITE_GAP_MS = 3000;

export function createAnnouncer(now = Date.now, later: (run: () => void, ms: number) => void = setTimeout) {
  const polite = signal('');
  const assertive = signal('');
  let saidAtMs = Number.NEGATIVE_INFINITY;
  let next: string | undefined;
  function say(text: string): void {
    // A region that says the same text again is silent, so it differs by a space.
    polite.value = text === polite.value ? `${text}\u00a0` : text;
    saidAtMs = now();
  }
  return {
    /** The text that screen readers say when they are done with the current one. */
    polite,
    assertive,
    /** Says a result or an event. Of several within 3 s the last one is said. */
    announce(text: string): void {
      const waitMs = saidAtMs + POLITE_GAP_MS - now();
      if (next === undefined && waitMs <= 0) return say(text);
      if (next === undefined)
        later(() => {
          say(next ?? text);
          next = undefined;
        }, waitMs);
      next = text;
    },
    announceFailure(text: string): void {
      assertive.value = text === assertive.value ? `${text}\u00a0` : text;
    },
  };
}

export const announcer = createAnnouncer();

export const { announce, announceFailure } = announcer;
