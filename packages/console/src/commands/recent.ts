import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { onSignOut } from '../session/session.ts';

/** Rows that are remembered. */
const KEPT = 12;

const keys = signal<readonly string[]>([]);

/** What was chosen in the palette in this tab, newest first: keys of rows. Forgotten when the session ends. */
export const recentChoices: ReadonlySignal<readonly string[]> & { add(key: string): void } = Object.assign(
  computed(() => keys.value),
  {
    add(key: string) {
      keys.value = [key, ...keys.peek().filter((other) => other !== key)].slice(0, KEPT);
    },
  },
);

onSignOut(() => {
  keys.value = [];
});
