import { setImmediate as turn } from 'node:timers/promises';
import type { NewAuditEntry, Outcome, RefusedEntry } from '@palatine/contract/audit-records';
import type { FleetBan } from '@palatine/world/fleet-bans';
import type { GameBansRead } from '@palatine/world/game-bans';
import { MirrorStage } from '@palatine/world/mirror';
import type { MirrorPart } from '@palatine/world/mirror-part';
import { applyRoster, type Roster, type RosterOutcome } from '@palatine/world/roster';
import type { Logger } from 'pino';
import type {
  CommandCall,
  DeliveryStep,
  DeliveryWork,
  FleetBansOutcome,
  GameBansOutcome,
  MirrorOutcome,
  OutcomeKey,
  Rehearsal,
  ServiceNote,
  WriteCall,
} from './calls.ts';
import { auditExpired, type BatchTools, rehearseWrite, replayOf, runBatch } from './command-batch.ts';
import { deliveryStep } from './deliveries.ts';
import { GameQueue, type QueuedWrite, type QueueOptions } from './game-queue.ts';
import type { TableVersions } from './responses.ts';
import {
  type DeferredWrites,
  fleetBansTask,
  gameBansTask,
  noteTask,
  type SystemTask,
  takeMirrorPart,
} from './system-tasks.ts';
import { type Committed, routeOf, unitOfWork, type Watchers } from './unit-of-work.ts';

/** Audit entries of refused requests that may wait for the store; an entry has about 2 kB at most. */
export const MAX_UNWRITTEN_ENTRIES = 4096;
/** The first entry dropped is logged, and then each time as many more. */
const DROPS_PER_LOG_LINE = 1000;

export interface WritesOptions {
  readonly tools: BatchTools;
  readonly mirrorWrites: DeferredWrites;
  readonly versions: TableVersions;
  readonly watchers: Watchers;
  readonly log: Logger;
  readonly queue: Omit<QueueOptions, 'runBatch' | 'onExpired'>;
  /** Called after a batch with a reload, and whether that is `stored`. */
  onReload(stored: boolean): void;
}

/** The writes of a game, through its queue. They are answered once on disk. */
export class Writes {
  readonly queue: GameQueue;
  readonly #options: WritesOptions;
  readonly #mirrorStage = new MirrorStage();
  /** Audit entries of requests that never reached the queue, or expired in it, until they are on disk. */
  #unwritten: (() => NewAuditEntry)[] = [];
  /** How many such entries were dropped because too many waited. */
  droppedEntries = 0;

  constructor(options: WritesOptions) {
    const { holdSeconds } = options.tools.metrics;
    this.#options = options;
    this.queue = new GameQueue({
      ...options.queue,
      runBatch: (writes) => holdSeconds.time(() => this.#runBatch(writes)),
      onExpired: (write) => this.#addUnwritten(() => auditExpired(write, options.tools)),
    });
  }

  /** Runs a command. Rejects with SERVER_BUSY or REQUEST_TIMEOUT; refusals are outcomes. */
  async run(input: CommandCall): Promise<Outcome> {
    const write = { kind: 'command', input } as const;
    if (routeOf(write).changesBanlist === true) await this.beforeBans();
    return this.queue.write(write);
  }

  /** Dry run of a command: the outcome that it would have. */
  async rehearse(call: CommandCall): Promise<Rehearsal> {
    const { tools } = this.#options;
    return this.queue.inTurn(() => rehearseWrite(call, tools));
  }

  /** Outcome of the applied write with this key and token, after the pending writes. */
  outcomeOf({ issuer, key }: OutcomeKey): Promise<Outcome | undefined> {
    const { tools } = this.#options;
    const find = () => {
      const first = tools.store.outcomes.find(issuer.id, key, tools.runningMs());
      return first && replayOf(first);
    };
    return this.queue.run(find, { expires: true });
  }

  async reload(input: WriteCall): Promise<Outcome> {
    await this.#readLongEdit();
    return this.queue.write({ kind: 'reload', input });
  }

  /** Records a request that was refused before it reached the queue. */
  audit(entry: RefusedEntry): void {
    const atMs = this.#options.tools.game.now();
    // `player` is looked up on write.
    this.#addUnwritten(() => ({ ...entry, player: undefined, eventId: undefined, atMs }));
  }

  #addUnwritten(entry: () => NewAuditEntry): void {
    if (this.#unwritten.length < MAX_UNWRITTEN_ENTRIES) {
      this.#unwritten.push(entry);
      return this.queue.wake(); // its next batch writes them
    }
    this.droppedEntries += 1;
    if (this.droppedEntries % DROPS_PER_LOG_LINE !== 1) return;
    this.#options.log.error({ dropped: this.droppedEntries }, 'refused requests are missing in the audit');
  }

  /** Records an event of the service, such as the end of a maintenance. */
  note(note: ServiceNote): Promise<undefined> {
    return this.#runTask(({ game }) => noteTask(game, note));
  }

  mirror(part: MirrorPart): Promise<MirrorOutcome> {
    return this.#runTask(({ game }) => takeMirrorPart(game, this.#mirrorStage, part), true);
  }

  roster(roster: Roster): Promise<RosterOutcome> {
    return this.#runTask(({ game }) => ({ output: applyRoster(game, roster) }));
  }

  deliveryStep(step: DeliveryStep): Promise<DeliveryWork> {
    return this.#runTask(({ game }) => ({ output: deliveryStep(game, step) }));
  }

  async gameBans(read: GameBansRead): Promise<GameBansOutcome> {
    await this.beforeBans();
    return this.#runTask((tools) => gameBansTask(tools, read));
  }

  /** Applies all bans of a fleet's shared lists that this world enforces. */
  async applyFleetLists(bans: readonly FleetBan[]): Promise<FleetBansOutcome> {
    await this.beforeBans();
    return this.#runTask((tools) => fleetBansTask(tools, bans));
  }

  /** Reads, stores and applies a long hand edit of Banlist.json, in turns before that of the work. */
  async beforeBans(): Promise<void> {
    await this.#readLongEdit();
    if (this.#options.tools.bans.isPrepared)
      await this.#runTask(({ bans }) => ({ output: bans.readEdits() }));
  }

  /** Likewise, and leaves it to the work to apply the edit. */
  async #readLongEdit(): Promise<void> {
    const { tools } = this.#options;
    while (tools.banWrites.isWriting) await turn();
    await tools.bans.prepare();
  }

  /** Writes the audit entries of earlier refusals; not while the queue is frozen. */
  flushAudit(): void {
    if (this.#unwritten.length > 0 && !this.queue.frozen) this.#runBatch([]);
  }

  /** Tells caches and watchers of a commit. */
  publish({ events, tookEdit }: Committed<unknown>): void {
    const { versions, watchers } = this.#options;
    if (tookEdit) versions.changeAll();
    watchers.notify(events);
  }

  /** Ends the pending calls and accepts none afterwards. */
  stop(): void {
    this.queue.stop();
    this.#runBatch([]);
  }

  /** Runs writes of the queue, and stores the audit entries of earlier refusals with them. */
  #runBatch(writes: Iterable<QueuedWrite>): void {
    const { tools, onReload } = this.#options;
    const unwritten = this.#unwritten;
    this.#unwritten = [];
    const { ended, committed } = runBatch(writes, unwritten, tools);
    if (committed === undefined) this.#unwritten = [...unwritten, ...this.#unwritten];
    if (ended.at(-1)?.queued.write.kind === 'reload') onReload(committed !== undefined);
    if (committed !== undefined) this.publish(committed);
    for (const { queued, result } of ended) queued.settle(result.outcome);
  }

  /** Runs a system task with its own commit; an unfinished task continues in its next turn. */
  async #runTask<T>(work: (tools: BatchTools) => SystemTask<T>, mirrored = false): Promise<T> {
    const { tools } = this.#options;
    for (;;) {
      const { output, unfinished } = await this.queue.run(
        () => tools.metrics.holdSeconds.time(() => this.#commitTask(work, mirrored)),
        { expires: false },
      );
      if (unfinished !== true) return output;
    }
  }

  #commitTask<T>(work: (tools: BatchTools) => SystemTask<T>, mirrored: boolean): SystemTask<T> {
    const { tools, mirrorWrites, versions } = this.#options;
    const committed = unitOfWork(
      tools,
      () => tools.game.world.transaction(() => work(tools)),
      mirrored ? (changes) => mirrorWrites.defer(changes) : undefined,
    );
    const { survey } = committed.value;
    if (survey !== undefined) {
      tools.store.saveSurvey(survey);
      versions.changeAll(); // a survey is in no table
    }
    this.publish(committed);
    return committed.value;
  }
}
