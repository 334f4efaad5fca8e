import { ALL_ROUTES } from '@palatine/contract';
import { ENTRY_STATES, type Entry, OPEN_STATES } from './entry.ts';

/** Ended entries that are kept; open ones always are. */
const ENDED_KEPT = 50;

/** The entries as text; '' for none. Of the ended ones the newest. */
export function writeEntries(entries: readonly Entry[]): string {
  let ended = 0;
  const kept = entries.filter(({ state }) => OPEN_STATES.has(state) || ++ended <= ENDED_KEPT);
  return kept.length === 0 ? '' : JSON.stringify(kept);
}

/**
 * The entries of an earlier page of this tab. What was sent when that page ended has an unknown end; what waited was
 * never sent. Text that is not ours gives none.
 */
export function readEntries(text: string | null): readonly Entry[] {
  if (text === null || text === '') return [];
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.filter(isEntry).map(afterReload) : [];
  } catch {
    return []; // another page of this origin may have written there
  }
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
    isWriteName(entry.route) &&
    ENTRY_STATES.includes(entry.state)
  );
}

function isWriteName(name: string): boolean {
  return Object.hasOwn(ALL_ROUTES, name) && ALL_ROUTES[name as keyof typeof ALL_ROUTES].method !== 'GET';
}
