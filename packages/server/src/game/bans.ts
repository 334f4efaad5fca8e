import { basename } from 'node:path';
import { type Banlist, type IPBan, type Issuer, Refusal, type UserBan } from '@palatine/contract';
import {
  BAN_TABLE_NAMES,
  type BanChange,
  type BanTableName,
  type GameContext,
  type Table,
} from '@palatine/world';
import { BanlistSize, makeRoom } from '../data-folder/banlist-bounds.ts';
import {
  assertWithinBounds,
  BANLIST,
  banlistFault,
  brokenBanlistName,
  emptyBanlist,
  parseBanlist,
  parseEntries,
} from '../data-folder/banlist-file.ts';
import { BanlistOnDisk, type FileState } from '../data-folder/banlist-on-disk.ts';
import { formatBanlist } from '../data-folder/banlist-text.ts';
import { ConfigError } from '../data-folder/config-error.ts';
import { equalJson } from '../data-folder/equal-json.ts';
import { withFileLock } from '../data-folder/file-lock.ts';
import { UnreadableFileError } from '../data-folder/read-file.ts';
import type { Clock } from './clock.ts';
import type { BanNews, ListedBanChange } from './protocol.ts';

/** How long the game waits for another process that changes Banlist.json. */
const LOCK_WAIT_MS = 2000;
/** The same after a wait in vain, until the lock was had again: a process that stopped must not stall the game. */
const SHORT_LOCK_WAIT_MS = 50;
/** A broken file that nobody has touched for so long is no longer being edited. */
const UNTOUCHED_MS = 5000;

/** At the start: a file that is replaced while it is read is read again. */
const READ_ATTEMPTS = 10;

const BEING_EDITED = `${BANLIST} is being edited and is not readable; try again`;

type BanEntry = UserBan | IPBan;

/** What stands in the way of a batch. */
interface Obstacles {
  /** Why no ban can be changed; undefined when bans can be. */
  blocked?: string;
  /** Why Banlist.json was not taken over when it was read; the bans in force stay. */
  rejected?: string;
}

type TakenBans = Record<BanTableName, ReadonlyMap<string, BanEntry>> & { head: Banlist };

/** A broken file, as it was when it was first seen. */
interface BrokenFile {
  state: FileState;
  reason: string;
  /** Whether nobody can be in the middle of writing it: a text in another encoding. */
  isWhole?: boolean;
  seenAtMs: number;
}

/**
 * Keeps the bans of the world and Banlist.json equal. The file is the record: a ban that it does not hold is no ban.
 * Several processes write it, so a batch that changes bans holds the lock of the file from reading hand edits until
 * its commit (docs/decisions/0016-the-ban-list.md).
 */
export class Bans {
  readonly #game: GameContext;
  readonly #file: string;
  readonly #clock: Pick<Clock, 'now' | 'elapsed'>;
  readonly #disk: BanlistOnDisk;
  readonly #size: BanlistSize;
  /** The list without its entries, with the keys that an operator has added. */
  #head: Banlist;
  #broken: BrokenFile | undefined;
  #obstacles: Obstacles = {};
  /** Whether this batch has looked for edits. */
  #editsRead = false;
  /** The bans before the edit that this batch has taken over, until it is committed or rolled back. */
  #beforeEdit: TakenBans | undefined;
  #lockWaitMs = LOCK_WAIT_MS;
  /** Changes that are in the file and not committed yet. */
  #saved: readonly BanChange[] = [];
  /** What the HTTP side does not know yet: changes, or that the list is to be sent whole. */
  #news: BanChange[] | 'whole' = 'whole';
  #headIsNews = true;

  /**
   * Loads the bans of the file into the world. An entry that can never match anybody is left out, and the file is not
   * taken over: it is put aside before it is written. Throws a ConfigError when the file is wrong otherwise.
   */
  constructor(game: GameContext, file: string, clock: Pick<Clock, 'now' | 'elapsed'>) {
    this.#game = game;
    this.#file = file;
    this.#clock = clock;
    this.#disk = new BanlistOnDisk(file);
    this.#size = new BanlistSize(game.world);
    this.#head = emptyBanlist(game.rules.bannedMessage);
    this.#size.setHead(this.#head);
    this.#load();
  }

  /** Why no ban can be changed in this batch; undefined when bans can be. */
  get blocked(): string | undefined {
    return this.#obstacles.blocked;
  }

  /** Why this batch has not taken Banlist.json over; undefined when it has, or when nobody has changed it. */
  get rejected(): string | undefined {
    return this.#obstacles.rejected;
  }

  /** Whether this batch has taken over an edit of Banlist.json. */
  get tookEdit(): boolean {
    return this.#beforeEdit !== undefined;
  }

  /** Runs a batch that may change bans, or read them again, while no other process changes Banlist.json. */
  exclusively<T>(batch: () => T): T {
    let locked = false;
    try {
      return withFileLock(
        this.#file,
        () => {
          locked = true;
          this.#lockWaitMs = LOCK_WAIT_MS;
          this.#editsRead = false;
          return batch();
        },
        { waitMs: this.#lockWaitMs },
      );
    } catch (error) {
      if (locked) throw error;
      this.#lockWaitMs = SHORT_LOCK_WAIT_MS;
      this.#editsRead = true; // nothing may be read without the lock
      this.#obstacles = unreadable(this.#withoutPath((error as Error).message));
      return batch();
    } finally {
      this.#obstacles = {};
    }
  }

  /**
   * Takes over what was edited by hand, once in a batch: a ban must not write over an edit. When the batch is rolled
   * back, so is the edit, and the next batch reads it again.
   */
  readEdits(): void {
    if (this.#editsRead) return;
    this.#editsRead = true;
    this.#obstacles = { ...this.#findEdits(), ...this.#obstacles };
  }

  /** From now on no ban can be changed in this batch. */
  block(reason: string): void {
    this.#obstacles = { ...this.#obstacles, blocked: reason };
  }

  /** Removes old lifted bans when the list is beyond its bounds. Throws a refusal when there are none. */
  makeRoom(): void {
    const full = makeRoom(this.#game.world, this.#size);
    if (full !== undefined) throw new Refusal('VALIDATION_FAILED', full);
  }

  /** Writes Banlist.json if a command changed the bans. Durable on return; when it throws, the file is as it was. */
  save(): void {
    const changes = this.#game.world.pendingBanChanges();
    if (changes.length === 0) return;
    this.#disk.replace(formatBanlist(this.#list()));
    this.#saved = changes;
  }

  /** Keeps what `save` wrote: the batch is committed. */
  keep(): void {
    this.#disk.keep();
    this.#beforeEdit = undefined;
    if (this.#news !== 'whole') this.#news.push(...this.#saved);
    this.#saved = [];
  }

  /** Takes back what `save` wrote, and the edit that was taken over: the batch was rolled back. */
  takeBack(): void {
    this.#saved = [];
    try {
      this.#disk.takeBack();
    } finally {
      this.#undoEdit();
    }
  }

  /** What the HTTP side does not know yet; undefined when it knows everything. */
  takeNews(): BanNews | undefined {
    const whole = this.#news === 'whole';
    const changes = this.#news === 'whole' ? this.#wholeList() : this.#news;
    if (!whole && !this.#headIsNews && changes.length === 0) return undefined;
    this.#news = [];
    this.#headIsNews = false;
    const { Version, BannedMessage } = this.#head;
    return { Version, BannedMessage, whole, changes: changes.map(listedChange) };
  }

  #load(): void {
    for (let attempt = 0; attempt < READ_ATTEMPTS; attempt++) {
      const state = this.#disk.state();
      if (state === undefined) return;
      const text = this.#disk.read(state);
      if (text === undefined) continue;
      const { banlist, problems } = parseEntries(text);
      this.#take(banlist, state);
      this.#beforeEdit = undefined;
      if (problems.length > 0) {
        this.#disk.know(undefined);
        this.#broken = { state, reason: banlistFault(problems), seenAtMs: Number.NEGATIVE_INFINITY };
      }
      return;
    }
    throw new ConfigError(`${BANLIST}: it changes all the time`);
  }

  #findEdits(): Obstacles {
    try {
      return this.#readChanged();
    } catch (error) {
      return unreadable(this.#withoutPath(reasonOf(error)));
    }
  }

  #readChanged(): Obstacles {
    const state = this.#disk.state();
    if (this.#disk.isKnown(state)) return {};
    if (state === undefined) return this.#writeMissing();
    if (this.#broken?.state.id === state.id) return this.#stillBroken(this.#broken);
    try {
      const text = this.#disk.read(state);
      if (text === undefined) return leftAsItIs(`${BANLIST}: it changed while it was read`);
      this.#take(parseBanlist(text), state);
      return {};
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      const reason = this.#withoutPath(error.message);
      const isWhole = error instanceof UnreadableFileError && error.code === 'EILSEQ';
      this.#broken = { state, reason, isWhole, seenAtMs: this.#clock.elapsed() };
      return isWhole ? this.#stillBroken(this.#broken) : leftAsItIs(reason);
    }
  }

  /** Callers read what an error says. */
  #withoutPath(message: string): string {
    return message.replaceAll(this.#file, BANLIST);
  }

  #writeMissing(): Obstacles {
    this.#disk.replaceUnread(formatBanlist(this.#list()), undefined, '');
    return { rejected: `${BANLIST} was gone; the bans in force stay, and it was written anew` };
  }

  /** A broken file that has rested is put aside: whoever edited it has left it so. */
  #stillBroken({ state, reason, isWhole = false, seenAtMs }: BrokenFile): Obstacles {
    const nowMs = this.#clock.now();
    const seenForMs = this.#clock.elapsed() - seenAtMs;
    // A clock that was set back leaves a time of change in the future: that is not a recent one.
    const changedRecently = Math.abs(nowMs - state.mtimeMs) < UNTOUCHED_MS;
    if (!isWhole && (seenForMs < UNTOUCHED_MS || changedRecently)) return leftAsItIs(reason);
    const aside = brokenBanlistName(this.#file, nowMs);
    this.#disk.replaceUnread(formatBanlist(this.#list()), state, aside);
    this.#broken = undefined;
    return { rejected: `${reason}; the file is kept as ${basename(aside)} and the bans in force stay` };
  }

  /** Puts the bans of a list in force. Throws a ConfigError, with nothing changed, when it is beyond its bounds. */
  #take({ UserEntries, IPEntries, ...rest }: Banlist, state: FileState): void {
    const { userBans, ipBans } = this.#game.world;
    const entries = {
      userBans: withKnown(userBans, UserEntries, ({ UserId }) => UserId),
      ipBans: withKnown(ipBans, IPEntries, ({ IP }) => IP),
    };
    const head = { ...rest, UserEntries: [], IPEntries: [] };
    assertWithinBounds({
      ...head,
      UserEntries: [...entries.userBans.values()],
      IPEntries: [...entries.ipBans.values()],
    });
    this.#beforeEdit ??= {
      head: this.#head,
      userBans: new Map(userBans.entries()),
      ipBans: new Map(ipBans.entries()),
    };
    this.#setHead(head);
    for (const name of BAN_TABLE_NAMES) this.#setEntries(name, entries[name]);
    this.#disk.know(state);
    this.#broken = undefined;
  }

  #undoEdit(): void {
    const before = this.#beforeEdit;
    if (before === undefined) return;
    this.#beforeEdit = undefined;
    this.#setHead(before.head);
    for (const name of BAN_TABLE_NAMES) this.#setEntries(name, before[name]);
    this.#disk.know(undefined);
    this.#editsRead = false;
  }

  /** Sets the entries of a table without journaling, since the file is the record. */
  #setEntries(name: BanTableName, entries: ReadonlyMap<string, BanEntry>): void {
    const table = this.#game.world[name] as Table<BanEntry>;
    const changes = [
      ...[...table.keys()]
        .filter((key) => !entries.has(key))
        .map((key) => ({ table: name, key, entry: undefined })),
      ...[...entries]
        .filter(([key, entry]) => table.get(key) !== entry)
        .map(([key, entry]) => ({ table: name, key, entry })),
    ];
    for (const { key, entry } of changes) table.restore(key, entry);
    if (this.#news !== 'whole') this.#news.push(...changes);
    const keys = [...entries.keys()];
    if ([...table.keys()].every((key, at) => key === keys[at])) return;
    table.reorder(keys);
    this.#news = 'whole';
  }

  #setHead(head: Banlist): void {
    this.#head = head;
    this.#size.setHead(head);
    this.#headIsNews = true;
  }

  #list(): Banlist {
    const { userBans, ipBans } = this.#game.world;
    return { ...this.#head, UserEntries: [...userBans.values()], IPEntries: [...ipBans.values()] };
  }

  #wholeList(): BanChange[] {
    return BAN_TABLE_NAMES.flatMap((table) =>
      [...this.#game.world[table].entries()].map(([key, entry]) => ({ table, key, entry })),
    );
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  const { code, message } = error as NodeJS.ErrnoException; // as the file system throws them
  return `${BANLIST} cannot be read or written: ${code ?? message}`;
}

function unreadable(reason: string): Obstacles {
  return { blocked: reason, rejected: `${reason}; the bans in force stay` };
}

function leftAsItIs(reason: string): Obstacles {
  return {
    blocked: BEING_EDITED,
    rejected: `${reason}; the file was left as it is, and the bans in force stay`,
  };
}

/** The entries by key, with those of the table where they are equal. */
function withKnown<Entry extends BanEntry>(
  table: Table<Entry>,
  entries: readonly Entry[],
  keyOf: (entry: Entry) => string,
): Map<string, Entry> {
  return new Map(
    entries.map((entry) => {
      const known = table.get(keyOf(entry));
      return [keyOf(entry), known !== undefined && equalJson(known, entry) ? known : entry];
    }),
  );
}

/** The change as the HTTP side lists it: without the keys that a hand edit has added. */
function listedChange({ table, key, entry }: BanChange): ListedBanChange {
  if (entry === undefined) return { table, key, json: undefined };
  const name = 'UserId' in entry ? { UserId: entry.UserId } : { IP: entry.IP };
  return { table, key, json: JSON.stringify({ ...name, ...plain(entry) }) };
}

function plain({ Active, BannedBy, UnbannedBy }: BanEntry): Omit<UserBan, 'UserId'> {
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
