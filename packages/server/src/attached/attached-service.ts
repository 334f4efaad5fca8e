import {
  type Maintenance,
  Refusal,
  type RouteBody,
  type ServerStatus,
  type startMaintenance,
  type WhitelistReply,
} from '@palatine/contract';
import type { Roster } from '@palatine/world';
import type { Logger } from 'pino';
import { serverControl } from '../control/server-control.ts';
import type { CycleMirror } from '../cycle/cycle-tools.ts';
import { openMaintenanceJournal } from '../cycle/maintenance-journal.ts';
import { MaintenanceRunner } from '../cycle/maintenance-runner.ts';
import { ConfigError } from '../data-folder/config-error.ts';
import type { DataPaths } from '../data-folder/data-folder.ts';
import type { Clock } from '../game/clock.ts';
import type { Game } from '../game/game.ts';
import { type GameServerClient, gameServerClient } from '../link/game-server-client.ts';
import { GameServerLink } from '../link/link.ts';
import type { LinkStatus } from '../link/link-status.ts';
import { autoSaveSpanSeconds } from '../link/read-responses.ts';
import { SaveMirror } from '../mirror/mirror.ts';
import type { Attachment } from './attachment.ts';
import { type BackupsOfSave, backupsOfSave } from './backups-of-save.ts';
import { MaintenanceSchedule } from './maintenance-schedule.ts';
import { localRestPort, maintenanceTools } from './maintenance-tools.ts';
import { SaveWatch } from './save-watch.ts';
import { serverStatus } from './server-status.ts';
import { type RunningModeration, startModeration } from './start-moderation.ts';
import type { OriginalSettings } from './whitelist-watch.ts';

interface AttachedOptions {
  readonly attachment: Attachment;
  readonly data: DataPaths;
  readonly game: Game;
  readonly log: Logger;
  readonly clock: Clock;
  /** 0 <= r < 1. */
  readonly random: () => number;
  readonly announcePunishments: () => boolean;
  readonly originalWhitelist: () => OriginalSettings;
}

/** Begins to mirror a game server, to act on it, and to deliver into its save. Throws a ConfigError. */
export async function startAttached(options: AttachedOptions): Promise<AttachedService> {
  const attached = new AttachedService(options);
  await attached.start();
  return attached;
}

/** Saves on demand are so far apart at least: each holds up the game for a moment. */
const SAVE_PAUSE_MS = 30_000;

/** The game server beside which the service runs, for the routes. Every call is bounded in time. */
export class AttachedService {
  readonly #options: AttachedOptions;
  readonly #client: GameServerClient;
  readonly #link: GameServerLink;
  readonly #mirror: SaveMirror;
  readonly #runner: MaintenanceRunner;
  readonly #schedule: MaintenanceSchedule;
  readonly #backups: BackupsOfSave;
  readonly #moderation: RunningModeration;
  /** Does a write that the game server itself does, at once (`attached: 'Live'`, and an Alert that a broadcast stands in for). */
  readonly live: RunningModeration['live'];
  /** Says whom lists of a fleet allow to play, besides the files. */
  readonly allow: RunningModeration['allow'];
  readonly #saveWatch = new SaveWatch();
  /** PlayerUIDs by UserId, for players who are still loading. */
  readonly #known = new Map<string, string>();
  /** Records that the last part of the mirror has changed. */
  #changedRecords = 0;
  #state: LinkStatus['state'] = 'Unknown';
  #savedOnDemandMs = Number.NEGATIVE_INFINITY;
  readonly #stopped = new AbortController();

  constructor(options: AttachedOptions) {
    const { attachment, data, clock, log } = options;
    const { settings } = attachment;
    this.#options = options;
    const restPort = localRestPort(settings.Rest.Url);
    this.#client = gameServerClient({
      url: settings.Rest.Url,
      password: attachment.password,
      clock,
      allowPublicAddress: settings.Rest.AllowPublicAddress,
    });
    this.#link = this.#newLink();
    this.#mirror = this.#newMirror();
    this.#moderation = startModeration({
      ...options,
      client: this.#client,
      banlistFile: attachment.banlistFile,
      whitelistFiles: data,
      alertAs: settings.AlertAs,
      serverState: () => this.#link.status.state,
    });
    this.live = this.#moderation.live;
    this.allow = this.#moderation.allow;
    const control = serverControl(settings.Control, { clock });
    this.#backups = backupsOfSave({ ...options, restPort });
    const tools = maintenanceTools({
      ...options,
      client: this.#client,
      link: this.#link,
      control,
      mirror: this.#cycleMirror(),
      backups: this.#backups,
      restPort,
      stopped: this.#stopped.signal,
    });
    this.#runner = new MaintenanceRunner(tools, openMaintenanceJournal(data.maintenance));
    this.#schedule = new MaintenanceSchedule({
      settings,
      runner: this.#runner,
      control,
      link: this.#link,
      backups: this.#backups,
      pending: async () => (await this.#deliveries()).Pending,
      clock,
      log,
    });
  }

  #newLink(): GameServerLink {
    const { attachment, clock, random, log } = this.#options;
    const { Polls } = attachment.settings;
    return new GameServerLink({
      client: this.#client,
      clock,
      random,
      expectedWorldGuid: attachment.worldGuid,
      uidOf: (userId) => this.#known.get(userId),
      reporter: log,
      intervals: {
        playersMs: Polls.PlayersSeconds * 1000,
        playersWhenEmptyMs: Polls.PlayersWhenEmptySeconds * 1000,
        metricsMs: Polls.MetricsSeconds * 1000,
        infoMs: Polls.InfoSeconds * 1000,
        settingsMs: Polls.SettingsSeconds * 1000,
      },
      onStatus: (status) => this.#onStatus(status),
      onRoster: (roster) => void this.#takeRoster(roster),
    });
  }

  #newMirror(): SaveMirror {
    const { attachment, data, game, clock, log } = this.#options;
    const { Polls } = attachment.settings;
    return new SaveMirror({
      folder: attachment.folder,
      catalogueFolder: data.catalogue,
      clock,
      send: async (part) => {
        const outcome = await game.mirror(part);
        if (outcome !== undefined) this.#changedRecords = outcome.changedRecords;
        return outcome;
      },
      report: (problem) => {
        if (problem === '') log.info('the save of the game server is read again');
        else log.warn({ problem }, 'the save of the game server is not read');
      },
      settleMs: Polls.SettleSeconds * 1000,
      everyMs: Polls.SaveSeconds * 1000,
    });
  }

  #cycleMirror(): CycleMirror {
    const mirror = this.#mirror;
    return {
      pause: () => void mirror.pause(),
      resume: () => mirror.resume(),
      syncNow: async () => void (await mirror.syncNow()),
      verify: async () => {
        const { savedAtMs, problem } = mirror.status;
        if (problem !== '') return [problem];
        // Everything once more: what it changes is what the mirror had otherwise.
        mirror.invalidate();
        const end = await mirror.syncNow();
        if (mirror.status.savedAtMs !== savedAtMs) return []; // the game has saved since
        if (end === 'Failed') return [mirror.status.problem];
        return this.#changedRecords === 0 ? [] : [`${this.#changedRecords} records of the mirror differ`];
      },
    };
  }

  async start(): Promise<void> {
    this.#mirror.start();
    this.#link.start();
    await this.#runner.resume();
    this.#schedule.start();
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    this.#schedule.stop();
    this.#link.stop();
    const moderated = this.#moderation.stop();
    this.#client.close();
    await moderated;
    await this.#mirror.stop();
  }

  get state(): LinkStatus['state'] {
    return this.#link.status.state;
  }

  /** When the game wrote the save that is served, in ms since 1970; undefined before the first one is. */
  get savedAtMs(): number | undefined {
    return this.#mirror.status.savedAtMs;
  }

  /** A warning with the next step while the save stands still although somebody plays; '' otherwise. */
  get saveWarning(): string {
    return this.#saveWatch.warning;
  }

  /** As `GET /v1/palatine/server` answers. */
  async status(): Promise<ServerStatus> {
    const { attachment, clock } = this.#options;
    const [running, last, nextAtMs] = [this.#runner.running(), this.#runner.last(), this.#schedule.nextAtMs];
    return serverStatus({
      control: attachment.settings.Control.Kind,
      link: this.#link.status,
      save: this.#mirror.status,
      deliveries: await this.#deliveries(),
      mode: attachment.settings.Deliveries,
      maintenance: {
        ...(running && { Running: running }),
        ...(last && { Last: last }),
        ...(nextAtMs !== undefined && { NextAt: new Date(nextAtMs).toISOString() }),
      },
      warnings: [this.saveWarning, ...this.#moderation.warnings].filter((warning) => warning !== ''),
      nowMs: clock.now(),
    });
  }

  /** Throws MAINTENANCE_RUNNING, BACKUP_NOT_FOUND. `name`: of the token that asks for it. */
  startMaintenance(request: RouteBody<typeof startMaintenance>, { name }: { name: string }): Maintenance {
    if (request.Action === 'Restore') this.#backups.assertThere(request.Backup ?? '');
    return this.#runner.start(request, name);
  }

  /** Throws MAINTENANCE_RUNNING once the server is being stopped. */
  cancelMaintenance(): Maintenance {
    return this.#runner.cancel();
  }

  /** Throws REQUEST_FAILED. */
  async saveNow(): Promise<void> {
    const { clock } = this.#options;
    const waitMs = this.#savedOnDemandMs + SAVE_PAUSE_MS - clock.elapsed();
    if (waitMs > 0) {
      const when = `it may again in ${Math.ceil(waitMs / 1000)} seconds`;
      throw new Refusal('REQUEST_FAILED', `the game server has just saved; ${when}`);
    }
    const outcome = await this.#client.save();
    if (!outcome.ok)
      throw new Refusal('REQUEST_FAILED', `the game server did not save: ${outcome.failure.text}`);
    this.#savedOnDemandMs = clock.elapsed();
  }

  /** Who may play, and who is online all the same. */
  whitelist(): WhitelistReply {
    return this.#moderation.whitelist(this.#link.status.roster);
  }

  backups(): ReturnType<BackupsOfSave['list']> {
    return this.#backups.list();
  }

  /** Throws REQUEST_FAILED. */
  async backUp(): ReturnType<BackupsOfSave['make']> {
    try {
      return await this.#backups.make('request');
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      throw new Refusal('REQUEST_FAILED', error.message, {}, { cause: error });
    }
  }

  async #deliveries(): Promise<{ Pending: number; Delivering: number }> {
    const filters = { state: undefined, player: undefined, limit: 1, cursor: undefined };
    return (await this.#options.game.deliveries(filters)).Meta;
  }

  #onStatus(status: LinkStatus): void {
    const { game, log } = this.#options;
    const { state, reason } = status;
    this.#lookAtSave(status);
    if (state === this.#state) return;
    const before = this.#state;
    this.#state = state;
    game
      .note({
        event: { type: 'server.state', data: { state, before, reason: state === 'Online' ? '' : reason } },
      })
      .catch((error: unknown) => log.warn({ err: error }, 'a change of the game server was not noted'));
    if (state === 'Online') void this.#runner.settle();
  }

  #lookAtSave({ state, roster, settings }: LinkStatus): void {
    const { clock, game, log } = this.#options;
    const { savedAtMs, problem } = this.#mirror.status;
    const isPlayed =
      state === 'Online' && roster.state === 'Live' && roster.players.length > 0 && problem === '';
    const autoSaveSeconds = settings && autoSaveSpanSeconds(settings);
    if (!this.#saveWatch.look({ atMs: clock.elapsed(), savedAtMs, isPlayed, autoSaveSeconds })) return;
    log.warn(this.saveWarning);
    const savedAt = new Date(savedAtMs ?? 0).toISOString(); // it is known of a save that stands still
    game
      .note({ event: { type: 'save.stalled', data: { savedAt } } })
      .catch((error: unknown) => log.warn({ err: error }, 'an event was lost'));
  }

  async #takeRoster(roster: Roster): Promise<void> {
    const { game, log } = this.#options;
    try {
      const outcome = await game.roster(roster);
      for (const [userId, uid] of outcome.known) this.#known.set(userId, uid);
      this.#moderation.onRoster(roster, outcome);
    } catch (error) {
      log.warn({ err: error }, 'who is online could not be taken over'); // the next poll brings it again
    }
  }
}
