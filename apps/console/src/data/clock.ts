import { type ReadonlySignal, signal } from '@preact/signals';
import { assign } from '../kit/assign.ts';

/** A signal of the time in ms since 1970 that moves while somebody watches it. */
export function clock(everyMs: number, now = Date.now): ReadonlySignal<number> {
  let timer: ReturnType<typeof setInterval> | undefined;
  const time = signal(now(), {
    watched() {
      time.value = now();
      timer = setInterval(() => assign(time, now()), everyMs);
    },
    unwatched() {
      clearInterval(timer);
    },
  });
  return time;
}

/** The time, once a second, for ages such as "4 s ago". */
export const nowMs = clock(1000);
