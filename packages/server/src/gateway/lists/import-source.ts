import { FLEET_IMPORT_ENTRIES, Refusal } from '@palatine/contract';
import { ConfigError } from '../../data-folder/config-error.ts';
import { fetchList } from './fetch-list.ts';
import {
  endOf,
  type NamedEntry,
  NO_TIME,
  type ParsedImport,
  parseEntries,
  parseImport,
} from './import-text.ts';

/** What is to be imported: one of the first three. */
export interface ImportSource {
  readonly Entries?: readonly NamedEntry[] | undefined;
  readonly Text?: string | undefined;
  readonly Url?: string | undefined;
  /** For entries that bring none. */
  readonly Reason?: string | undefined;
  readonly Expires?: string | undefined;
}

/** When an entry ends; undefined for never. Throws VALIDATION_FAILED for a text that is no time. */
export function expiryOf(text: string | undefined): string | undefined {
  const end = text === undefined ? undefined : endOf(text);
  if (text !== undefined && end === undefined) throw new Refusal('VALIDATION_FAILED', NO_TIME);
  return end;
}

/** Reads the entries of an import. Throws VALIDATION_FAILED and IMPORT_FAILED. */
export async function readImport(
  source: ImportSource,
  { allowInsideUrls }: { readonly allowInsideUrls: boolean },
): Promise<ParsedImport> {
  const { Reason = '' } = source;
  const end = expiryOf(source.Expires);
  const { entries, skipped } = await parseSource(source, allowInsideUrls);
  if (entries.length > FLEET_IMPORT_ENTRIES) {
    throw new Refusal(
      'VALIDATION_FAILED',
      `it holds ${entries.length} entries, at most ${FLEET_IMPORT_ENTRIES} are imported at a time`,
    );
  }
  return {
    entries: entries.map(({ subject, reason, expires = end }) => ({
      subject,
      reason: reason || Reason,
      expires,
    })),
    skipped,
  };
}

async function parseSource(
  { Entries, Text, Url }: ImportSource,
  allowInside: boolean,
): Promise<ParsedImport> {
  if ([Entries, Text, Url].filter((given) => given !== undefined).length !== 1) {
    throw new Refusal('VALIDATION_FAILED', 'the body has to have one of Entries, Text and Url');
  }
  if (Entries !== undefined) return parseEntries(Entries);
  const text = Text ?? (await fetchList(Url ?? '', { allowInside }));
  try {
    return parseImport(text);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new Refusal(Text === undefined ? 'IMPORT_FAILED' : 'VALIDATION_FAILED', error.message);
  }
}
