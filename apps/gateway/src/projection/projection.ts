import { type Welcome, type WorldKey, worldOf } from '@palatine/fleet';
import { pause } from '@palatine/platform/clock';
import { isCorrupt } from '@palatine/platform/sqlite';
import type { Logger } from 'pino';
import { openFleetDatabase, setAside } from './fleet-database.ts';
import { type ProjectionTables, projectionTables } from './projection-tables.ts';
import {
  type ReadingState,
  type StreamMessage,
  StreamReader,
  type StreamReaderOptions,
} from './stream-reader.ts';

export interface ProjectionOptions extends Pick<StreamReaderOptions, 'connection' | 'replicas' | 'clock'> {
  /** SQLite; created when it is missing. */
  file: string;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
}

/** Called when there are new events; `isReplaced`: the file was rebuilt, with other ids. */
export type OnEvents = (isReplaced: boolean) => void;

const HOUR_MS = 3_600_000;
/** Maximum reasons of skipped messages in the log, each once. */
const MAX_LOGGED = 1000;

/** Events, audit and players of a fleet in one SQLite file, which is rebuilt from the stream and the worlds when it is lost. */
export class Projection {
  readonly #options: ProjectionOptions;
  readonly #listeners = new Set<OnEvents>();
  readonly #stopSweeps: () => void;
  readonly #reader: StreamReader;
  readonly #logged = new Set<string>();
  #skipped = 0;
  /** Undefined after corruption, until it is needed. */
  #tables: ProjectionTables | undefined;
  #closed = false;
  #sweeping: Promise<void> = Promise.resolve();

  /** Throws when the file can neither be opened nor created. */
  constructor(options: ProjectionOptions) {
    const { clock } = options;
    this.#options = options;
    this.#tables = this.#open();
    this.#reader = new StreamReader({
      ...options,
      since: () => this.use((tables) => tables.readUpToMs()),
      apply: (messages) => this.#apply(messages),
    });
    const sweep = () => {
      this.#sweeping = this.#sweep();
    };
    sweep();
    this.#stopSweeps = clock.every(HOUR_MS, sweep);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#stopSweeps();
    await Promise.all([this.#reader.close(), this.#sweeping]);
    this.#tables?.close();
  }

  /** The state of reading, and the number of skipped messages and records since the start. */
  state(): Readonly<ReadingState> & { readonly skipped: number } {
    return { ...this.#reader.state, skipped: this.#skipped };
  }

  /** The newest rows of a history of a world, and whether they include everything in the stream. */
  newest(world: WorldKey, incarnation: string): Pick<Welcome, 'has' | 'caughtUp'> {
    const { behind, error, caughtUp } = this.#reader.state;
    const [events, audit] = this.use(({ newest }) => [
      newest('events', world, incarnation),
      newest('audit', world, incarnation),
    ]);
    return { has: { incarnation, events, audit }, caughtUp: caughtUp && behind === 0 && error === undefined };
  }

  /** Reads or writes the tables. When the file is corrupt, this call fails, and the next one has a new file. */
  use<T>(work: (tables: ProjectionTables) => T): T {
    this.#tables ??= this.#open();
    try {
      return work(this.#tables);
    } catch (error) {
      if (isCorrupt(error)) this.#discard(error as Error);
      throw error;
    }
  }

  /** Calls back when events have been stored. @returns how to end that. */
  onEvents(listener: OnEvents): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #open(): ProjectionTables {
    const { file, log } = this.#options;
    const { database, setAside: reason } = openFleetDatabase(file);
    if (reason !== undefined) log.warn({ file, reason }, 'rebuilding the projection database');
    return projectionTables(database);
  }

  #apply(messages: readonly StreamMessage[]): void {
    this.use((tables) => tables.apply(messages, (message, reason) => this.#skip(message, reason)));
    this.#emit(false);
  }

  #skip({ subject }: StreamMessage, reason: string): void {
    this.#skipped += 1;
    const key = `${subject} ${reason}`;
    if (this.#logged.has(key) || this.#logged.size >= MAX_LOGGED) return;
    this.#logged.add(key);
    this.#options.log.warn({ world: worldOf(subject), reason }, 'skipping an invalid message of a world');
  }

  #emit(isReplaced: boolean): void {
    for (const listener of this.#listeners) listener(isReplaced);
  }

  #discard(error: Error): void {
    const { file, log } = this.#options;
    log.error({ err: error, file }, 'projection database is corrupt; rebuilding');
    this.#tables?.close();
    this.#tables = undefined;
    setAside(file);
    this.#emit(true);
  }

  async #sweep(): Promise<void> {
    const { clock, log } = this.#options;
    try {
      while (!this.#closed && this.use((tables) => tables.deleteSome(clock.now()))) await pause(clock, 1);
    } catch (error) {
      log.warn({ err: error }, 'could not delete old rows of the projection');
    }
  }
}
