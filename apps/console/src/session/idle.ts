import { effect, type ReadonlySignal } from '@preact/signals';
import { endSession, session } from './session.ts';

/** What counts as use of the page. */
const USES = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

/** Between two looks at the clock, in ms. A timer of the whole length would stand still while the machine sleeps. */
const LOOK_MS = 5000;

const MINUTE_MS = 60_000;

/**
 * Ends the session after some minutes without use. @returns how to stop.
 * @param minutes 0 never ends it
 * @param reason the sentence that the sign-in then shows
 */
export function watchIdle(minutes: ReadonlySignal<number>, reason: () => string, now = Date.now): () => void {
  let usedAtMs = now();
  const use = () => {
    usedAtMs = now();
  };
  const look = () => {
    const limit = minutes.value;
    if (session.value !== undefined && limit > 0 && now() - usedAtMs >= limit * MINUTE_MS)
      endSession(reason());
  };
  const stopFollowing = effect(() => {
    if (session.value !== undefined) use(); // to sign in is to use it
  });
  for (const name of USES) addEventListener(name, use, { passive: true, capture: true });
  document.addEventListener('visibilitychange', look);
  const timer = setInterval(look, LOOK_MS);
  return () => {
    stopFollowing();
    for (const name of USES) removeEventListener(name, use, { capture: true });
    document.removeEventListener('visibilitychange', look);
    clearInterval(timer);
  };
}
