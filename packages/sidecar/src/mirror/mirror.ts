import type { Clock } from '@palatine/platform/clock';
import { LEVEL } from '@palatine/save/folder-files';
import type { MirrorPart } from '@palatine/world/mirror-part';
import { ImportThread } from './import-in-thread.ts';
import {
  fileState,
  isSameListing,
  listSave,
  pathsToRead,
  readSettledSave,
  type SaveListing,
  type SettledSave,
  UnreadableSaveError,
} from './read-settled-save.ts';
import type { ImportReply } from './save-importer.ts';

export interface SaveMirrorOptions {
  /** The world folder with Level.sav. Nothing in it is ever changed. */
  readonly folder: string;
  /** Overlay of the catalogue; see data-folder/catalogue.ts. */
  readonly catalogueFolder: string;
  readonly clock: Clock;
  /** Passes a part to the game. Resolves when it was taken; for the last part, when the sync is in the tables. */
  readonly send: (part: MirrorPart) => Promise<unknown>;
  /** Called once with each problem, and with '' when it is over. */
  readonly report: (problem: string) => void;
  readonly settleMs: number;
  /** Interval of checks of all files: player files may be later than Level.sav. */
  readonly everyMs: number;
}

/** Interval of checks of Level.sav; see docs/decisions/0012. */
const LEVEL_EVERY_MS = 250;

export interface MirrorStatus {
  /** When the game wrote the served save, in ms since 1970; undefined before the first. */
  readonly savedAtMs: number | undefined;
  /** When it was read, in ms since 1970. */
  readonly readAtMs: number | undefined;
  /** The world folder, or a copy of the game below it. */
  readonly source: 'Live' | 'Backup';
  /** Why the last save of the game is not served completely; '' if it is. */
  readonly problem: string;
}

/** Result of a sync. `Failed`: the served save stays, and the status has the reason. */
export type SyncEnd = 'Published' | 'Unchanged' | 'Failed';

/** A failed read need not be retried at once. */
const AFTER_FAILURE_MS = 5000;

const NO_FILES: SaveListing = new Map();

/** Follows the save of a running game server: reads it when it has changed, and sends the differences to the game. */
export class SaveMirror {
  readonly #options: SaveMirrorOptions;
  #status: MirrorStatus = { savedAtMs: undefined, readAtMs: undefined, source: 'Live', problem: '' };
  #thread: ImportThread | undefined;
  #threadFiles: SaveListing = NO_FILES;
  /** Served files of the world folder; undefined if they are not from it. */
  #served: SaveListing | undefined;
  #whole = true;
  #sync = 0;
  #running: Promise<SyncEnd> | undefined;
  #abort = new AbortController();
  #paused = false;
  #notBeforeMs = 0;
  #timers: (() => void)[] = [];

  constructor(options: SaveMirrorOptions) {
    this.#options = options;
  }

  get status(): MirrorStatus {
    return this.#status;
  }

  start(): void {
    const { clock, everyMs } = this.#options;
    this.#timers = [
      clock.every(LEVEL_EVERY_MS, () => this.#check([LEVEL])),
      clock.every(everyMs, () => this.#check()),
    ];
    void this.#check();
  }

  async stop(): Promise<void> {
    for (const cancel of this.#timers) cancel();
    this.#timers = [];
    await this.pause();
    await this.#thread?.end();
    this.#thread = undefined;
  }

  /** Reads no save from its resolution until `resume`: others are changing the files. */
  async pause(): Promise<void> {
    this.#paused = true;
    this.#abort.abort();
    await this.#running;
  }

  resume(): void {
    this.#paused = false;
    this.#abort = new AbortController();
    this.#notBeforeMs = 0;
  }

  /** The game may have lost parts: the next sync sends everything. */
  invalidate(): void {
    this.#whole = true;
    this.#served = undefined;
  }

  /** Reads the present save, even if it has not changed. */
  async syncNow(): Promise<SyncEnd> {
    await this.#running;
    return this.#run();
  }

  /** Starts a sync when one of these files, or any, differs from the served one. */
  async #check(paths?: readonly string[]): Promise<void> {
    if (this.#running !== undefined || this.#paused) return;
    if (this.#options.clock.elapsed() < this.#notBeforeMs) return;
    if (await this.#isServed(paths)) return;
    if (this.#running === undefined && !this.#paused) await this.#run();
  }

  /** Errors count as a change: reading the save reports them. */
  async #isServed(paths: readonly string[] | undefined): Promise<boolean> {
    const { folder } = this.#options;
    const served = this.#served;
    if (served === undefined) return false;
    try {
      if (paths === undefined) return isSameListing(served, await listSave(folder));
      const states = await Promise.all(paths.map((path) => fileState(folder, path)));
      return paths.every((path, index) => served.get(path)?.state === states[index]?.state);
    } catch {
      return false;
    }
  }

  #run(): Promise<SyncEnd> {
    this.#running ??= this.#syncOnce().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #syncOnce(): Promise<SyncEnd> {
    const { folder, clock, settleMs } = this.#options;
    const { signal } = this.#abort;
    let problem = '';
    const settling = { folder, clock, settleMs, servedMs: this.#status.savedAtMs ?? 0, signal };
    for await (const save of readSettledSave(settling, () => this.#threadFiles)) {
      if (signal.aborted) break;
      try {
        if (save instanceof Error) throw save;
        return await this.#publish(save, problem, signal);
      } catch (error) {
        // The first failure is that of the save that the players are in.
        problem ||= error instanceof Error ? error.message : String(error);
      }
    }
    if (!signal.aborted) this.#setStatus({ problem });
    this.#notBeforeMs = clock.elapsed() + AFTER_FAILURE_MS;
    return 'Failed';
  }

  /** Imports and sends changes, or throws and changes nothing. `problem`: why the save was not read. */
  async #publish(save: SettledSave, problem: string, signal: AbortSignal): Promise<SyncEnd> {
    const { clock, everyMs } = this.#options;
    const readAtMs = clock.now();
    const startedMs = clock.elapsed();
    const whole = this.#whole;
    this.#whole = false;
    try {
      const reply = await this.#import(save, whole);
      if (reply.type === 'refused') throw new UnreadableSaveError(reply.reason);
      if (reply.type === 'imported') await this.#send(save, signal);
      const importMs = clock.elapsed() - startedMs;
      if (importMs > everyMs / 2) this.#notBeforeMs = clock.elapsed() + 2 * importMs;
      const ofFiles = reply.type === 'imported' ? reply.problems : [];
      this.#setServed(save, readAtMs, save.source === 'Live' ? ofFiles : [problem, ...ofFiles]);
      return reply.type === 'imported' ? 'Published' : 'Unchanged';
    } catch (error) {
      this.#whole ||= whole;
      throw error;
    }
  }

  async #import({ source, listing, read, savedAtMs }: SettledSave, whole: boolean): Promise<ImportReply> {
    this.#sync += 1;
    try {
      const thread = this.#threadFor(listing);
      const paths = pathsToRead(listing);
      const reply = await thread.import({ sync: this.#sync, paths, read, savedAtMs, whole });
      this.#threadFiles = source === 'Live' ? listing : NO_FILES;
      return reply;
    } catch (error) {
      this.#threadFiles = NO_FILES;
      this.#whole = true;
      throw error;
    }
  }

  /** A thread with enough memory for the save. A new one has no files, so those read for the former are not enough. */
  #threadFor(listing: SaveListing): ImportThread {
    const { catalogueFolder, clock } = this.#options;
    const saveBytes = pathsToRead(listing).reduce((sum, path) => sum + (listing.get(path)?.bytes ?? 0), 0);
    if (this.#thread?.takes(saveBytes)) return this.#thread;
    void this.#thread?.end();
    this.#thread = new ImportThread(catalogueFolder, saveBytes, clock);
    if (this.#threadFiles !== NO_FILES)
      throw new UnreadableSaveError('the thread that imports saves was restarted');
    return this.#thread;
  }

  /** Sends nothing of a save that has changed during its import. */
  async #send({ folder, listing, source }: SettledSave, signal: AbortSignal): Promise<void> {
    if (source === 'Live' && !isSameListing(listing, await listSave(folder))) {
      throw new UnreadableSaveError('the game wrote the save while it was being imported');
    }
    try {
      for await (const part of this.#thread?.parts() ?? []) {
        signal.throwIfAborted();
        await this.#options.send(part);
      }
    } catch (error) {
      this.#whole = true; // parts of it may have arrived
      throw error;
    }
  }

  #setServed({ source, listing, savedAtMs }: SettledSave, readAtMs: number, problems: readonly string[]) {
    const isLive = source === 'Live';
    this.#served = isLive && !this.#whole ? listing : undefined;
    if (!isLive) this.#notBeforeMs = this.#options.clock.elapsed() + AFTER_FAILURE_MS;
    const [first = '', ...more] = problems;
    const problem = more.length === 0 ? first : `${first}; the same for ${more.length} more files`;
    this.#setStatus({ savedAtMs, readAtMs, source, problem });
  }

  #setStatus(changes: Partial<MirrorStatus>): void {
    const { problem } = this.#status;
    this.#status = { ...this.#status, ...changes };
    if (this.#status.problem !== problem) this.#options.report(this.#status.problem);
  }
}
