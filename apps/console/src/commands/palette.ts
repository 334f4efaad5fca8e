import { batch, computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { onSignOut } from '../session/session.ts';
import {
  type PaletteQuery,
  type PaletteRow,
  paletteGroups,
  parsePaletteText,
  targetedQueries,
} from './palette-rows.ts';
import { commands, commandWords, type HitKind, type PaletteHit, subject } from './registry.ts';

export interface PaletteSource {
  readonly kinds: readonly HitKind[];
  /** ms to wait for more letters before it is asked; 0 for what is in memory. */
  readonly delayMs: number;
  /** The hits of a text, which is not empty. `kinds`: which of its kinds are wanted. It may reject. */
  find(
    text: string,
    options: { kinds: ReadonlySet<HitKind>; limit: number; signal: AbortSignal },
  ): readonly PaletteHit[] | Promise<readonly PaletteHit[]>;
}

const sources = signal<readonly PaletteSource[]>([]);

/** Lets the palette find more. @returns how to take the source back. */
export function registerSource(source: PaletteSource): () => void {
  sources.value = [...sources.peek(), source];
  return () => (sources.value = sources.peek().filter((registered) => registered !== source));
}

/** Hits that are requested of a source; more when a prefix narrows the search. */
const LIMIT = 20;
const ALONE_LIMIT = 50;

const KEPT = 12;

/** Keys of the rows that were chosen in this tab, newest first. Forgotten when the session ends. */
const recent = signal<readonly string[]>([]);

onSignOut(() => (recent.value = []));

export const paletteOpen = signal(false);
export const paletteText = signal('');
const hitsBySource = signal<ReadonlyMap<PaletteSource, readonly PaletteHit[]>>(new Map());
const searches = signal(0);

export const paletteBusy: ReadonlySignal<boolean> = computed(() => searches.value > 0);

export function openPalette(begin = ''): void {
  batch(() => {
    paletteText.value = begin;
    paletteOpen.value = true;
  });
}

export function closePalette(): void {
  batch(() => {
    paletteOpen.value = false;
    paletteText.value = '';
    hitsBySource.value = new Map();
  });
}

export const paletteContents = computed(() => {
  const query = parsePaletteText(paletteText.value);
  const hits = [...hitsBySource.value.values()].flat();
  const [about, chosen] = [subject.value, recent.value];
  const words = commandWords.value;
  return paletteGroups({ query, hits, commands: commands.value, words, subject: about, recent: chosen });
});

/** Does what a row says. Of an action without a target the next step asks for it. */
export function choose(row: PaletteRow): void {
  if (row.blocked !== undefined) return;
  if (row.next !== undefined) {
    paletteText.value = row.next;
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
function queriesOf({ kinds }: PaletteSource, query: PaletteQuery) {
  const own = kinds.filter((kind) => query.kinds === undefined || query.kinds.has(kind));
  const queries = own.length > 0 && query.term !== '' ? [{ term: query.term, kinds: new Set(own) }] : [];
  if (!query.actions) return queries;
  const targeted = targetedQueries(commands.peek(), query.term, commandWords.peek()).filter(
    ({ term }) => term !== '',
  );
  for (const [term, ofTerm] of Map.groupBy(targeted, ({ term }) => term)) {
    const meant = ofTerm.flatMap(({ target }) => target.kinds);
    const both = kinds.filter((kind) => meant.includes(kind));
    if (both.length > 0) queries.push({ term, kinds: new Set(both) });
  }
  return queries;
}

async function search(source: PaletteSource, query: PaletteQuery, signal: AbortSignal): Promise<void> {
  const queries = queriesOf(source, query);
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

/** Queries the sources while the palette is open; an earlier query is aborted. @returns how to stop. */
export function startPalette(): () => void {
  return effect(() => {
    if (!paletteOpen.value) return undefined;
    const query = parsePaletteText(paletteText.value);
    const abort = new AbortController();
    for (const source of sources.value) {
      searches.value = searches.peek() + 1;
      void search(source, query, abort.signal)
        .catch(() => {}) // what cannot be searched now finds nothing; the others do
        .finally(() => (searches.value = searches.peek() - 1));
    }
    return () => abort.abort();
  });
}
