import { hash } from 'node:crypto';
import { CATALOGUE_LANGUAGES, Refusal } from '@palatine/contract';
import { type Catalogue, catalogueTables } from '@palatine/world';
import type { CachedResponse } from '../game/protocol.ts';
import { withEtag } from '../game/response-format.ts';

/**
 * Answers with the catalogue, on the HTTP side: the game thread has no part in it. The first request reads and
 * serialises it, every other gets the same bytes.
 */
export function catalogueResponse(catalogue: Catalogue): (language: string | undefined) => CachedResponse {
  let response: CachedResponse | undefined;
  return (language = 'en') => {
    if (!CATALOGUE_LANGUAGES.some((known) => known === language.toLowerCase())) {
      throw new Refusal('VALIDATION_FAILED', `Language must be one of ${CATALOGUE_LANGUAGES.join(', ')}`);
    }
    response ??= serialized(catalogue);
    return response;
  };
}

function serialized(catalogue: Catalogue): CachedResponse {
  const tables = JSON.stringify(catalogueTables(catalogue));
  const version = hash('sha1', tables, 'base64url');
  return withEtag(new TextEncoder().encode(`{"Version":"${version}",${tables.slice(1)}`));
}
