import type { WhitelistReply } from '@palatine/contract';
import type { Roster } from '@palatine/world';
import type { WhitelistFile } from '../data-folder/whitelist-file.ts';
import { shownPlayer } from './server-status.ts';
import { unlistedPlayers, type Whitelist } from './whitelist.ts';

/** What the answer of `GET /v1/palatine/server/whitelist` is made of. */
export interface KnownOfWhitelist {
  readonly file: WhitelistFile;
  readonly current: Whitelist;
  readonly warnings: readonly string[];
}

/** The whitelist as the route answers it: as the file spells it, with who of a roster is not on it. */
export function whitelistReply(
  { file, current, warnings }: KnownOfWhitelist,
  roster: Pick<Roster, 'players'>,
): WhitelistReply {
  const { Enabled, DryRun, Message, Players, Grace } = file;
  const unlisted = unlistedPlayers(current, roster);
  return {
    Enabled,
    DryRun,
    Message,
    Players,
    Grace,
    Unlisted: unlisted.map(shownPlayer),
    Problems: [...warnings],
  };
}
