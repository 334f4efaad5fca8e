import { LIMITS, Refusal } from '@palatine/contract';
import type { ReplacedVersion } from '../data-folder/file-versions.ts';
import type { Call } from './routes.ts';

const ETAG = /^"[^"]+"$/;

/**
 * The version of a file that a write names: the ETag of If-Match, or null for `If-None-Match: *`. Throws
 * PRECONDITION_REQUIRED without either, and VALIDATION_FAILED for any other form: several tags, and `*` in If-Match,
 * would replace a version that the caller has not seen.
 */
export function replacedVersion(headers: Call['headers']): ReplacedVersion {
  const { 'if-match': match, 'if-none-match': noneMatch } = headers;
  if (match === undefined && noneMatch === undefined) throw new Refusal('PRECONDITION_REQUIRED');
  if (match !== undefined && noneMatch !== undefined) {
    throw new Refusal('VALIDATION_FAILED', 'If-Match and If-None-Match do not go together');
  }
  if (match === undefined) {
    if (noneMatch === '*') return null;
    throw new Refusal('VALIDATION_FAILED', 'If-None-Match must be *, for a file that is not there yet');
  }
  if (typeof match === 'string' && ETAG.test(match) && match.length <= LIMITS.idChars) return match;
  throw new Refusal('VALIDATION_FAILED', 'If-Match must be one ETag, in its quotation marks');
}
