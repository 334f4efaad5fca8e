import { type CatalogueReply, getCatalogue } from '@palatine/contract';
import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { atFleet, place } from '../navigation/place.ts';
import { client, onSignOut, session } from '../session/session.ts';
import { language, texts } from '../texts/texts.ts';
import {
  type Catalogue,
  type CatalogueEntries,
  type CatalogueKind,
  readCatalogue,
} from './catalogue-entries.ts';
import { type CatalogueHit, searchCatalogues } from './catalogue-search.ts';

export type { Catalogue, CatalogueEntries, CatalogueHit, CatalogueKind };

/** The chosen language of the game's names; '' follows the language of the page. */
export const chosenNames = signal('');

/** The language that names are shown in: one of those the service has. */
const nameLanguage: ReadonlySignal<string> = computed(() =>
  nameLanguageFor(chosenNames.value || language.value, session.value?.facts.Languages ?? []),
);

const loaded = signal<ReadonlyMap<string, Catalogue>>(new Map());

/** The catalogue in the chosen language, loaded on first use; undefined until then and without permission. */
export const catalogue: ReadonlySignal<Catalogue | undefined> = computed(() => {
  if (!isNeeded.peek()) queueMicrotask(() => (isNeeded.value = true)); // a computed signal may write none
  return loaded.value.get(nameLanguage.value) ?? loaded.value.get('en');
});

export const catalogueError = signal<unknown>(undefined);
const isNeeded = signal(false);

effect(() => {
  if (atFleet || !isNeeded.value || session.value === undefined) return undefined;
  const abort = new AbortController();
  for (const tag of new Set([nameLanguage.value, 'en'])) void load(tag, abort.signal);
  return () => abort.abort();
});

async function load(tag: string, aborted: AbortSignal): Promise<void> {
  if (loaded.peek().has(tag)) return;
  try {
    const read = readCatalogue(await loadCatalogue(tag, aborted), tag);
    if (aborted.aborted) return;
    loaded.value = new Map(loaded.peek()).set(tag, read);
    catalogueError.value = undefined;
  } catch (error) {
    if (!aborted.aborted) catalogueError.value = error;
  }
}

// Another token may have other permissions, or belong to another service.
effect(() => {
  if (session.value === undefined) loaded.value = new Map();
});

/** The catalogue's entry for an id, in any case; undefined where it has none, or has not loaded yet. */
export function lookUp<Kind extends CatalogueKind>(
  kind: Kind,
  id: string,
): CatalogueEntries[Kind] | undefined {
  return catalogue.value?.get(kind, id);
}

/** The name of an id in the chosen language; the words of the id where no name is known. */
export function nameOf(kind: CatalogueKind, id: string): string {
  const name = lookUp(kind, id)?.Name ?? '';
  if (name !== '' && name.toLowerCase() !== id.toLowerCase()) return name;
  return (kind === 'MapObjects' ? thingName(id) : undefined) || wordsOf(name || id);
}

/** A summary of a write with names in place of ids: `20 × Mega Sphere` for `20 × PalSphere_Mega`. */
export const withNames = (summary: string): string =>
  summary.replace(/(\d+ × )(\w+)/g, (whole, count: string, id: string) => {
    const kind = (['Items', 'Pals'] as const).find((table) => lookUp(table, id) !== undefined);
    return kind === undefined ? whole : `${count}${nameOf(kind, id)}`;
  });

/** An id of the game in words: `WallSignBoard` and `Stone_pillar`, for which it has no name. */
export function wordsOf(id: string): string {
  if (!/^[a-z0-9_]+$/i.test(id) || !/[a-z]/.test(id)) return id;
  const spaced = id.replaceAll('_', ' ').replace(/([a-z])([A-Z0-9])|([A-Z])([A-Z][a-z])/g, '$1$3 $2$4');
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

function thingName(objectId: string): string | undefined {
  const id = objectId.toLowerCase(); // the game spells its ids in more than one way
  return Object.entries(texts.value.views.things).find(([start]) => id.startsWith(start))?.[1];
}

/** The id of a species without `BOSS_`, which marks an alpha. */
export function speciesOf(palId: string): string {
  return palId.replace(/^boss_/i, '');
}

export function palName(palId: string): string {
  const current = catalogue.value;
  const id = speciesOf(palId);
  return current?.get('Pals', id)?.Name || current?.get('NPCs', palId)?.Name || id;
}

/** The entries whose name in the chosen language, English name or id fits a text, best first; `limit` of all kinds together. */
export function search(text: string, kinds: readonly CatalogueKind[], limit: number): CatalogueHit[] {
  const current = catalogue.value;
  if (current === undefined) return [];
  return searchCatalogues(current, loaded.value.get('en') ?? current, { text, kinds, limit });
}

const STORE = 'palatine.catalogue';

/** Reads the catalogue from Cache Storage, or the service: it cannot change while the service runs. */
async function loadCatalogue(language: string, signal: AbortSignal): Promise<CatalogueReply> {
  const store = await openStore();
  const { Version = '', StartedAt = '' } = session.value?.facts.Service ?? {};
  // No server is asked for these URLs: they name catalogues in the store.
  const prefix = `${location.origin}${place.base}/kept${getCatalogue.path}/${encodeURIComponent(language)}/`;
  const key = prefix + encodeURIComponent(`${Version} ${StartedAt}`);
  const stored = await store?.match(key);
  if (stored !== undefined) return (await stored.json()) as CatalogueReply; // only the lines below write there
  const reply = await client().getCatalogue({ query: { Language: language }, signal });
  const older = (await store?.keys())?.filter(({ url }) => url.startsWith(prefix)) ?? [];
  for (const request of older) await store?.delete(request);
  await store?.put(key, Response.json(reply)).catch(() => {}); // a full disk costs a request at the next start
  return reply;
}

/** Undefined where the browser has none: on plain HTTP from another machine, or with storage switched off. */
async function openStore(): Promise<Cache | undefined> {
  if (!('caches' in globalThis)) return undefined;
  return caches.open(STORE).catch(() => undefined);
}

onSignOut(() => {
  if ('caches' in globalThis) void caches.delete(STORE).catch(() => {}); // storage is switched off: nothing is kept
});

/** Tags of the page that the catalogue has under another name. */
const ALIASES: Readonly<Record<string, string>> = {
  'zh-cn': 'zh-Hans',
  'zh-sg': 'zh-Hans',
  zh: 'zh-Hans',
  'zh-tw': 'zh-Hant',
  'zh-hk': 'zh-Hant',
  pt: 'pt-BR',
};

/** The language of `offered` that fits a requested tag best: itself, its other name, its main language; else English. */
export function nameLanguageFor(requested: string, offered: readonly string[]): string {
  const lower = requested.toLowerCase();
  const candidates = [lower, ALIASES[lower], lower.split('-')[0]];
  for (const candidate of candidates) {
    const match = offered.find((tag) => tag.toLowerCase() === candidate?.toLowerCase());
    if (match !== undefined) return match;
  }
  return 'en';
}
