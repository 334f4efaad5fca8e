import { basename } from 'node:path';
import type { Banlist, Issuer, UserBan } from '@palatine/contract';
import { BAN_TABLE_NAMES, type BanTableName, type GameContext, type Table } from '@palatine/world';
import {
  emptyBanlist,
  parseBanlist,
  putAsideBrokenBanlist,
  writeBanlist,
} from '../data-folder/banlist-file.ts';
import { ConfigError } from '../data-folder/config-error.ts';
import { readTextFile } from '../data-folder/read-json.ts';

/** Keeps the bans of the world and Banlist.json the same. The file is the record. */
export interface Bans {
  /** Changes whenever the bans do. */
  readonly version: number;
  /** The list as it is in force, in the contract's shape: without what a hand edit has added. */
  answer(): Banlist;
  /** Writes the file, when the world's bans are no longer what it says; on disk when this returns. Throws. */
  save(): void;
  /** Reads the file again. @returns what is wrong with it; the bans in force stay then, and the file is kept aside. */
  reload(): string | undefined;
  /** Like `reload`, where somebody has edited the file since: a ban must not write over a hand edit. */
  takeEdits(): string | undefined;
}

export function isBanTable(table: string): table is BanTableName {
  return (BAN_TABLE_NAMES as readonly string[]).includes(table);
}

/** Takes the bans of the file into the world. Throws an OperatorFault when the file is wrong. */
export function startBans(game: GameContext, file: string): Bans {
  const { world, rules } = game;
  /** Version, message, and whatever an operator has added at the top. */
  let head = emptyBanlist(rules.bannedMessage);
  /** The file's text when it was last read or written; undefined while there is none. */
  let text: string | undefined;
  /** What the file holds, in our own words: equal lists are equal here, however the file is laid out. */
  let kept = '';
  let version = 0;
  let touched = false;
  const changed = () => {
    version++;
    touched = true;
  };
  world.userBans.index({ changed });
  world.ipBans.index({ changed });

  const list = (): Banlist => ({
    ...head,
    UserEntries: [...world.userBans.values()],
    IPEntries: [...world.ipBans.values()],
  });

  function takeIn(read: string | undefined): void {
    const banlist = read === undefined ? emptyBanlist(rules.bannedMessage) : parseBanlist(read);
    const { UserEntries, IPEntries, ...rest } = banlist;
    head = { ...rest, UserEntries: [], IPEntries: [] };
    replace(world.userBans, UserEntries, (ban) => ban.UserId);
    replace(world.ipBans, IPEntries, (ban) => ban.IP);
    text = read;
    kept = JSON.stringify(list());
    touched = false;
  }

  function save(): void {
    if (!touched) return;
    const now = list();
    const words = JSON.stringify(now);
    if (words !== kept) text = writeBanlist(file, now);
    kept = words;
    touched = false;
  }

  /** The bans in force stay, and the file says so again. */
  function writeAnew(): void {
    kept = '';
    touched = true;
    save();
  }

  function reload(): string | undefined {
    const read = readTextFile(file);
    if (read === undefined && text !== undefined) {
      writeAnew();
      return 'Banlist.json was gone; the bans in force stay, and it was written anew';
    }
    try {
      takeIn(read);
      return undefined;
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      const aside = putAsideBrokenBanlist(file, game.now());
      writeAnew();
      return `${error.message}; the file is kept as ${basename(aside)} and the bans in force stay`;
    }
  }

  takeIn(readTextFile(file));

  return {
    get version() {
      return version;
    },
    answer: () => ({
      Version: head.Version,
      BannedMessage: head.BannedMessage,
      UserEntries: [...world.userBans.values()].map(({ UserId, ...ban }) => ({ UserId, ...plain(ban) })),
      IPEntries: [...world.ipBans.values()].map(({ IP, ...ban }) => ({ IP, ...plain(ban) })),
    }),
    save,
    reload,
    takeEdits: () => (readTextFile(file) === text ? undefined : reload()),
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

/** Past the journal, since the file is what holds now; of two entries for one user or address the last counts. */
function replace<T extends object>(
  table: Table<T>,
  entries: readonly T[],
  keyOf: (entry: T) => string,
): void {
  const kept = new Set(entries.map(keyOf));
  for (const [key] of [...table.entries()]) if (!kept.has(key)) table.restore(key, undefined);
  for (const entry of entries) table.restore(keyOf(entry), entry);
}
