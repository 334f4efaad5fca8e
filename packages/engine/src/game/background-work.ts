import type { AuditRetention } from '@palatine/data-dir/audit-table';
import { type Clock, jumpMessage, steadyClock } from '@palatine/platform/clock';
import { banOf, haveBansToSettle } from '@palatine/world/bans';
import type { GameContext } from '@palatine/world/game-context';
import { forgetIdentities } from '@palatine/world/identities';
import type { PlayerLocation } from '@palatine/world/model';
import { collectPastEvents } from '@palatine/world/past-events';
import { logOut } from '@palatine/world/sessions';
import { type Simulation, startSimulation } from '@palatine/world/simulation';
import type { SimulateChoice } from './calls.ts';
import type { BatchTools } from './command-batch.ts';
import { settleBans } from './system-tasks.ts';
import { type Committed, causeOf, unitOfWork } from './unit-of-work.ts';

const STEP_MS = 100;
const SAVE_LOCATIONS_MS = 30_000;
const SAVE_TIME_MS = 3_600_000;
const EXPIRE_KEYS_MS = 10_000;
const COLLECT_EVENTS_MS = 1000;
const PRUNE_MS = 60_000;
const SETTLE_BANS_MS = 60_000;
/** Pause between two chunks of deletions, in which requests are answered. */
const PRUNE_PAUSE_MS = 20;

export interface BackgroundOptions {
  readonly tools: BatchTools;
  readonly clock: Clock;
  readonly simulate: SimulateChoice;
  readonly auditKept: AuditRetention;
  frozen(): boolean;
  /** Applies a long hand edit of Banlist.json. Takes some turns of the event loop. */
  beforeBans(): Promise<void>;
  onCommitted(committed: Committed<unknown>): void;
  /** Called after each step of the simulation. `moves`: its moves of players; 0 when it changed more. */
  onStep(moves: number): void;
}

/** Work of the game without a request: simulates players, saves their positions, and prunes the store. */
export class BackgroundWork {
  readonly #options: BackgroundOptions;
  readonly #simulation: Simulation | undefined;
  /** Whether the wall clock is reliable enough to delete by age. */
  readonly #mayDeleteByAge: () => boolean;
  /** Locations in the store; most players are offline and do not move. */
  #savedLocations: ReadonlySet<PlayerLocation>;
  #timers: (() => void)[] = [];
  /** Cancels the next chunk of deletions; undefined when none is due. */
  #cancelNextChunk: (() => void) | undefined;

  constructor(options: BackgroundOptions) {
    const { tools, simulate } = options;
    const { game } = tools;
    this.#options = options;
    this.#savedLocations = new Set(game.world.locations.values());
    this.#mayDeleteByAge = steadyClock(options.clock, (jumpMs) => tools.report(jumpMessage(jumpMs)));
    const simulated = simulate === 'Demo' ? game.world.info.origin === 'demo' : simulate !== 'Never';
    this.#simulation = simulated
      ? startSimulation(game, { comingAndGoing: simulate !== 'Moving' })
      : undefined;
  }

  get simulated(): boolean {
    return this.#simulation !== undefined;
  }

  start(): void {
    const { tools, clock, frozen } = this.#options;
    const { game } = tools;
    const every = (ms: number, work: () => unknown) => clock.every(ms, () => (frozen() ? undefined : work()));
    this.#expireKeys();
    this.#prune();
    this.#commit(() => {
      if (!this.simulated && !game.attached) forgetIdentities(game.world);
      if (!game.attached) disconnectBanned(game);
    });
    this.#step(0);
    this.#settleBans();
    this.#timers = [
      every(SETTLE_BANS_MS, () => this.#settleBansLater()),
      every(SAVE_TIME_MS, () => this.saveRunningTime()),
      every(EXPIRE_KEYS_MS, () => this.#expireKeys()),
      every(COLLECT_EVENTS_MS, () => collectPastEvents(tools.game)),
      every(PRUNE_MS, () => this.#prune()),
    ];
    if (!this.simulated) return;
    this.#timers.push(
      every(STEP_MS, () => this.#step(STEP_MS / 1000)),
      every(SAVE_LOCATIONS_MS, () => this.saveLocations()),
    );
  }

  stop(): void {
    for (const cancel of this.#timers) cancel();
    this.#timers = [];
    this.#cancelNextChunk?.();
  }

  saveLocations(): void {
    const { tools } = this.#options;
    if (!this.simulated && !tools.game.attached) return;
    const locations = [...tools.game.world.locations.values()];
    const moved = locations.filter((location) => !this.#savedLocations.has(location));
    this.#attempt('player locations could not be saved', () => {
      tools.store.saveLocations(moved);
      this.#savedLocations = new Set(locations);
    });
  }

  #step(seconds: number): void {
    const { tools, onStep } = this.#options;
    const { locations } = tools.game.world;
    const simulation = this.#simulation;
    if (simulation === undefined) return;
    const step = () => {
      const before = locations.version;
      let changed = false;
      this.#commit(() => {
        ({ changed } = simulation.step(seconds));
      });
      onStep(changed ? 0 : locations.version - before);
    };
    tools.metrics.stepSeconds.time(() => this.#attempt('a simulation step failed', step));
  }

  async #settleBansLater(): Promise<void> {
    if (!haveBansToSettle(this.#options.tools.game.world)) return;
    await this.#options.beforeBans();
    if (this.#timers.length > 0) this.#settleBans(); // not stopped meanwhile
  }

  #settleBans(): void {
    const { tools } = this.#options;
    if (!haveBansToSettle(tools.game.world)) return;
    this.#attempt('bans by PlayerUID could not be written to Banlist.json', () =>
      this.#commit(() => settleBans(tools)),
    );
  }

  #commit(work: () => void): void {
    const { tools, onCommitted } = this.#options;
    const committed = unitOfWork(tools, () => {
      work();
      return {};
    });
    if (committed.changes.length > 0) onCommitted(committed);
  }

  /** Otherwise the time since the last key would be lost at a restart. */
  saveRunningTime(): void {
    const { store, runningMs } = this.#options.tools;
    this.#attempt('the uptime could not be saved', () => store.outcomes.saveRunningMs(runningMs()));
  }

  #expireKeys(): void {
    const { store, metrics, runningMs } = this.#options.tools;
    this.#attempt('expired keys could not be deleted', () => {
      if (store.outcomes.anyExpired(runningMs())) store.outcomes.deleteExpired(runningMs());
      metrics.keys = store.outcomes.count();
    });
  }

  /** Deletes a chunk of expired audit entries and events that no stream waits for, then schedules the next. */
  #prune(): void {
    const { tools, clock, auditKept } = this.#options;
    const { game, store } = tools;
    const nowMs = this.#mayDeleteByAge() ? game.now() : 0;
    if (this.#cancelNextChunk !== undefined) return; // the previous chunks continue
    const deleteChunk = () => {
      this.#cancelNextChunk = undefined;
      this.#attempt('old audit entries and events could not be deleted', () => {
        const moreAudit = store.pruneAudit(auditKept, nowMs);
        const moreEvents = store.pruneDropped(nowMs);
        if (moreAudit || moreEvents) this.#cancelNextChunk = clock.after(PRUNE_PAUSE_MS, deleteChunk);
      });
    };
    deleteChunk();
  }

  #attempt(failure: string, work: () => void): void {
    const { metrics, report } = this.#options.tools;
    try {
      work();
    } catch (error) {
      metrics.storageFailures.own += 1;
      report(`${failure}: ${causeOf(error)}`);
    }
  }
}

export function disconnectBanned(game: GameContext): void {
  for (const session of [...game.world.sessions.values()]) {
    if (banOf(game.world, session) !== undefined) logOut(game, session.uid, { reason: 'banned' });
  }
}
