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
import { readTextFile } from '../data-folder/read-file.ts';

/** Keeps the bans of the world and Banlist.json equal. The file is the record. */
export interface Bans {
  /** Counts the changes of the bans. */
  readonly version: number;
  /** The bans in force, in the contract's shape: without the keys that a hand edit has added. */
  toBanlist(): Banlist;
  /** Writes Banlist.json if the bans changed. Durable on return; throws when it cannot be written. */
  save(): void;
  /** Reads the file again. @returns why it was rejected: the bans in force stay, and the file is put aside. */
  reload(): string | undefined;
  /** Reloads the file if it was edited since: a ban must not write over a hand edit. @returns as `reload`. */
  reloadEdited(): string | undefined;
}

export function isBanTable(table: string): table is BanTableName {
  return (BAN_TABLE_NAMES as readonly string[]).includes(table);
}

/** Loads the bans of the file into the world. Throws a ConfigError when the file is wrong. */
export function startBans(game: GameContext, file: string): Bans {
  const { world, rules } = game;
  /** Version, message, and the keys that an operator has added at the top. */
  let head = emptyBanlist(rules.bannedMessage);
  /** The file's text when it was last read or written; undefined while there is no file. */
  let text: string | undefined;
  /** The list of the file as compact JSON, to compare lists without regard to the layout of the file. */
  let saved = '';
  let version = 0;
  let dirty = false;
  const changed = () => {
    version++;
    dirty = true;
  };
  world.userBans.index({ changed });
  world.ipBans.index({ changed });

  const list = (): Banlist => ({
    ...head,
    UserEntries: [...world.userBans.values()],
    IPEntries: [...world.ipBans.values()],
  });

  function load(read: string | undefined): void {
    const banlist = read === undefined ? emptyBanlist(rules.bannedMessage) : parseBanlist(read);
    const { UserEntries, IPEntries, ...rest } = banlist;
    head = { ...rest, UserEntries: [], IPEntries: [] };
    replace(world.userBans, UserEntries, (ban) => ban.UserId);
    replace(world.ipBans, IPEntries, (ban) => ban.IP);
    text = read;
    saved = JSON.stringify(list());
    dirty = false;
  }

  function save(): void {
    if (!dirty) return;
    const now = list();
    const json = JSON.stringify(now);
    if (json !== saved) text = writeBanlist(file, now);
    saved = json;
    dirty = false;
  }

  /** Writes the bans in force over whatever the file holds. */
  function overwrite(): void {
    saved = '';
    dirty = true;
    save();
  }

  function reload(): string | undefined {
    const read = readTextFile(file);
    if (read === undefined && text !== undefined) {
      overwrite();
      return 'Banlist.json was gone; the bans in force stay, and it was written anew';
    }
    try {
      load(read);
      return undefined;
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      const aside = putAsideBrokenBanlist(file, game.now());
      overwrite();
      return `${error.message}; the file is kept as ${basename(aside)} and the bans in force stay`;
    }
  }

  load(readTextFile(file));

  return {
    get version() {
      return version;
    },
    toBanlist: () => ({
      Version: head.Version,
      BannedMessage: head.BannedMessage,
      UserEntries: [...world.userBans.values()].map(({ UserId, ...ban }) => ({ UserId, ...plain(ban) })),
      IPEntries: [...world.ipBans.values()].map(({ IP, ...ban }) => ({ IP, ...plain(ban) })),
    }),
    save,
    reload,
    reloadEdited: () => (readTextFile(file) === text ? undefined : reload()),
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

/** Sets a table without journaling, since the file is the record. The last of two entries with one key counts. */
function replace<T extends object>(
  table: Table<T>,
  entries: readonly T[],
  keyOf: (entry: T) => string,
): void {
  const kept = new Set(entries.map(keyOf));
  for (const [key] of [...table.entries()]) if (!kept.has(key)) table.restore(key, undefined);
  for (const entry of entries) table.restore(keyOf(entry), entry);
}
