import type { Banlist, IPBan, Issuer, UserBan } from '@palisade/contract';
import { BAN_TABLE_NAMES, type BanTableName, type Game, type World } from '@palisade/world';
import { keepBrokenBanlist, readBanlist, writeBanlist } from '../operator/banlist-file.ts';
import { OperatorFault } from '../operator/operator-fault.ts';

/** Keeps the bans of the world and Banlist.json the same. The file is the record. */
export interface Bans {
  /** The list as it is in force, in the contract's shape: without what a hand edit has added. */
  answer(): Banlist;
  /** Writes the file, when the world's bans are no longer what it says; on disk when this returns. Throws. */
  save(): void;
  /** Reads the file again. @returns what is wrong with it; the bans in force stay then, and the file is kept aside. */
  reload(): string | undefined;
}

export function isBanTable(table: string): table is BanTableName {
  return (BAN_TABLE_NAMES as readonly string[]).includes(table);
}

export function startBans(game: Game, file: string): Bans {
  const { world } = game;
  /** Version, message, and whatever an operator has added at the top. */
  let head = readBanlist(file, game.rules.bannedMessage);
  let written = '';
  /** Whether the tables were touched since the file was written or read. */
  let touched = false;
  const changed = () => {
    touched = true;
  };
  world.userBans.index({ changed });
  world.ipBans.index({ changed });

  const list = (): Banlist => ({
    ...head,
    UserEntries: [...world.userBans.values()],
    IPEntries: [...world.ipBans.values()],
  });

  /** What an operator has just written needs no writing. */
  function takeInAsWritten(read: Banlist): void {
    takeIn(world, read);
    written = JSON.stringify(list());
    touched = false;
  }

  function save(): void {
    if (!touched) return;
    const now = list();
    const text = JSON.stringify(now);
    if (text !== written) writeBanlist(file, now);
    written = text;
    touched = false;
  }

  takeInAsWritten(head);
  world.forget();

  return {
    answer: () => ({
      Version: head.Version,
      BannedMessage: head.BannedMessage,
      UserEntries: [...world.userBans.values()].map(({ UserId, ...ban }) => ({ UserId, ...plain(ban) })),
      IPEntries: [...world.ipBans.values()].map(({ IP, ...ban }) => ({ IP, ...plain(ban) })),
    }),
    save,
    reload() {
      try {
        head = readBanlist(file, game.rules.bannedMessage);
        takeInAsWritten(head);
        return undefined;
      } catch (error) {
        if (!(error instanceof OperatorFault)) throw error;
        const aside = keepBrokenBanlist(file, game.now());
        written = '';
        touched = true;
        save();
        return `${error.message}; the file is kept as ${aside.split(/[\\/]/).at(-1)} and the bans in force stay`;
      }
    },
  };
}

function plain({ Active, BannedBy, UnbannedBy }: Omit<UserBan, 'UserId'>): Omit<UserBan, 'UserId'> {
  return {
    Active,
    BannedBy: issuerOf(BannedBy),
    ...(UnbannedBy ? { UnbannedBy: issuerOf(UnbannedBy) } : {}),
  };
}

function issuerOf({ Type, NameValue, IP, Reason, Timestamp }: Issuer): Issuer {
  const { UTC, Year, Month, Day, Hour, Min, Sec, Msec } = Timestamp;
  return { Type, NameValue, IP, Reason, Timestamp: { UTC, Year, Month, Day, Hour, Min, Sec, Msec } };
}

/** Makes the world's bans those of a list; of two entries for one user or address the last counts. */
function takeIn(world: World, list: Banlist): void {
  replace(world.userBans, list.UserEntries, (ban: UserBan) => ban.UserId);
  replace(world.ipBans, list.IPEntries, (ban: IPBan) => ban.IP);
}

function replace<T extends object>(
  table: World['userBans'] | World['ipBans'],
  entries: readonly T[],
  keyOf: (entry: T) => string,
): void {
  const kept = new Set(entries.map(keyOf));
  for (const [key] of [...table.entries()]) if (!kept.has(key)) table.remove(key);
  for (const entry of entries) table.put(entry as UserBan & IPBan); // the caller pairs table and entries
}
