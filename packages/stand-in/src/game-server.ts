import { existsSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, dirname, join } from 'node:path';
import type { Clock } from '@palatine/platform/clock';
import { type Bans, openBans } from './bans.ts';
import { type Chance, hexDigits, seededChance } from './chance.ts';
import type { LoggedRequest, ServerStatus } from './control/commands.ts';
import { GameClock } from './game-clock.ts';
import { type GameSettings, readGameSettings } from './game-settings.ts';
import { guidOf } from './guid.ts';
import { type GameLog, gameLog } from './log.ts';
import { Sessions } from './sessions.ts';
import type { AnswerFault, AnswerRule, Variants } from './variants.ts';
import { generatePlayers } from './world/generated-players.ts';
import { freshLevelMeta, writeGeneratedWorld } from './world/generated-world.ts';
import { WorldMemory } from './world/memory.ts';
import { SaveRounds } from './world/save-rounds.ts';

export interface GameServerSetup {
  /** The folder of a world below `SaveGames/0`; the settings above it may name another one. */
  saveFolder: string;
  /** Overrides the AdminPassword of the settings. */
  password: string | null;
  port: number;
  bootMs: number;
  /** Ends at the end of the boot instead of serving. */
  fails: boolean;
  seed: number;
  variants: Variants;
  serveRest: (game: GameServer) => Server;
  /** The system's unless given. */
  clock?: Clock;
  print: (line: string) => void;
  exit: (code: number) => void;
}

class AnswerFaults {
  rules: AnswerRule[] = [];

  /** The fault of an answer, by the first rule that fits; a rule that is used up goes. */
  next(endpoint: string): AnswerFault | undefined {
    for (const rule of this.rules) {
      if (rule.endpoint !== undefined && rule.endpoint !== endpoint) continue;
      if (rule.times !== undefined) {
        rule.times -= 1;
        if (rule.times <= 0) this.rules = this.rules.filter((kept) => kept !== rule);
      }
      return rule.fault;
    }
    return undefined;
  }
}

/** The dedicated server as others see it: REST, log, save folder. */
export class GameServer {
  readonly variants: Variants;
  readonly clock: GameClock;
  readonly chance: Chance;
  readonly log: GameLog;
  readonly settings: GameSettings;
  readonly saveFolder: string;
  readonly seen: LoggedRequest[] = [];
  readonly answerFaults = new AnswerFaults();
  readonly startedAtMs: number;
  memory!: WorldMemory;
  bans!: Bans;
  sessions!: Sessions;
  rounds!: SaveRounds;
  readonly #setup: GameServerSetup;
  #rest: Server | undefined;
  #state: 'booting' | 'running' | 'hanging' | 'stopping' = 'booting';
  #bornAtMs: number;
  #uptimeFromMs: number;
  #shownUptimeMs = 0;
  #cancelAutosave: () => void = () => {};
  #hanging: Promise<void> = Promise.resolve();
  #halted = false;

  constructor(setup: GameServerSetup) {
    this.#setup = setup;
    this.clock = new GameClock(setup.clock);
    this.variants = setup.variants;
    this.chance = seededChance(setup.seed);
    this.log = gameLog(this.clock.now, setup.print);
    this.settings = readGameSettings(setup.saveFolder);
    this.saveFolder = join(dirname(setup.saveFolder), this.settings.worldGuid || basename(setup.saveFolder));
    this.startedAtMs = this.clock.now();
    this.#bornAtMs = this.clock.elapsed();
    this.#uptimeFromMs = this.#bornAtMs;
  }

  /** Reads the world and opens the REST port. Rejects when the save cannot be read or the port is taken. */
  async boot(): Promise<void> {
    const { log, saveFolder, clock, variants, chance } = this;
    log.plain(`Game version is ${this.version}`);
    await clock.pass(this.#setup.bootMs);
    if (this.#setup.fails) return this.end(1);
    // A server whose settings name no world makes a new one (docs/game-server.md#settings-and-ban-files); ours has
    // two players.
    if (!existsSync(join(saveFolder, 'Level.sav'))) {
      await writeGeneratedWorld(saveFolder, { players: 2 });
    }
    this.memory = await WorldMemory.read(saveFolder);
    if (!this.memory.files.has('LevelMeta.sav')) {
      this.memory.files = new Map(this.memory.files).set('LevelMeta.sav', await freshLevelMeta());
    }
    this.bans = openBans(saveFolder, chance);
    const context = { memory: this.memory, bans: this.bans, clock, variants, log, chance };
    this.sessions = new Sessions(context, generatePlayers(8));
    const newId = () => guidOf(hexDigits(chance));
    this.rounds = new SaveRounds({ folder: saveFolder, memory: this.memory, clock, variants, log, newId });
    if (this.settings.values.get('RESTAPIEnabled') !== 'False') await this.#listen();
    if (this.#halted) return this.halt(); // it was killed meanwhile, and must not hold the port
    log.plain('Running Palworld dedicated server on :8211');
    this.#state = 'running';
    this.#autosave();
  }

  get version(): string {
    return this.variants.build === '1.0' ? 'v1.0.5.102999' : 'v0.7.3.90464';
  }

  get worldGuid(): string {
    return basename(this.saveFolder);
  }

  get port(): number {
    return (this.#rest?.address() as AddressInfo | null | undefined)?.port ?? 0;
  }

  /** The effective password: none where a WorldOption.sav overrides the settings. */
  password(): string {
    if (this.variants.password !== null) return this.variants.password;
    if (existsSync(join(this.saveFolder, 'WorldOption.sav'))) return '';
    return this.#setup.password ?? this.settings.values.get('AdminPassword') ?? '';
  }

  uptimeMs(): number {
    return this.clock.elapsed() - this.#bornAtMs;
  }

  /** Uptime in the metrics, which may freeze or restart. */
  reportedUptimeMs(): number {
    if (!this.variants.uptimeFrozen) this.#shownUptimeMs = this.clock.elapsed() - this.#uptimeFromMs;
    return this.#shownUptimeMs;
  }

  resetUptime(): void {
    this.#uptimeFromMs = this.clock.elapsed();
  }

  /** Resolves when the server answers: not while it is paused or hangs. */
  async answering(): Promise<void> {
    await this.clock.running();
    await this.#hanging;
  }

  /** REST does not respond for this time, while the game continues. */
  hang(ms: number): void {
    this.#state = 'hanging';
    this.#hanging = this.clock.pass(ms).then(() => {
      if (this.#state === 'hanging') this.#state = 'running';
    });
  }

  async save(): Promise<void> {
    this.sessions.touch();
    await this.rounds.save(this.uptimeMs());
  }

  /** Ends after this time, with a round of saving before. A second call changes nothing. */
  shutDown(waitMs: number): void {
    if (this.#state === 'stopping') return;
    this.#state = 'stopping';
    this.clock.after(waitMs, () => void this.save().then(() => this.#stop()));
  }

  #stop(): void {
    this.#rest?.close();
    this.#rest?.closeAllConnections();
    this.log.plain('REST API stopped');
    this.end(0);
  }

  /** SIGTERM: the game ends without saving. A paused process takes no signal before it goes on. */
  async terminate(): Promise<void> {
    await this.clock.running();
    if (this.#state === 'booting') this.end(0);
    else this.#stop();
  }

  halt(): void {
    this.#halted = true;
    this.#cancelAutosave();
    this.clock.pause();
    this.#rest?.close();
    this.#rest?.closeAllConnections();
  }

  end(code: number): void {
    this.#setup.exit(code);
  }

  status(): ServerStatus {
    const { rounds } = this;
    return {
      state: this.clock.paused ? 'paused' : this.#state,
      startedAtMs: this.startedAtMs,
      port: this.port,
      worldGuid: this.worldGuid,
      saveFolder: this.saveFolder,
      saves: rounds?.written ?? 0,
      savedAtMs: rounds?.writtenAtMs ?? null,
      failedSaves: rounds?.failed ?? 0,
    };
  }

  async #listen(): Promise<void> {
    const server = this.#setup.serveRest(this);
    await new Promise<void>((listening, failed) => {
      server.once('error', failed);
      server.listen(this.#setup.port, '127.0.0.1', listening);
    });
    this.#rest = server;
    this.log.plain(`REST API started on port ${this.port}`);
  }

  /** Looks often whether a round is due, so that a change of `autosaveMs` takes effect at once. */
  #autosave(): void {
    let lastMs = this.clock.elapsed();
    let saving = false;
    this.#cancelAutosave = this.clock.every(20, () => {
      const { autosaveMs } = this.variants;
      const due = autosaveMs > 0 && this.clock.elapsed() - lastMs >= autosaveMs;
      if (!due || saving || this.#state === 'stopping') return;
      lastMs = this.clock.elapsed();
      saving = true;
      void this.save().finally(() => {
        saving = false;
      });
    });
  }
}
