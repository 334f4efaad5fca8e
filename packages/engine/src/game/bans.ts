import { hash } from 'node:crypto';
import { renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type Banlist, type IPBan, Refusal, type UserBan } from '@palatine/contract';
import {
  assertWithinBounds,
  BANLIST,
  banlistFault,
  brokenBanlistName,
  emptyBanlist,
  formatBanlist,
  makeRoom,
  parseBanlist,
  parseEntries,
  readBanlistText,
} from '@palatine/data-dir/banlist-file';
import { flushFolder, linkOrCopy, writeFileAtomically } from '@palatine/platform/atomic-write';
import type { Clock } from '@palatine/platform/clock';
import { ConfigError } from '@palatine/platform/config-error';
import { UnreadableFileError } from '@palatine/platform/read-file';
import { BAN_TABLE_NAMES, type GameContext, type Table } from '@palatine/world';
import type { BanlistDigests } from '../store/store.ts';

/** A broken file that nobody has touched for so long is no longer being edited. */
const UNTOUCHED_MS = 5000;
/** A file that is replaced while it is read is read again. */
const READ_ATTEMPTS = 10;
const BEING_EDITED = `${BANLIST} is being edited and is not readable; try again`;

type BanEntry = UserBan | IPBan;

interface Obstacles {
  /** Why no ban can be changed; undefined when bans can be. */
  readonly blocked?: string;
  /** Why Banlist.json was not taken over when it was read; the bans in force stay. */
  readonly rejected?: string;
}

/** A broken file, as it was when it was first seen. */
interface BrokenFile {
  readonly state: FileState;
  readonly reason: string;
  /** Whether nobody can be in the middle of writing it: a text in another encoding. */
  readonly isWhole?: boolean;
  readonly seenAtMs: number;
}

/**
 * Keeps the bans of the world and Banlist.json equal. The rows of the world are the truth. The file is written before
 * their commit, and its digest is stored with them: a file with another digest was edited by hand, and is taken over
 * before the next ban, at a ReloadConfig and at a start (docs/decisions/0005-bans.md).
 */
export class Bans {
  /**
   * Whether the file was read or written, or bans blocked, since the last call of `keep`. While it is false and no ban
   * has changed, `save` and `keep` have nothing to do. A unit of work that was rolled back leaves it true.
   */
  inUse = false;
  readonly #game: GameContext;
  readonly #clock: Pick<Clock, 'now' | 'elapsed'>;
  readonly #file: BanlistOnDisk;
  #broken: BrokenFile | undefined;
  #obstacles: Obstacles = {};
  /** Whether this unit of work has looked for edits. */
  #editsRead = false;
  /** The head before the edit that this unit of work has taken over; undefined when it has taken none. */
  #headBefore: Banlist | undefined;
  /** The length of the journal when the rows were equal to the file. */
  #equalAt = 0;
  /** Whether the file lacks rows that no command of this unit of work has made. */
  #isBehind = false;
  /** The list without its entries, with the keys that an operator has added. */
  #head: Banlist;
  /** The digest of the file that the rows are equal to; undefined while there is none. */
  #digest: string | undefined;
  #storedDigest: string | undefined;
  /** The digest that the last run stored before it wrote the file. */
  readonly #intended: string | undefined;

  constructor(
    game: GameContext,
    file: string,
    digests: BanlistDigests,
    clock: Pick<Clock, 'now' | 'elapsed'>,
  ) {
    this.#game = game;
    this.#clock = clock;
    this.#file = new BanlistOnDisk(file);
    this.#digest = digests.stored;
    this.#storedDigest = digests.stored;
    this.#intended = digests.intended;
    this.#head = emptyBanlist(game.rules.bannedMessage);
    this.#setHead(this.#head);
  }

  /** The digest that is to be stored with the rows; undefined when it is stored already. */
  get newDigest(): string | undefined {
    return this.#digest === this.#storedDigest ? undefined : this.#digest;
  }

  /** Why no ban can be changed in this unit of work; undefined when bans can be. */
  get blocked(): string | undefined {
    return this.#obstacles.blocked;
  }

  /** Why this unit of work has not taken Banlist.json over; undefined when it has, or when nobody has changed it. */
  get rejected(): string | undefined {
    return this.#obstacles.rejected;
  }

  /** Whether this unit of work has taken over an edit of Banlist.json. */
  get tookEdit(): boolean {
    return this.#headBefore !== undefined;
  }

  /**
   * Reads the file at a start. A file whose rows were never committed is replaced with the one before it. Rows that have
   * never been in a file stay. An entry that can never match anybody is left out, and the file is put aside before it is
   * written. Throws a ConfigError when the file is wrong otherwise.
   */
  start(): void {
    this.inUse = true;
    this.#editsRead = true;
    for (let attempt = 0; attempt < READ_ATTEMPTS; attempt++) {
      const state = this.#file.state();
      const text = state && this.#file.read(state);
      if (state !== undefined && text === undefined) continue;
      if (state === undefined || text === undefined) {
        this.#isBehind = BAN_TABLE_NAMES.some((name) => this.#game.world[name].size > 0);
        this.#file.dropLeftover();
        return;
      }
      const digest = digestOf(text);
      const isUnconfirmed = digest === this.#intended && digest !== this.#digest;
      if (isUnconfirmed && this.#file.takeBackLeftover()) continue;
      this.#file.dropLeftover();
      const { banlist, problems } = parseEntries(text);
      if (isUnconfirmed || digest === this.#digest) this.#setHead(headOf(banlist));
      else this.#take(banlist, { keepsOthers: this.#digest === undefined });
      this.#know(state, text);
      this.#isBehind ||= isUnconfirmed; // no file was there before
      if (problems.length === 0) return;
      this.#file.know(undefined);
      this.#broken = { state, reason: banlistFault(problems), seenAtMs: Number.NEGATIVE_INFINITY };
      return;
    }
    throw new ConfigError(`${BANLIST}: it changes all the time`);
  }

  /** Takes over hand edits, once in a unit of work, before a ban overwrites them; undone with the unit. */
  readEdits(): void {
    if (this.#editsRead) return;
    this.inUse = true;
    this.#editsRead = true;
    this.#obstacles = { ...this.#findEdits(), ...this.#obstacles };
  }

  block(reason: string): void {
    this.inUse = true;
    this.#obstacles = { ...this.#obstacles, blocked: reason };
  }

  /** Removes old lifted bans when the list is beyond its bounds. Throws a refusal when there are none. */
  makeRoom(): void {
    const full = makeRoom(this.#game.world, this.#head);
    if (full !== undefined) throw new Refusal('VALIDATION_FAILED', full);
  }

  /**
   * Writes Banlist.json if the bans have changed. Durable on return; when it throws, the file is as it was.
   * `intend` stores the digest first, so that after a crash a start can tell this file from a hand edit.
   */
  save(intend: (digest: string) => void): void {
    const { world } = this.#game;
    if (!this.#isBehind && !world.hasChanged(BAN_TABLE_NAMES, this.#equalAt)) return;
    this.inUse = true;
    const content = formatBanlist(this.#list());
    const digest = digestOf(content);
    intend(digest);
    this.#file.replace(content);
    this.#digest = digest;
  }

  /** Keeps what `save` wrote: the unit of work is committed. */
  keep(): void {
    this.#file.keep();
    this.#storedDigest = this.#digest;
    this.#isBehind = false;
    this.#begin();
    this.inUse = false;
  }

  /** Takes back what `save` wrote, and the edit that was taken over: the unit of work was rolled back. */
  takeBack(): void {
    this.#digest = this.#storedDigest;
    if (this.#headBefore !== undefined) {
      this.#setHead(this.#headBefore);
      this.#file.know(undefined);
    }
    this.#begin();
    this.#file.takeBack();
  }

  #begin(): void {
    this.#obstacles = {};
    this.#editsRead = false;
    this.#headBefore = undefined;
    this.#equalAt = 0;
  }

  #findEdits(): Obstacles {
    try {
      return this.#readChanged();
    } catch (error) {
      const reason = this.#file.withoutPath(reasonOf(error));
      return { blocked: reason, rejected: `${reason}; the bans in force stay` };
    }
  }

  #readChanged(): Obstacles {
    const state = this.#file.state();
    if (this.#file.isKnown(state)) return {};
    if (state === undefined) {
      this.#replaceUnread(undefined, '');
      return { rejected: `${BANLIST} was gone; the bans in force stay, and it was written anew` };
    }
    if (this.#broken?.state.id === state.id) return this.#stillBroken(this.#broken);
    try {
      const text = this.#file.read(state);
      if (text === undefined) return leftAsItIs(`${BANLIST}: it changed while it was read`);
      this.#take(parseBanlist(text), { keepsOthers: false });
      this.#know(state, text);
      return {};
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      const reason = this.#file.withoutPath(error.message);
      const isWhole = error instanceof UnreadableFileError && error.code === 'EILSEQ';
      this.#broken = { state, reason, isWhole, seenAtMs: this.#clock.elapsed() };
      return isWhole ? this.#stillBroken(this.#broken) : leftAsItIs(reason);
    }
  }

  /** A broken file that has rested is put aside: whoever edited it has left it so. */
  #stillBroken({ state, reason, isWhole = false, seenAtMs }: BrokenFile): Obstacles {
    const nowMs = this.#clock.now();
    const seenForMs = this.#clock.elapsed() - seenAtMs;
    // A clock that was set back leaves a time of change in the future: that is not a recent one.
    const changedRecently = Math.abs(nowMs - state.mtimeMs) < UNTOUCHED_MS;
    if (!isWhole && (seenForMs < UNTOUCHED_MS || changedRecently)) return leftAsItIs(reason);
    const aside = brokenBanlistName(this.#file.path, nowMs);
    this.#replaceUnread(state, aside);
    this.#broken = undefined;
    return { rejected: `${reason}; the file is kept as ${basename(aside)} and the bans in force stay` };
  }

  #replaceUnread(state: FileState | undefined, aside: string): void {
    const content = formatBanlist(this.#list());
    this.#file.replaceUnread(content, state, aside);
    this.#digest = digestOf(content);
  }

  /** Puts the bans of a list in force. Throws a ConfigError, with nothing changed, when it is beyond its bounds. */
  #take(banlist: Banlist, { keepsOthers }: { keepsOthers: boolean }): void {
    assertWithinBounds(banlist);
    const { userBans, ipBans } = this.#game.world;
    takeEntries(userBans, banlist.UserEntries, ({ UserId }) => UserId, keepsOthers);
    takeEntries(ipBans, banlist.IPEntries, ({ IP }) => IP, keepsOthers);
    this.#headBefore ??= this.#head;
    this.#setHead(headOf(banlist));
    const count = banlist.UserEntries.length + banlist.IPEntries.length;
    this.#isBehind = userBans.size + ipBans.size > count;
    this.#equalAt = this.#game.world.savepoint();
  }

  #know(state: FileState, text: string): void {
    this.#file.know(state);
    this.#digest = digestOf(text);
    this.#broken = undefined;
  }

  #setHead(head: Banlist): void {
    this.#head = head;
    const { Version, BannedMessage } = head;
    this.#game.world.banlistHead = { Version, BannedMessage };
  }

  #list(): Banlist {
    const { userBans, ipBans } = this.#game.world;
    return { ...this.#head, UserEntries: [...userBans.values()], IPEntries: [...ipBans.values()] };
  }
}

function digestOf(content: string | Uint8Array): string {
  return hash('sha256', content);
}

function headOf(banlist: Banlist): Banlist {
  return { ...banlist, UserEntries: [], IPEntries: [] };
}

/** `keepsOthers`: rows that the list does not have stay. */
function takeEntries<Entry extends BanEntry>(
  table: Table<Entry>,
  entries: readonly Entry[],
  keyOf: (entry: Entry) => string,
  keepsOthers: boolean,
): void {
  const keys = new Set(entries.map(keyOf));
  for (const key of keepsOthers ? [] : [...table.keys()]) if (!keys.has(key)) table.remove(key);
  for (const entry of entries) {
    const row = table.get(keyOf(entry));
    if (row === undefined || !isDeepStrictEqual(row, entry)) table.put(entry);
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  const { code, message } = error as NodeJS.ErrnoException; // as the file system throws them
  return `${BANLIST} cannot be read or written: ${code ?? message}`;
}

function leftAsItIs(reason: string): Obstacles {
  return {
    blocked: BEING_EDITED,
    rejected: `${reason}; the file was left as it is, and the bans in force stay`,
  };
}

/** A state of the file. Equal ids: nobody has written it in between. */
interface FileState {
  readonly id: string;
  readonly bytes: number;
  readonly mtimeMs: number;
}

const NO_FILE = Symbol('no file');

/** Knows when somebody else has written Banlist.json, and takes its own last write back without needing space on the disk. */
class BanlistOnDisk {
  readonly path: string;
  /** The second name of the file that `replace` replaces, until the commit. */
  readonly #formerName: string;
  /** The state that was read or written last; undefined while there was no file. */
  #known: string | undefined;
  /** The second name that the replaced file has at the moment. */
  #former: string | typeof NO_FILE | undefined;

  constructor(path: string) {
    this.path = path;
    this.#formerName = `${path}.former.writing`;
  }

  /** The file as it is now; undefined where there is none. */
  state(): FileState | undefined {
    const found = statSync(this.path, { bigint: true, throwIfNoEntry: false });
    if (found === undefined) return undefined;
    const { dev, ino, size, mtimeNs, ctimeNs } = found;
    return {
      id: [dev, ino, size, mtimeNs, ctimeNs].join(' '),
      bytes: Number(size),
      mtimeMs: Number(mtimeNs / 1_000_000n),
    };
  }

  isKnown(state: FileState | undefined): boolean {
    return state?.id === this.#known;
  }

  /** Says that the rows are those of the file in this state. */
  know(state: FileState | undefined): void {
    this.#known = state?.id;
  }

  /** The text of the file in a state; undefined when it is in another by now. Throws an UnreadableFileError. */
  read({ id }: FileState): string | undefined {
    const text = readBanlistText(this.path);
    return this.state()?.id === id ? text : undefined;
  }

  /** Callers read what an error says. */
  withoutPath(message: string): string {
    return message.replaceAll(this.path, BANLIST);
  }

  /** Replaces the file durably, or leaves it. The former one has a second name until `keep` or `takeBack`. */
  replace(content: Uint8Array): void {
    this.#replace(content, this.#known, this.#formerName);
  }

  /** Writes the file over one in a state that was not taken over, which keeps the name `aside`. */
  replaceUnread(content: Uint8Array, state: FileState | undefined, aside: string): void {
    this.#replace(content, state?.id, aside);
    this.#former = undefined;
  }

  /** Keeps what `replace` wrote. */
  keep(): void {
    if (typeof this.#former === 'string') removeLeftover(this.#former);
    this.#former = undefined;
  }

  /** Puts the file that `replace` replaced back in its place. */
  takeBack(): void {
    if (this.#former === undefined) return;
    if (this.#former === NO_FILE) rmSync(this.path, { force: true });
    else {
      renameSync(this.#former, this.path);
      rmSync(this.#former, { force: true }); // a rename between two names of one file leaves both
    }
    this.#former = undefined;
    flushFolder(dirname(this.path));
    this.know(this.state());
  }

  /** Puts back the file that was replaced just before a crash. @returns whether there was one. */
  takeBackLeftover(): boolean {
    if (statSync(this.#formerName, { throwIfNoEntry: false })?.isFile() !== true) return false;
    this.#former = this.#formerName;
    this.takeBack();
    return true;
  }

  /** Removes the former file that a crash has left behind. */
  dropLeftover(): void {
    removeLeftover(this.#formerName);
  }

  #replace(content: Uint8Array, expected: string | undefined, former: string): void {
    const before = this.state();
    if (before?.id !== expected) throw new ConfigError(`${BANLIST} was edited at the same moment; try again`);
    rmSync(former, { force: true });
    if (before !== undefined) linkOrCopy(this.path, former);
    this.#former = before === undefined ? NO_FILE : former;
    try {
      writeFileAtomically(this.path, content);
    } catch (error) {
      this.takeBack();
      throw error;
    }
    const after = this.state();
    if (after?.bytes === content.length) this.know(after); // otherwise it was edited since, and is read next
  }
}

/** Best effort: the next write or the next start removes it. */
function removeLeftover(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // It is in nobody's way.
  }
}
