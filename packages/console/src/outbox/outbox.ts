import { newIdempotencyKey } from '@palatine/client';
import { place } from '../navigation/place.ts';
import { onSignOut, session } from '../session/session.ts';
import { createOutbox } from './create-outbox.ts';

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
    const signedIn = session.value;
    if (signedIn === undefined) throw new Error('nobody is signed in');
    const method = signedIn.client[route] as (options: object) => Promise<object>; // a write's name, as its type says
    return method(options);
  },
  issuer: () => session.value?.facts.Token.Name ?? '',
});
onSignOut(({ chosen }) => {
  if (chosen) outbox.clear();
});

/** Sends a write; see `Outbox.send`. */
export const { send, sendAll } = outbox;

/** A key for a write, to be made when its dialog opens: however often it is sent, it is applied once. */
export const newKey = newIdempotencyKey;

/** Asks before a tab is closed while nobody knows whether a write was applied. @returns how to stop. */
export function warnOnClose(): () => void {
  const onBeforeUnload = (event: BeforeUnloadEvent) => {
    if (outbox.open.value > 0) event.preventDefault();
  };
  addEventListener('beforeunload', onBeforeUnload);
  return () => removeEventListener('beforeunload', onBeforeUnload);
}
