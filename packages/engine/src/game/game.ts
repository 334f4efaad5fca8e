import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseGuid } from '@palatine/contract';
import type { AuditRetention } from '@palatine/data-dir/audit-table';
import { BANLIST } from '@palatine/data-dir/banlist-file';
import type { DataPaths } from '@palatine/data-dir/data-folder';
import { type Clock, systemClock } from '@palatine/platform/clock';
import { ConfigError, recover } from '@palatine/platform/config-error';
import type { Catalogue } from '@palatine/world/catalogue';
import { FaultInjector, type GameContext } from '@palatine/world/game-context';
import { MIRRORED_TABLES } from '@palatine/world/mirror-part';
import { buildIndexes } from '@palatine/world/queries';
import { BAN_TABLE_NAMES, type TableName } from '@palatine/world/world';
import type { Logger } from 'pino';
import { type LiveSettings, type ReadSettings, readSettings } from '../files/config.ts';
import { type ArchivingFiles, operatorFiles } from '../files/operator-files.ts';
import { assertBannedTechnologies, importRuleFaults } from '../files/pal-files.ts';
import { runningTime } from '../store/outcome-store.ts';
import { openStore, type Store } from '../store/store.ts';
import { BackgroundWork, disconnectBanned } from './background-work.ts';
import { Bans } from './bans.ts';
import type { AttachedRules, SimulateChoice } from './calls.ts';
import type { BatchTools } from './command-batch.ts';
import { Reads } from './reads.ts';
import { QueryResponses, TableVersions } from './responses.ts';
import { DeferredWrites, type DeferredWritesOptions } from './system-tasks.ts';
import {
  BanlistWriteError,
  CommitError,
  causeOf,
  GameMetrics,
  unitOfWork,
  Watchers,
} from './unit-of-work.ts';
import { Writes } from './writes.ts';

export interface GameOptions extends Partial<GameEnvironment> {
  readonly data: DataPaths;
  readonly catalogue: Catalogue;
  readonly settings: LiveSettings;
  readonly simulate: SimulateChoice;
  /** For a running game server; absent for a standalone world. */
  readonly attached?: AttachedRules | undefined;
  readonly auditKept: AuditRetention;
  readonly log: Logger;
  /** Maximum requests that wait for the game; beyond it 503 SERVER_BUSY. */
  readonly queueLimit: number;
  /** A request that has not started after this expires: 500 REQUEST_TIMEOUT. Default 5 s. */
  readonly deadlineMs?: number | undefined;
  /** Maximum Idempotency-Keys of a token per day. Default one million. */
  readonly keysPerToken?: number | undefined;
  /** Whether to keep events and audit entries until the streams of a fleet have them. Default no. */
  readonly fleet?: boolean | undefined;
}

/** Time, randomness and ids, so that a test needs no sleep and a replay is exact. */
export interface GameEnvironment {
  readonly clock: Clock | undefined;
  /** 0 <= r < 1. */
  readonly random: (() => number) | undefined;
  /** A new GUID, 8-8-8-8 upper case. */
  readonly newId: (() => string) | undefined;
}

/** The world that a service serves, as its start found it. */
export type ServedFigures = Reads['figures'];

const DEADLINE_MS = 5000;
const KEYS_PER_TOKEN = 1_000_000;

/** A world and its store, from start to stop: its reads, its writes, and the watchers of its changes. */
export class Game {
  readonly metrics = new GameMetrics();
  readonly responses: QueryResponses;
  readonly reads: Reads;
  readonly writes: Writes;
  readonly watchers: Watchers;
  readonly #options: GameOptions;
  readonly #tools: BatchTools;
  readonly #reload: ReturnType<typeof settingsReload>;
  readonly #mirrorWrites: DeferredWrites;
  readonly #banWrites: DeferredWrites;
  readonly #background: BackgroundWork;
  #stopped = false;

  /** Loads the world and starts the game. Throws a ConfigError or a WorldFileError. */
  constructor(options: GameOptions) {
    const { data, settings, log, simulate, auditKept, fleet = false, clock = systemClock } = options;
    this.#options = options;
    using undo = new DisposableStack();
    const store = openStore(data.world, { fleet, check: true });
    undo.defer(() => store.close()); // releases the file so that it can be repaired
    if (!fleet) store.leaveFleet();
    const game = gameContext(options, store);
    const bans = new Bans(game, data.banlist, store.banlistDigests(), clock);
    const deferredWrites = (tables: readonly TableName[], last: DeferredWritesOptions['last'] = () => ({})) =>
      new DeferredWrites({
        tables,
        last,
        world: game.world,
        store,
        clock,
        later: (part) => void setImmediate(() => this.metrics.holdSeconds.time(part)),
        report: (message) => log.error(message),
      });
    this.#mirrorWrites = deferredWrites(MIRRORED_TABLES);
    this.#banWrites = deferredWrites(BAN_TABLE_NAMES, () => ({ banlistDigest: bans.confirmedDigest }));
    this.#tools = this.#batchTools(game, store, bans);
    this.#reload = settingsReload(data, settings, game, bans);
    const versions = new TableVersions(game.world);
    this.watchers = new Watchers(game);
    this.writes = new Writes({
      tools: this.#tools,
      mirrorWrites: this.#mirrorWrites,
      versions,
      watchers: this.watchers,
      log,
      queue: { clock, limit: options.queueLimit, deadlineMs: options.deadlineMs ?? DEADLINE_MS },
      onReload: (stored) => this.#applyReload(stored),
    });
    const { queue } = this.writes;
    this.responses = new QueryResponses({ game, clock, queue, versions, metrics: this.metrics });
    this.reads = new Reads({
      game,
      store,
      queue,
      watchers: this.watchers,
      simulated: () => this.#background.simulated,
      flushAudit: () => this.writes.flushAudit(),
    });
    this.#background = new BackgroundWork({
      tools: this.#tools,
      clock,
      simulate,
      auditKept,
      frozen: () => queue.frozen,
      beforeBans: () => this.writes.beforeBans(),
      onCommitted: (committed) => this.writes.publish(committed),
      onStep: (moves) => versions.publishMoves(moves, clock.elapsed()),
    });
    this.#start();
    undo.move();
  }

  /** Resolves once the game has had a turn and its store responds. */
  ping(): Promise<void> {
    return this.writes.queue.run(() => this.#tools.store.ping(), { expires: false });
  }

  stop(): void {
    this.#stopped = true;
    this.writes.stop();
    this.#background.stop();
    try {
      this.#mirrorWrites.writeAll();
      this.#banWrites.writeAll();
    } catch (error) {
      this.#tools.report(`records could not be stored: ${causeOf(error)}`);
    }
    for (const writes of [this.#mirrorWrites, this.#banWrites]) writes.abandon();
    this.#background.saveLocations();
    this.#background.saveRunningTime();
    this.#tools.store.close();
  }

  #start(): void {
    for (const fault of this.#reload.faults()) this.#tools.report(fault);
    try {
      unitOfWork(this.#tools, () => {
        this.#tools.bans.start();
        return {};
      });
    } catch (error) {
      if (error instanceof BanlistWriteError || error instanceof CommitError)
        throw new ConfigError(error.message);
      throw error;
    }
    this.#background.start();
  }

  /** Computes what queries look up, between other turns: neither the start nor the first requests wait for it. */
  fillIndexes(steps = buildIndexes(this.#tools.game)): void {
    setImmediate(() => {
      if (!this.#stopped && !this.metrics.holdSeconds.time(() => steps.next()).done) this.fillIndexes(steps);
    });
  }

  #batchTools(game: ServedContext, store: Store, bans: Bans): BatchTools {
    const { data, log, attached, keysPerToken = KEYS_PER_TOKEN, clock = systemClock } = this.#options;
    return {
      game,
      store,
      bans,
      banWrites: this.#banWrites,
      files: game.files,
      metrics: this.metrics,
      keysPerToken,
      runningMs: runningTime(store.outcomes, clock),
      report: (message) => log.error(message),
      discard: (archives) => {
        for (const path of archives) rmSync(join(data.path, path), { force: true });
      },
      execution: {
        attached,
        reload: (issuer) => this.#reload.run(issuer),
        onFault: () => this.responses.versions.changeAll(), // it changes no table
        freeze: (ms) => this.writes.queue.freeze(ms),
      },
    };
  }

  #applyReload(stored: boolean): void {
    const { log, settings } = this.#options;
    const read = this.#reload.apply(stored);
    if (read === undefined) return;
    this.responses.versions.changeAll(); // any query may read the rules
    for (const file of read.rejected)
      log.warn(file, 'invalid settings file; its last valid version stays active');
    for (const warning of read.warnings) log.warn({ warning }, 'a settings file needs attention');
    const { pending } = settings;
    if (pending.length > 0) log.info({ pending }, 'settings that take effect at the next start');
  }
}

type ServedContext = GameContext & { readonly files: ArchivingFiles };

function gameContext(options: GameOptions, store: Store): ServedContext {
  const { data, catalogue, clock = systemClock, random = Math.random, newId = newGuid } = options;
  return {
    world: store.load(),
    catalogue,
    rules: options.settings.current.config,
    now: clock.now.bind(clock),
    random,
    newId,
    files: operatorFiles(data),
    faults: new FaultInjector(),
    attached: options.attached !== undefined,
  };
}

function newGuid(): string {
  return parseGuid(randomUUID()) as string; // a UUID is a GUID in its standard spelling
}

export function settingsReload(data: DataPaths, settings: LiveSettings, game: GameContext, bans: Bans) {
  let underWay: ReadSettings | undefined;

  return {
    /** Reads the settings files, after Banlist.json. Changes and each rejected file emit an event. */
    run(issuer: string): { Success: boolean } {
      const { catalogue, world } = game;
      const read = readSettings(data, settings.current, (config) =>
        assertBannedTechnologies({ catalogue, world, rules: config }),
      );
      const rules = read.settings.config;
      const rejected = [...read.rejected, ...importRuleFaults(data, { catalogue, rules })];
      const reason = bans.unit.rejected;
      const files = reason === undefined ? rejected : [...rejected, { file: BANLIST, reason }];
      const changed = bans.unit.is === 'Edited' ? [...read.changed, BANLIST] : [...read.changed];
      if (files.length === 0 || changed.length > 0)
        world.emit('config.reloaded', game.now(), { files: changed, issuer });
      for (const file of files) world.emit('config.rejected', game.now(), file);
      disconnectBanned(game);
      underWay = { ...read, rejected };
      return { Success: files.length === 0 };
    },

    /** Restrictions without a match in the files just read on start. */
    faults(): string[] {
      const faults = importRuleFaults(data, game).map(({ reason }) => reason);
      recover(
        () => assertBannedTechnologies(game),
        ConfigError,
        ({ message }) => void faults.push(message),
      );
      return faults;
    },

    /** Applies what the reload has read once it is `stored`; undefined when nothing changed. */
    apply(stored: boolean): ReadSettings | undefined {
      const read = underWay;
      underWay = undefined;
      if (read === undefined || !stored) return undefined;
      game.rules = read.settings.config;
      settings.set(read.settings);
      return read;
    },
  };
}
