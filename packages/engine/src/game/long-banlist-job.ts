import type { IPBan, UserBan } from '@palatine/contract';
import { assertWithinBounds, parseEntries, readBanlistText } from '@palatine/data-dir/banlist-file';
import { ConfigError } from '@palatine/platform/config-error';
import { job } from '@palatine/platform/job';
import { sha256Of } from '@palatine/platform/read-file';
import type { BanlistParts } from './long-banlist.ts';

const ENTRIES_OF_PART = 250;

job<string, BanlistParts | undefined>((file) => {
  const text = readBanlistText(file);
  if (text === undefined) return undefined;
  try {
    const { banlist, problems } = parseEntries(text);
    assertWithinBounds(banlist);
    const { UserEntries, IPEntries, ...head } = banlist;
    return {
      digest: sha256Of(Buffer.from(text)),
      problems,
      head: { ...head, UserEntries: [], IPEntries: [] },
      users: partsOf(UserEntries),
      addresses: partsOf(IPEntries),
    };
  } catch (error) {
    if (error instanceof ConfigError) return { fault: error.message };
    throw error;
  }
});

/** As JSON: a text is handed over in much less time than objects. */
function partsOf(entries: readonly (UserBan | IPBan)[]): string[] {
  const parts: string[] = [];
  for (let at = 0; at < entries.length; at += ENTRIES_OF_PART)
    parts.push(JSON.stringify(entries.slice(at, at + ENTRIES_OF_PART)));
  return parts;
}
