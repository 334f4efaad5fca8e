import { type ReadonlySignal, signal } from '@preact/signals';

/** A signal of the time in ms since 1970 that moves while it has subscribers. */
export function clock(everyMs: number, now = Date.now): ReadonlySignal<number> {
  let timer: ReturnType<typeof setInterval> | undefined;
  const time = signal(now(), {
    watched() {
      time.value = now();
      timer = setInterval(() => (time.value = now()), everyMs);
    },
    unwatched() {
      clearInterval(timer);
    },
  });
  return time;
}

/** The time, once a second, for ages such as "4 s ago". */
export const nowMs = clock(1000);
