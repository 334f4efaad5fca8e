import type { World } from '@palatine/world';
import { openStore } from './store.ts';

/** Loads a world file that nobody else has open. `writes`: the number of writes in its audit. */
export function loadWorld(file: string): { world: World; writes: number } {
  const store = openStore(file);
  try {
    const newest = store.audit.page({ limit: 1 }).Entries[0];
    return { world: store.load(), writes: newest?.Id ?? 0 };
  } finally {
    store.close();
  }
}
