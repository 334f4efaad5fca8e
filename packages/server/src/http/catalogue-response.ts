import { hash } from 'node:crypto';
import { CATALOGUE_LANGUAGES, type CatalogueLanguage, Refusal } from '@palatine/contract';
import { type Catalogue, catalogueTables, inLanguage } from '@palatine/world';
import type { CachedResponse } from '../game/calls.ts';
import { withEtag } from '../game/responses.ts';

/**
 * Answers with the catalogue, on the HTTP side: the game thread has no part in it. The first request for a language
 * reads and serialises it, every other gets the same bytes. So the memory is bounded by the number of languages.
 */
export function catalogueResponse(catalogue: Catalogue): (language: string | undefined) => CachedResponse {
  const responses = new Map<CatalogueLanguage, CachedResponse>();
  return (asked = 'en') => {
    const language = CATALOGUE_LANGUAGES.find((known) => known.toLowerCase() === asked.toLowerCase());
    if (language === undefined) {
      throw new Refusal('VALIDATION_FAILED', `Language must be one of ${CATALOGUE_LANGUAGES.join(', ')}`);
    }
    const response = responses.get(language) ?? serialized(catalogue, language);
    responses.set(language, response);
    return response;
  };
}

function serialized(catalogue: Catalogue, language: CatalogueLanguage): CachedResponse {
  const local = language === 'en' ? catalogue : inLanguage(catalogue, language);
  const tables = JSON.stringify(catalogueTables(local));
  const version = hash('sha1', tables, 'base64url');
  return withEtag(new TextEncoder().encode(`{"Version":"${version}",${tables.slice(1)}`));
}
