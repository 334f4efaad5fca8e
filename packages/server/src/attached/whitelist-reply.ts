import type { WhitelistReply } from '@palatine/contract';
import type { Roster } from '@palatine/world';
import type { WhitelistFile } from '../data-folder/whitelist-file.ts';
import { shownPlayer } from './server-status.ts';
import { type OriginalWhitelist, unlistedPlayers, type Whitelist } from './whitelist.ts';

/** What the answer of `GET /v1/palatine/server/whitelist` is made of. */
export interface KnownOfWhitelist {
  readonly file: WhitelistFile;
  readonly original: OriginalWhitelist | undefined;
  readonly current: Whitelist;
  readonly warnings: readonly string[];
}

/** The whitelist as the route answers it: as the files spell it, with who of a roster is not on it. */
export function whitelistReply(
  { file, original, current, warnings }: KnownOfWhitelist,
  roster: Pick<Roster, 'players'>,
): WhitelistReply {
  const { Enabled, DryRun, Players, Grace } = file;
  const unlisted = unlistedPlayers(current, roster);
  return {
    Enabled: Enabled || original !== undefined,
    DryRun,
    Message: current.message,
    Players: original === undefined ? Players : [...(Enabled ? Players : []), ...original.players],
    Grace,
    Unlisted: unlisted.map(shownPlayer),
    Problems: [...warnings],
  };
}
