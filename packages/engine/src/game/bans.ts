import { hash } from 'node:crypto';
import { basename } from 'node:path';
import { type Banlist, type IPBan, Refusal, type UserBan } from '@palatine/contract';
import {
  assertWithinBounds,
  BANLIST,
  banlistFault,
  brokenBanlistName,
  type ExaminedBanlist,
  emptyBanlist,
  evictLiftedBans,
  formatBanlist,
  isSameEntry,
  parseEntries,
} from '@palatine/data-dir/banlist-file';
import type { Clock } from '@palatine/platform/clock';
import { ConfigError } from '@palatine/platform/config-error';
import { inParts } from '@palatine/platform/parts';
import { UnreadableFileError } from '@palatine/platform/read-file';
import { runJob } from '@palatine/platform/run-job';
import { BAN_TABLE_NAMES, type GameContext, type Table, type World } from '@palatine/world';
import type { BanlistDigests } from '../store/store.ts';
import { BanlistOnDisk, type FileState } from './banlist-on-disk.ts';

/** A shorter Banlist.json is read where it is needed, in a few milliseconds. */
const LONG_BYTES = 128 * 1024;
/** A broken file that was not touched for this long is no longer being edited. */
const UNTOUCHED_MS = 5000;
/** A file replaced during a read is read again. */
const READ_ATTEMPTS = 10;
const BEING_EDITED = `${BANLIST} is being edited and is not readable; try again`;

interface Obstacles {
  /** Why no ban can be changed; undefined when bans can be. */
  readonly blocked?: string;
  /** Why Banlist.json was not applied; the active bans stay. */
  readonly rejected?: string;
}

interface Edit extends ExaminedBanlist {
  readonly digest: string;
}

/** A Banlist.json, or why it is invalid. */
export type BanlistParts =
  | {
      readonly digest: string;
      readonly head: Banlist;
      /** As of `parseEntries`. */
      readonly problems: readonly string[];
      /** Lists with some of the entries each, as JSON. */
      readonly parts: readonly string[];
    }
  | { readonly fault: string };

/** Reads a Banlist.json in a thread. Undefined for a missing file; rejects for one that cannot be read. */
function readInThread(file: string): Promise<BanlistParts | undefined> {
  return runJob(new URL('./banlist-job.ts', import.meta.url), file, { name: 'the ban list' });
}

/** Why Banlist.json is invalid; '' for a valid one. Rejects for one that cannot be read. */
export async function faultOfBanlist(file: string): Promise<string> {
  const read = (await readInThread(file)) ?? { problems: [] };
  if ('fault' in read) return read.fault;
  return read.problems.length > 0 ? banlistFault(read.problems) : '';
}

/** A broken file, in the state in which it was first seen. */
interface BrokenFile {
  readonly state: FileState;
  readonly reason: string;
  /** Whether the file cannot be half written: a text in another encoding. */
  readonly isWhole?: boolean;
  readonly seenAtMs: number;
}

/**
 * Keeps the bans of the world and Banlist.json equal; the rows of the world are authoritative. The file is written before
 * their commit, and its digest is stored with them: a file with another digest was edited by hand, and is applied
 * before the next ban, on ReloadConfig and on start (docs/decisions/0005-bans.md).
 */
export class Bans {
  /** Whether the file was read or written, or bans blocked, since the last `commit`. Stays true after a rollback. */
  inUse = false;
  readonly #game: GameContext;
  readonly #clock: Pick<Clock, 'now' | 'elapsed'>;
  readonly #file: BanlistOnDisk;
  #broken: BrokenFile | undefined;
  #obstacles: Obstacles = {};
  #editsRead = false;
  /** A long edit that was read and not applied yet. */
  #draft: ({ readonly id: string } & (Edit | { readonly fault: string })) | undefined;
  #preparing: Promise<void> | undefined;
  /** The head before the edit applied in this unit of work; undefined if there was none. */
  #headBefore: Banlist | undefined;
  /** Journal length at which the rows matched the file. */
  #equalAt = 0;
  /** Whether the file lacks rows from outside this unit of work. */
  #isBehind = false;
  /** The list without its entries, with keys added by an operator. */
  #head: Banlist;
  /** Digest of the file that matches the rows; undefined without a file. */
  #digest: string | undefined;
  #storedDigest: string | undefined;
  /** Digest that the last run stored before writing the file. */
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

  /** Digest to store with the rows; undefined if already stored. */
  get newDigest(): string | undefined {
    return this.#digest === this.#storedDigest ? undefined : this.#digest;
  }

  /** Why bans cannot change in this unit of work; undefined if they can. */
  get blocked(): string | undefined {
    return this.#obstacles.blocked;
  }

  /** Why this unit of work has not applied Banlist.json; undefined if it has, or if the file is unchanged. */
  get rejected(): string | undefined {
    return this.#obstacles.rejected;
  }

  /** Digest of the file that matches the committed rows. */
  get confirmedDigest(): string | undefined {
    return this.#storedDigest;
  }

  get tookEdit(): boolean {
    return this.#headBefore !== undefined;
  }

  /**
   * Reads the file on start. A file whose rows were never committed is replaced with the one before. Rows that were
   * never in a file stay. An entry that can never match anybody is left out, lifts no ban, and the file is moved aside
   * before the next write. Throws a ConfigError for any other fault.
   */
  start(): void {
    this.inUse = true;
    this.#editsRead = true;
    for (let attempt = 0; attempt < READ_ATTEMPTS; attempt++) {
      const state = this.#file.state();
      const text = state && this.#file.read(state);
      if (state !== undefined && text === undefined) continue;
      if (state === undefined || text === undefined) {
        if (this.#file.restoreLeftover(undefined)) continue; // stopped between two renames
        this.#isBehind = BAN_TABLE_NAMES.some((name) => this.#game.world[name].size > 0);
        this.#file.dropLeftover();
        return;
      }
      const digest = digestOf(text);
      const isUnconfirmed = digest === this.#intended && digest !== this.#digest;
      if (isUnconfirmed && this.#file.restoreLeftover(state)) continue;
      this.#file.dropLeftover();
      const { banlist, problems } = this.#parse(text);
      if (isUnconfirmed || digest === this.#digest) this.#setHead(headOf(banlist));
      else this.#take(banlist, { keepsOthers: this.#digest === undefined || problems.length > 0 });
      this.#know(state, digest);
      this.#isBehind ||= isUnconfirmed; // there was no file before
      if (problems.length > 0) this.#leaveUnread(state, problems, Number.NEGATIVE_INFINITY);
      return;
    }
    throw new ConfigError(`${BANLIST}: it keeps changing`);
  }

  /** Reads a long hand edit in another thread and in parts, for `readEdits` to apply in one turn. */
  async prepare(): Promise<void> {
    const state = this.#readableState();
    if (state === undefined || state.bytes < LONG_BYTES || this.#file.isKnown(state)) return;
    if (state.id === this.#broken?.state.id || state.id === this.#draft?.id) return;
    this.#preparing ??= this.#drawUp(state).finally(() => {
      this.#preparing = undefined;
    });
    await this.#preparing;
  }

  /** Undefined also for a path that cannot be looked at, such as a link in a circle: `readEdits` says why. */
  #readableState(): FileState | undefined {
    try {
      return this.#file.state();
    } catch {
      return undefined;
    }
  }

  get isPrepared(): boolean {
    return this.#draft !== undefined;
  }

  async #drawUp({ id }: FileState): Promise<void> {
    const read = await readInThread(this.#file.path).catch(() => undefined); // `readEdits` says why
    if (read === undefined || this.#readableState()?.id !== id) return;
    if ('fault' in read) this.#draft = { id, fault: read.fault };
    else this.#draft = { ...read, id, banlist: await inParts(joinParts(read, this.#game.world)) };
  }

  /** Applies hand edits, once per unit of work, before a ban overwrites them; rolled back with it. */
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

  /** Evicts old lifted bans when the list exceeds its limits. Throws a Refusal if there are not enough. */
  evict(): void {
    const full = evictLiftedBans(this.#game.world, this.#head);
    if (full !== undefined) throw new Refusal('VALIDATION_FAILED', full);
  }

  /** Writes Banlist.json durably or not at all. `intend` first stores its digest, by which a start recognizes it. */
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

  commit(): void {
    this.#storedDigest = this.#digest;
    this.#isBehind = false;
    this.#begin();
    this.inUse = false;
    this.#file.commit();
  }

  /** Reverts the file written by `save`, and any edit applied. */
  rollback(): void {
    this.#digest = this.#storedDigest;
    const headBefore = this.#headBefore;
    this.#begin();
    this.#file.rollback();
    if (headBefore === undefined) return;
    this.#setHead(headBefore);
    this.#file.know(undefined); // the edit is read again
    this.#broken = undefined;
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
      return { blocked: reason, rejected: `${reason}; the active bans stay` };
    }
  }

  #readChanged(): Obstacles {
    const state = this.#file.state();
    if (this.#file.isKnown(state)) return {};
    if (state === undefined) {
      this.#replaceUnread(undefined, '');
      return { rejected: `${BANLIST} was missing; the active bans stay, and it was written again` };
    }
    if (this.#broken?.state.id === state.id) return this.#stillBroken(this.#broken);
    try {
      const edit = this.#editIn(state);
      if (edit === undefined) return leftAsItIs(`${BANLIST}: it changed while it was read`);
      const { banlist, problems, digest } = edit;
      this.#take(banlist, { keepsOthers: problems.length > 0 });
      this.#know(state, digest);
      if (problems.length === 0) return {};
      return leftAsItIs(this.#leaveUnread(state, problems, this.#clock.elapsed()));
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      const reason = this.#file.withoutPath(error.message);
      const isWhole = error instanceof UnreadableFileError && error.code === 'EILSEQ';
      this.#broken = { state, reason, isWhole, seenAtMs: this.#clock.elapsed() };
      return isWhole ? this.#stillBroken(this.#broken) : leftAsItIs(reason);
    }
  }

  /** The list in the file; undefined if it has changed. Throws a ConfigError. */
  #editIn(state: FileState): Edit | undefined {
    const draft = this.#draft;
    this.#draft = undefined;
    if (draft?.id !== state.id) {
      const text = this.#file.read(state);
      return text === undefined ? undefined : this.#parse(text);
    }
    if ('fault' in draft) throw new ConfigError(draft.fault);
    return draft;
  }

  /** The list in a text, with the present rows where they are equal. Throws a ConfigError. */
  #parse(text: string): Edit {
    const { banlist, problems } = parseEntries(text);
    assertWithinBounds(banlist);
    return { banlist: withRows(banlist, this.#game.world), problems, digest: digestOf(text) };
  }

  /** Keeps the file until it is moved aside: a write would lose its unread entries. @returns the reason. */
  #leaveUnread(state: FileState, problems: readonly string[], seenAtMs: number): string {
    const reason = `${banlistFault(problems)}; the other entries apply`;
    this.#file.know(undefined);
    this.#isBehind = false;
    this.#broken = { state, reason, seenAtMs };
    return reason;
  }

  /** A broken file that is no longer edited is moved aside. */
  #stillBroken({ state, reason, isWhole = false, seenAtMs }: BrokenFile): Obstacles {
    const nowMs = this.#clock.now();
    const seenForMs = this.#clock.elapsed() - seenAtMs;
    // A clock that was set back leaves a change in the future, which is not recent.
    const changedRecently = Math.abs(nowMs - state.mtimeMs) < UNTOUCHED_MS;
    if (!isWhole && (seenForMs < UNTOUCHED_MS || changedRecently)) return leftAsItIs(reason);
    const aside = brokenBanlistName(this.#file.path, nowMs);
    this.#replaceUnread(state, aside);
    this.#broken = undefined;
    return { rejected: `${reason}; the file is kept as ${basename(aside)} and the active bans stay` };
  }

  #replaceUnread(state: FileState | undefined, aside: string): void {
    const content = formatBanlist(this.#list());
    this.#file.replaceUnread(content, state, aside);
    this.#digest = digestOf(content);
  }

  /** Applies the bans of a list. Throws a ConfigError, with nothing changed, when it exceeds the limits with those it keeps. */
  #take(banlist: Banlist, { keepsOthers }: { keepsOthers: boolean }): void {
    const { world } = this.#game;
    const { userBans, ipBans } = world;
    const before = world.savepoint();
    takeEntries(userBans, banlist.UserEntries, ({ UserId }) => UserId, keepsOthers);
    takeEntries(ipBans, banlist.IPEntries, ({ IP }) => IP, keepsOthers);
    const full = keepsOthers ? evictLiftedBans(world, headOf(banlist)) : undefined;
    if (full !== undefined) {
      world.rollbackTo(before);
      throw new ConfigError(`${BANLIST}: ${full}`);
    }
    this.#headBefore ??= this.#head;
    this.#setHead(headOf(banlist));
    const count = banlist.UserEntries.length + banlist.IPEntries.length;
    this.#isBehind = userBans.size + ipBans.size > count;
    this.#equalAt = this.#game.world.savepoint();
  }

  #know(state: FileState, digest: string): void {
    this.#file.know(state);
    this.#digest = digest;
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

/** Puts a list together in parts, with the present rows where they are equal. */
function* joinParts(
  { head, parts }: Exclude<BanlistParts, { fault: string }>,
  world: World,
): Generator<undefined, Banlist> {
  const list = { ...head, UserEntries: [...head.UserEntries], IPEntries: [...head.IPEntries] };
  for (const part of parts) {
    const { UserEntries, IPEntries } = withRows(JSON.parse(part) as Banlist, world);
    list.UserEntries.push(...UserEntries);
    list.IPEntries.push(...IPEntries);
    yield;
  }
  return list;
}

/** A list with the present row instead of an equal entry. */
function withRows(banlist: Banlist, { userBans, ipBans }: World): Banlist {
  const rowOr = <Entry extends object>(entry: Entry, row: Entry | undefined) =>
    isSameEntry(entry, row ?? entry) && row !== undefined ? row : entry; // also formats a new one
  return {
    ...banlist,
    UserEntries: banlist.UserEntries.map((entry) => rowOr(entry, userBans.get(entry.UserId))),
    IPEntries: banlist.IPEntries.map((entry) => rowOr(entry, ipBans.get(entry.IP))),
  };
}

/** `keepsOthers`: rows that are not in the list stay. */
function takeEntries<Entry extends UserBan | IPBan>(
  table: Table<Entry>,
  entries: readonly Entry[],
  keyOf: (entry: Entry) => string,
  keepsOthers: boolean,
): void {
  for (const entry of entries) if (table.get(keyOf(entry)) !== entry) table.put(entry);
  if (keepsOthers || table.size === entries.length) return;
  const keys = new Set(entries.map(keyOf));
  for (const key of [...table.keys()]) if (!keys.has(key)) table.remove(key);
}

function reasonOf(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  const { code, message } = error as NodeJS.ErrnoException; // of the file system
  return `${BANLIST} cannot be read or written: ${code ?? message}`;
}

function leftAsItIs(reason: string): Obstacles {
  return {
    blocked: BEING_EDITED,
    rejected: `${reason}; the file was left as it is, and the active bans stay`,
  };
}
