import { setImmediate as turn } from 'node:timers/promises';
import type { NatsConnection } from '@nats-io/transport-node';
import {
  BATCH_LIMITS,
  batchReply,
  type RosterPlayer,
  SUBJECTS,
  type Welcome,
  type WorldKey,
} from '@palatine/fleet/messages';
import { type Clock, pause } from '@palatine/platform/clock';
import { isCorrupt } from '@palatine/platform/sqlite';
import type { Logger } from 'pino';
import {
  answerWorld,
  type OnExcess,
  takeWorldMessages,
  type WorldMessage,
  type WorldWarning,
  worldWarnings,
} from '../worlds/world-messages.ts';
import { openFleetDatabase, setAside } from './fleet-database.ts';
import {
  type AppliedBatch,
  type ProjectionTables,
  projectionTables,
  type WorldBatch,
} from './projection-tables.ts';
import type { RowKind } from './rows.ts';

export interface ProjectionOptions {
  readonly connection: NatsConnection;
  readonly onExcess?: OnExcess;
  readonly nameOf?: (world: WorldKey) => string | undefined;
  /** Bytes that the gateway takes of one world in an hour; 256 MB by default. */
  readonly quotaBytes?: number;
  readonly clock: Clock;
  /** SQLite; created when it is missing. */
  readonly file: string;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
}

/** Called when there are new events; `isReplaced`: the file was rebuilt, with other ids. */
export type OnEvents = (isReplaced: boolean) => void;

const HOUR_MS = 3_600_000;
/** Some 500,000 rows. */
const QUOTA_BYTES = 256 * 1024 * 1024;
/** Interval in which a world may send a batch of each kind. */
const BATCHES_MS = 20;
const OVER_QUOTA =
  'a world exceeds its hourly quota of events and audit; the rest is refused until the next hour. Are its credentials stolen?';
const SKIPPED = 'skipping invalid rows of a world';

/** Events, audit and players of a fleet in one SQLite file. Worlds send what it lacks again, as far as they keep it. */
export class Projection {
  readonly #options: ProjectionOptions;
  readonly #listeners = new Set<OnEvents>();
  readonly #ends: (() => void)[];
  readonly #warn: WorldWarning;
  /** Bytes that each world sent in its last hour. */
  readonly #taken = new Map<WorldKey, { hour: number; bytes: number }>();
  #skipped = 0;
  #error: string | undefined;
  /** Undefined after corruption, until it is needed. */
  #tables: ProjectionTables | undefined;
  #closed = false;
  #sweeping: Promise<void> = Promise.resolve();

  /** Throws when the file can neither be opened nor created. */
  constructor(options: ProjectionOptions) {
    const { clock, log } = options;
    this.#options = options;
    this.#warn = worldWarnings(clock, log);
    this.#tables = this.#open();
    const sweep = () => {
      this.#sweeping = this.#sweep();
    };
    sweep();
    this.#ends = [clock.every(HOUR_MS, sweep), this.#take('events'), this.#take('audit')];
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    for (const end of this.#ends) end();
    await this.#sweeping;
    this.#tables?.close();
  }

  /** Why rows are not being stored, and the number of refused batches and records since the start. */
  state(): { readonly error: string | undefined; readonly skipped: number } {
    return { error: this.#error, skipped: this.#skipped };
  }

  /** The newest rows of a history of a world. */
  newest(world: WorldKey, incarnation: string): Pick<Welcome, 'has'> {
    const [events, audit] = this.use(({ newest }) => [
      newest('events', world, incarnation),
      newest('audit', world, incarnation),
    ]);
    return { has: { incarnation, events, audit } };
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

  /** Brings the players of a world to those of a snapshot, with turns of others in between. */
  async applyPlayers(world: WorldKey, version: string, players: readonly RosterPlayer[]): Promise<void> {
    const parts = this.use((tables) => tables.applyPlayers(world, version, players));
    while (!this.#closed && this.use(() => parts.next().done) !== true) await turn();
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

  #take(kind: RowKind): () => void {
    const { connection, clock, onExcess } = this.#options;
    return takeWorldMessages({
      connection,
      clock,
      subject: SUBJECTS[kind]('*'),
      maxBytes: BATCH_LIMITS.bytes,
      waiting: 1,
      pauseMs: BATCHES_MS,
      onExcess,
      warn: this.#warn,
      handle: (messages) => this.#store(kind, messages),
    });
  }

  /** Stores batches, and answers their worlds once they are on disk. */
  #store(kind: RowKind, messages: readonly WorldMessage[]): void {
    const taken = messages.filter((message) => this.#isWithinQuota(message));
    const stored = this.#apply(taken.map(({ world, message }) => ({ kind, world, text: message.string() })));
    for (const [index, { reply, skipped }] of stored.entries()) {
      const message = taken[index] as WorldMessage; // one for each
      answerWorld(message, batchReply.pack(reply));
      this.#skipped += skipped;
      if (skipped > 0) this.#warn(message.world, { kind, reason: reply.refused }, SKIPPED);
    }
    this.#emit(false);
  }

  /** Applies batches together; one after another when that fails, so that none fails because of another. */
  #apply(batches: readonly WorldBatch[]): AppliedBatch[] {
    try {
      const applied = this.use((tables) => tables.apply(batches));
      if (batches.length > 0) this.#error = undefined;
      return applied;
    } catch (error) {
      if (batches.length > 1) return batches.flatMap((batch) => this.#apply([batch]));
      if (this.#error === undefined) this.#options.log.error({ err: error }, 'cannot store what worlds send');
      this.#error = (error as Error).message;
      return [{ reply: { refused: 'it cannot store rows now' }, skipped: 0 }];
    }
  }

  #isWithinQuota(of: WorldMessage): boolean {
    const { clock, onExcess, nameOf, quotaBytes = QUOTA_BYTES } = this.#options;
    const hour = Math.floor(clock.elapsed() / HOUR_MS);
    const last = this.#taken.get(of.world);
    const before = last?.hour === hour ? last.bytes : 0;
    const { byteLength } = of.message.data;
    this.#taken.set(of.world, { hour, bytes: before + byteLength });
    if (before <= quotaBytes) return true;
    onExcess?.(of.world, byteLength);
    this.#warn(of.world, { name: nameOf?.(of.world), bytes: before }, OVER_QUOTA);
    answerWorld(of, batchReply.pack({ refused: 'it takes no more of this world in this hour' }));
    return false;
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
