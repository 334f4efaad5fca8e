import { basename } from 'node:path';
import { type Banlist, type IPBan, Refusal, type UserBan } from '@palatine/contract';
import {
  BANLIST,
  banlistFault,
  banlistOf,
  brokenBanlistName,
  type ExaminedBanlist,
  emptyBanlist,
  evictLiftedBans,
  formatBanlist,
  headOf,
  isSameEntry,
  parseEntries,
} from '@palatine/data-dir/banlist-file';
import type { Clock } from '@palatine/platform/clock';
import { ConfigError, orElse } from '@palatine/platform/config-error';
import { inParts } from '@palatine/platform/parts';
import { sha256Of, UnreadableFileError } from '@palatine/platform/read-file';
import type { GameContext } from '@palatine/world/game-context';
import type { Table } from '@palatine/world/table';
import { BAN_TABLE_NAMES, type World } from '@palatine/world/world';
import { type BanlistParts, readInThread } from '../files/banlist.ts';
import type { BanlistDigests } from '../store/store.ts';
import { BanlistOnDisk, type FileState } from './banlist-on-disk.ts';

/** A shorter Banlist.json is read where it is needed, in a few milliseconds. */
const LONG_BYTES = 128 * 1024;
/** A broken file that was not touched for this long is no longer being edited. */
const UNTOUCHED_MS = 5000;
/** A file replaced during a read is read again. */
const READ_ATTEMPTS = 10;
const LONG_AGO_MS = Number.NEGATIVE_INFINITY;
const BEING_EDITED = `${BANLIST} is being edited and is not readable; try again`;

interface Edit extends ExaminedBanlist {
  readonly digest: string;
}

interface BrokenFile {
  readonly is: 'Broken';
  readonly id: string;
  readonly file: FileState;
  readonly reason: string;
  /** Whether the file cannot be half written: a text in another encoding. */
  readonly isWhole: boolean;
  readonly seenAtMs: number;
}

/** The file as last seen. `id`: of its FileState; any other file is looked at again. */
type Seen =
  | { readonly is: 'Settled'; readonly id?: undefined }
  | { readonly is: 'Reading'; readonly id: string; readonly done: Promise<void> }
  | { readonly is: 'Drafted'; readonly id: string; readonly draft: Edit | { readonly fault: string } }
  | BrokenFile;

const SETTLED: Seen = { is: 'Settled' };

/** A unit of work. `Blocked`: bans cannot change, and the file was not compared with the rows yet. */
interface Unit {
  readonly is: 'Idle' | 'Blocked' | 'Checked' | 'Edited';
  /** Why no ban can be changed; undefined when bans can be. */
  readonly blocked?: string;
  /** Why Banlist.json was not applied; the active bans stay. */
  readonly rejected?: string;
  /** Journal length at which the rows matched the file; undefined if it lacks rows of earlier units. */
  readonly equalAt: number | undefined;
}

const IDLE: Unit = { is: 'Idle', equalAt: 0 };
const CHECKED: Unit = { is: 'Checked', equalAt: 0 };

/** The rows and the file at a time when they were equal. */
interface Agreed {
  /** The list without its entries, with keys added by an operator. */
  readonly head: Banlist;
  /** Undefined without a file. */
  readonly digest: string | undefined;
}

/**
 * Keeps the bans of the world and Banlist.json equal; the rows of the world are authoritative. The file is written before
 * their commit, and its digest is stored with them: a file with another digest was edited by hand, and is applied
 * before the next ban, on ReloadConfig and on start (docs/decisions/0005-bans.md).
 *
 *     the file           long edit             read in a thread
 *              Settled ─────────────▶ Reading ─────────────────▶ Drafted
 *               │  ▲ ▲                                            │   │
 *       invalid │  │ └─────────────────── applied ────────────────┘   │ invalid
 *               ▼  │ moved aside once it rests                        │
 *              Broken ◀───────────────────────────────────────────────┘
 *
 *     a unit of work        readEdits
 *                Idle ──────────────────▶ Checked: nothing applied ──┐
 *                 │ ▲                  ┌▶ Edited: an edit applied ───┤
 *           block ▼ │    readEdits     │                             │
 *              Blocked ────────────────┘     commit or rollback      │
 *                   └────────────────────────────────────────────────┘
 */
export class Bans {
  /** Changed here alone. */
  unit: Unit = IDLE;
  readonly #game: GameContext;
  readonly #clock: Pick<Clock, 'now' | 'elapsed'>;
  readonly #file: BanlistOnDisk;
  /** Digest that the last run stored before writing the file. */
  readonly #intended: string | undefined;
  #seen: Seen = SETTLED;
  /** As of the last commit. */
  #committed: Agreed;
  /** As of now, in this unit of work. */
  #present: Agreed;

  constructor(
    game: GameContext,
    file: string,
    { stored: digest, intended }: BanlistDigests,
    clock: Pick<Clock, 'now' | 'elapsed'>,
  ) {
    this.#game = game;
    this.#clock = clock;
    this.#file = new BanlistOnDisk(file);
    this.#intended = intended;
    this.#committed = { head: emptyBanlist(game.rules.bannedMessage), digest };
    this.#present = this.#committed;
    this.#agree(this.#committed);
  }

  /** Digest to store with the rows; undefined if already stored. */
  get newDigest(): string | undefined {
    const { digest } = this.#present;
    return digest === this.#committed.digest ? undefined : digest;
  }

  /** Digest of the file that matches the committed rows. */
  get confirmedDigest(): string | undefined {
    return this.#committed.digest;
  }

  /**
   * Reads the file on start. A file whose rows were never committed is replaced with the one before. Rows that were
   * never in a file stay. An entry that can never match anybody is left out, lifts no ban, and the file is moved aside
   * before the next write. Throws a ConfigError for any other fault.
   */
  start(): void {
    for (let attempt = 0; attempt < READ_ATTEMPTS; attempt++) {
      const state = this.#file.state();
      const text = state && this.#file.read(state);
      if (state !== undefined && text === undefined) continue;
      const unit = state && text !== undefined ? this.#startFrom(state, text) : this.#startEmpty();
      if (unit === undefined) continue;
      this.unit = unit;
      return;
    }
    throw new ConfigError(`${BANLIST}: it keeps changing`);
  }

  /** Undefined when a stop between two renames had left the file under its second name. */
  #startEmpty(): Unit | undefined {
    if (this.#file.restoreLeftover(undefined)) return undefined;
    this.#file.dropLeftover();
    const hasRows = BAN_TABLE_NAMES.some((name) => this.#game.world[name].size > 0);
    return { is: 'Checked', equalAt: hasRows ? undefined : 0 };
  }

  /** Undefined when the file was replaced with the one before. */
  #startFrom(state: FileState, text: string): Unit | undefined {
    const { digest } = this.#committed;
    const isEqual = sha256Of(text) === digest;
    const isUnconfirmed = !isEqual && sha256Of(text) === this.#intended;
    if (isUnconfirmed && this.#file.restoreLeftover(state)) return undefined;
    this.#file.dropLeftover();
    const edit = this.#parse(text);
    if (!isEqual && !isUnconfirmed) {
      return this.#apply(state, edit, { keepsOthers: digest === undefined, seenAtMs: LONG_AGO_MS });
    }
    this.#settle(state, edit);
    if (edit.problems.length > 0) this.#leaveUnread(state, edit, LONG_AGO_MS);
    const lacksRows = isUnconfirmed && edit.problems.length === 0; // there was no file before
    return { is: 'Checked', equalAt: lacksRows ? undefined : 0 };
  }

  /** Reads a long hand edit in another thread and in parts, for `readEdits` to apply in one turn. */
  async prepare(): Promise<void> {
    // A path that cannot be looked at, such as a link in a circle: `readEdits` says why.
    const state = orElse(undefined, () => this.#file.state());
    if (state === undefined || state.bytes < LONG_BYTES || this.#file.isKnown(state)) return;
    if (this.#seen.id !== state.id) this.#seen = { is: 'Reading', id: state.id, done: this.#drawUp(state) };
    if (this.#seen.is === 'Reading') await this.#seen.done;
  }

  get isPrepared(): boolean {
    return this.#seen.is === 'Drafted';
  }

  async #drawUp({ id }: FileState): Promise<void> {
    const read = await readInThread(this.#file.path).catch(() => undefined); // `readEdits` says why
    const isFault = read === undefined || 'fault' in read;
    const draft = isFault ? read : { ...read, banlist: await inParts(joinParts(read, this.#game.world)) };
    if (this.#seen.is !== 'Reading' || this.#seen.id !== id) return; // it was read meanwhile
    this.#seen = draft === undefined ? SETTLED : { is: 'Drafted', id, draft };
  }

  /** Applies hand edits, once per unit of work, before a ban overwrites them; rolled back with it. */
  readEdits(): void {
    const { is, blocked } = this.unit;
    if (is === 'Checked' || is === 'Edited') return;
    const unit = this.#findEdits();
    this.unit = blocked === undefined ? unit : { ...unit, blocked };
  }

  /** Lets no ban change in the next unit of work. */
  block(blocked: string): void {
    this.unit = { ...IDLE, is: 'Blocked', blocked };
  }

  /** Evicts old lifted bans when the list exceeds its limits. Throws a Refusal if there are not enough. */
  evict(): void {
    const full = evictLiftedBans(this.#game.world, this.#present.head);
    if (full !== undefined) throw new Refusal('VALIDATION_FAILED', full);
  }

  /** Writes Banlist.json durably or not at all. `intend` first stores its digest, by which a start recognizes it. */
  save(intend: (digest: string) => void): void {
    const { equalAt } = this.unit;
    if (equalAt !== undefined && !this.#game.world.hasChanged(BAN_TABLE_NAMES, equalAt)) return;
    const content = formatBanlist(banlistOf(this.#game.world, this.#present.head));
    const digest = sha256Of(content);
    intend(digest);
    this.#file.replace(content);
    this.#present = { ...this.#present, digest };
  }

  commit(): void {
    this.#committed = this.#present;
    this.unit = IDLE;
    this.#file.commit();
  }

  /** Reverts the file written by `save`, and any edit applied. */
  rollback(): void {
    const { is } = this.unit;
    this.unit = IDLE;
    this.#agree(this.#committed);
    this.#file.rollback();
    if (is !== 'Edited') return;
    this.#file.known = undefined; // the edit is read again
    this.#seen = SETTLED;
  }

  #findEdits(): Unit {
    try {
      return this.#readChanged();
    } catch (error) {
      const reason = this.#file.withoutPath(reasonOf(error));
      return { ...CHECKED, blocked: reason, rejected: `${reason}; the active bans stay` };
    }
  }

  #readChanged(): Unit {
    const state = this.#file.state();
    if (this.#file.isKnown(state)) return CHECKED;
    if (state === undefined) {
      this.#replaceUnread(undefined, '');
      const rejected = `${BANLIST} was missing; the active bans stay, and it was written again`;
      return { ...CHECKED, rejected };
    }
    if (this.#seen.is === 'Broken' && this.#seen.id === state.id) return this.#stillBroken(this.#seen);
    try {
      const edit = this.#editIn(state);
      if (edit === undefined) return leftAsItIs(`${BANLIST}: it changed while it was read`);
      return this.#apply(state, edit, { keepsOthers: false, seenAtMs: this.#clock.elapsed() });
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      const reason = this.#file.withoutPath(error.message);
      const isWhole = error instanceof UnreadableFileError && error.code === 'EILSEQ';
      const seenAtMs = this.#clock.elapsed();
      this.#seen = { is: 'Broken', id: state.id, file: state, reason, isWhole, seenAtMs };
      return isWhole ? this.#stillBroken(this.#seen) : leftAsItIs(reason);
    }
  }

  /** The list in the file; undefined if it has changed. Throws a ConfigError. */
  #editIn(state: FileState): Edit | undefined {
    const seen = this.#seen;
    this.#seen = SETTLED;
    if (seen.is !== 'Drafted' || seen.id !== state.id) {
      const text = this.#file.read(state);
      return text === undefined ? undefined : this.#parse(text);
    }
    if ('fault' in seen.draft) throw new ConfigError(seen.draft.fault);
    return seen.draft;
  }

  /** The list in a text, with the present rows where they are equal. Throws a ConfigError. */
  #parse(text: string): Edit {
    const { banlist, problems } = parseEntries(text);
    return { banlist: withRows(banlist, this.#game.world), problems, digest: sha256Of(text) };
  }

  /** Applies an edit, and lifts no ban if it has entries that were not read. Throws a ConfigError, with nothing changed. */
  #apply(
    state: FileState,
    edit: Edit,
    { keepsOthers, seenAtMs }: { keepsOthers: boolean; seenAtMs: number },
  ): Unit {
    const { banlist, problems } = edit;
    const { world } = this.#game;
    world.transaction(() => takeList(world, banlist, keepsOthers || problems.length > 0));
    this.#settle(state, edit);
    const equalAt = world.savepoint();
    if (problems.length > 0) {
      return { ...leftAsItIs(this.#leaveUnread(state, edit, seenAtMs)), is: 'Edited', equalAt };
    }
    const count = banlist.UserEntries.length + banlist.IPEntries.length;
    return { is: 'Edited', equalAt: world.userBans.size + world.ipBans.size > count ? undefined : equalAt };
  }

  /** Keeps the file until it is moved aside: a write would lose its unread entries. @returns the reason. */
  #leaveUnread(file: FileState, { problems }: Edit, seenAtMs: number): string {
    const reason = `${banlistFault(problems)}; the other entries apply`;
    this.#file.known = undefined;
    this.#seen = { is: 'Broken', id: file.id, file, reason, isWhole: false, seenAtMs };
    return reason;
  }

  /** A broken file that is no longer edited is moved aside. */
  #stillBroken({ file, reason, isWhole, seenAtMs }: BrokenFile): Unit {
    const nowMs = this.#clock.now();
    const seenForMs = this.#clock.elapsed() - seenAtMs;
    // A clock that was set back leaves a change in the future, which is not recent.
    const changedRecently = Math.abs(nowMs - file.mtimeMs) < UNTOUCHED_MS;
    if (!isWhole && (seenForMs < UNTOUCHED_MS || changedRecently)) return leftAsItIs(reason);
    const aside = brokenBanlistName(this.#file.path, nowMs);
    this.#replaceUnread(file, aside);
    this.#seen = SETTLED;
    const kept = `the file is kept as ${basename(aside)} and the active bans stay`;
    return { ...CHECKED, rejected: `${reason}; ${kept}` };
  }

  #replaceUnread(state: FileState | undefined, aside: string): void {
    const content = formatBanlist(banlistOf(this.#game.world, this.#present.head));
    this.#file.replaceUnread(content, state, aside);
    this.#present = { ...this.#present, digest: sha256Of(content) };
  }

  #settle(state: FileState, { banlist, digest }: Edit): void {
    this.#file.known = state;
    this.#seen = SETTLED;
    this.#agree({ head: headOf(banlist), digest });
  }

  #agree(agreed: Agreed): void {
    this.#present = agreed;
    const { Version, BannedMessage } = agreed.head;
    this.#game.world.banlistHead = { Version, BannedMessage };
  }
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
  const rowOr = <Entry extends UserBan | IPBan>(entry: Entry, row: Entry | undefined) =>
    isSameEntry(entry, row ?? entry) && row !== undefined ? row : entry; // formats a new one, too
  return {
    ...banlist,
    UserEntries: banlist.UserEntries.map((entry) => rowOr(entry, userBans.get(entry.UserId))),
    IPEntries: banlist.IPEntries.map((entry) => rowOr(entry, ipBans.get(entry.IP))),
  };
}

/** Puts the bans of a list into the rows. `keepsOthers`: rows that it lacks stay. Throws a ConfigError beyond the limits. */
function takeList(world: World, banlist: Banlist, keepsOthers: boolean): void {
  takeEntries<UserBan>(world.userBans, banlist.UserEntries, ({ UserId }) => UserId, keepsOthers);
  takeEntries<IPBan>(world.ipBans, banlist.IPEntries, ({ IP }) => IP, keepsOthers);
  const full = keepsOthers ? evictLiftedBans(world, headOf(banlist)) : undefined;
  if (full !== undefined) throw new ConfigError(`${BANLIST}: ${full}`);
}

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

function leftAsItIs(reason: string): Unit {
  return {
    ...CHECKED,
    blocked: BEING_EDITED,
    rejected: `${reason}; the file was left as it is, and the active bans stay`,
  };
}
