import { batch, computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { assign } from '../kit/assign.ts';
import { onSignOut } from '../session/session.ts';
import { type PaletteHit, type PaletteSource, sources } from './palette-hit.ts';
import { type PaletteQuery, parsePaletteText, targetedQueries } from './palette-query.ts';
import { type PaletteGroup, type PaletteRow, paletteGroups } from './palette-rows.ts';
import { commands, subject } from './registry.ts';

/** Hits of a source that are asked for. */
const LIMIT = 20;
const ALONE_LIMIT = 50;

const open = signal(false);
const text = signal('');
const hitsBySource = signal<ReadonlyMap<PaletteSource, readonly PaletteHit[]>>(new Map());
const asking = signal(0);

const KEPT = 12;

/** Keys of the rows that were chosen in this tab, newest first. Forgotten when the session ends. */
const recent = signal<readonly string[]>([]);

onSignOut(() => assign(recent, []));

export const paletteOpen: ReadonlySignal<boolean> = open;

export const paletteText = text;

export const paletteBusy: ReadonlySignal<boolean> = computed(() => asking.value > 0);

/** Opens the palette, with a text in it such as `@`. */
export function openPalette(begin = ''): void {
  batch(() => {
    text.value = begin;
    open.value = true;
  });
}

/** Closes the palette, and forgets what was found. */
export function closePalette(): void {
  batch(() => {
    open.value = false;
    text.value = '';
    hitsBySource.value = new Map();
  });
}

export const paletteContents: ReadonlySignal<readonly PaletteGroup[]> = computed(() => {
  const query = parsePaletteText(text.value);
  const hits = [...hitsBySource.value.values()].flat();
  return paletteGroups({
    query,
    hits,
    commands: commands.value,
    subject: subject.value,
    recent: recent.value,
  });
});

/** Does what a row says. Of an action without a target the next step asks for it. */
export function choose(row: PaletteRow): void {
  if (row.blocked !== undefined) return;
  if (row.next !== undefined) {
    text.value = row.next;
    return;
  }
  recent.value = [row.key, ...recent.peek().filter((key) => key !== row.key)].slice(0, KEPT);
  closePalette();
  row.run();
}

/** Does what the first row says that can be chosen, as Enter does. */
export function chooseFirst(): void {
  const rows = paletteContents.peek().flatMap((group) => group.rows);
  const first = rows.find(({ blocked }) => blocked === undefined);
  if (first !== undefined) choose(first);
}

/** The queries for a source: the text, and for an action the part that names its target. */
function asksOf({ kinds }: PaletteSource, query: PaletteQuery) {
  const own = kinds.filter((kind) => query.kinds === undefined || query.kinds.has(kind));
  const queries = own.length > 0 && query.term !== '' ? [{ term: query.term, kinds: new Set(own) }] : [];
  if (!query.actions) return queries;
  const targeted = targetedQueries(commands.peek(), query.term).filter(({ term }) => term !== '');
  for (const term of new Set(targeted.map((each) => each.term))) {
    const meant = targeted.filter((each) => each.term === term).flatMap(({ target }) => target.kinds);
    const both = kinds.filter((kind) => meant.includes(kind));
    if (both.length > 0) queries.push({ term, kinds: new Set(both) });
  }
  return queries;
}

async function ask(source: PaletteSource, query: PaletteQuery, signal: AbortSignal): Promise<void> {
  const queries = asksOf(source, query);
  if (queries.length === 0) return put(source, []);
  if (source.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, source.delayMs));
  if (signal.aborted) return;
  const limit = query.kinds === undefined ? LIMIT : ALONE_LIMIT;
  const answers = await Promise.all(
    queries.map(async ({ term, kinds }) => {
      const hits = await source.find(term, { kinds, limit, signal });
      return hits.map((hit) => ({ ...hit, foundBy: term }));
    }),
  );
  if (!signal.aborted) put(source, answers.flat());
}

function put(source: PaletteSource, hits: readonly PaletteHit[]): void {
  hitsBySource.value = new Map(hitsBySource.peek()).set(source, hits);
}

/** Asks the sources while the palette is open; an earlier ask is aborted. @returns how to stop. */
export function startPalette(): () => void {
  return effect(() => {
    if (!open.value) return undefined;
    const query = parsePaletteText(text.value);
    const abort = new AbortController();
    for (const source of sources.value) {
      asking.value = asking.peek() + 1;
      void ask(source, query, abort.signal)
        .catch(() => {}) // what cannot be searched now finds nothing; the others do
        .finally(() => assign(asking, asking.peek() - 1));
    }
    return () => abort.abort();
  });
}
