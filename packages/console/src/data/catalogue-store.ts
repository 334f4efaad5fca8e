import { type CatalogueReply, getCatalogue } from '@palatine/contract';
import { place } from '../navigation/place.ts';
import { client, onSignOut, session } from '../session/session.ts';

/** The part of Cache Storage that holds catalogues. */
const STORE = 'palatine.catalogue';

/**
 * The catalogue in a language: out of the browser's Cache Storage where it was kept since the service has started,
 * else from the service. The service reads its files at its start only, so nothing can have changed in between.
 */
export async function loadCatalogue(language: string, signal: AbortSignal): Promise<CatalogueReply> {
  const store = await openStore();
  const key = keyOf(language);
  const kept = await store?.match(key);
  if (kept !== undefined) return (await kept.json()) as CatalogueReply; // only the lines below write there
  const reply = await client().getCatalogue({ query: { Language: language }, signal });
  await removeOlder(store, language);
  await store?.put(key, Response.json(reply)).catch(() => {}); // a full disk costs a request at the next start
  return reply;
}

/** The URL that names a catalogue in the store. No server is asked for it. */
function keyOf(language: string): string {
  const facts = session.value?.facts.Service;
  const run = `${facts?.Version ?? ''} ${facts?.StartedAt ?? ''}`;
  return `${prefixOf(language)}${encodeURIComponent(run)}`;
}

function prefixOf(language: string): string {
  return `${location.origin}${place.base}/kept${getCatalogue.path}/${encodeURIComponent(language)}/`;
}

async function removeOlder(store: Cache | undefined, language: string): Promise<void> {
  if (store === undefined) return;
  for (const request of await store.keys()) {
    if (request.url.startsWith(prefixOf(language))) await store.delete(request);
  }
}

/** Undefined where the browser has none: on plain HTTP from another machine, or with storage switched off. */
async function openStore(): Promise<Cache | undefined> {
  if (!('caches' in globalThis)) return undefined;
  return caches.open(STORE).catch(() => undefined);
}

onSignOut(() => {
  if ('caches' in globalThis) void caches.delete(STORE).catch(() => {}); // storage is switched off: nothing is kept
});
