import { headOf, parseEntries, readBanlistText } from '@palatine/data-dir/banlist-file';
import { ConfigError, recover } from '@palatine/platform/config-error';
import { job } from '@palatine/platform/job';
import { sha256Of } from '@palatine/platform/read-file';
import type { BanlistParts } from './banlist.ts';

const ENTRIES_OF_PART = 125; // of each kind

job<string, BanlistParts | undefined>((file) => {
  const text = readBanlistText(file);
  if (text === undefined) return undefined;
  const read = (): BanlistParts => {
    const { banlist, problems } = parseEntries(text);
    const { UserEntries, IPEntries } = banlist;
    const parts: string[] = []; // as JSON: a text is handed over in much less time than objects
    for (let at = 0; at < Math.max(UserEntries.length, IPEntries.length); at += ENTRIES_OF_PART) {
      const some = <Entry>(entries: readonly Entry[]) => entries.slice(at, at + ENTRIES_OF_PART);
      parts.push(JSON.stringify({ UserEntries: some(UserEntries), IPEntries: some(IPEntries) }));
    }
    return { digest: sha256Of(text), problems, head: headOf(banlist), parts };
  };
  return recover(read, ConfigError, ({ message }) => ({ fault: message }));
});
