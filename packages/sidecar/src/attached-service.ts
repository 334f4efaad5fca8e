import {
  type changeWhitelist,
  type Maintenance,
  Refusal,
  type RouteBody,
  type Sentence,
  type ServerStatus,
  sentence,
  type startMaintenance,
  type WhitelistReply,
} from '@palatine/contract';
import type { DataPaths } from '@palatine/data-dir/data-folder';
import { serverFile } from '@palatine/data-dir/server-file';
import type { Game } from '@palatine/engine/game';
import { REPLACED_SHOWN_MS } from '@palatine/engine/world-readers';
import type { Clock } from '@palatine/platform/clock';
import { ConfigError } from '@palatine/platform/config-error';
import type { Roster } from '@palatine/world/roster';
import type { WorldEvent } from '@palatine/world/world';
import type { Logger } from 'pino';
import type { Attachment } from './attach/attachment.ts';
import { START_IT, unreadSettings, WRITE_SO, whyNotStarted } from './attach/discover.ts';
import { type BackupsOfSave, backupsOfSave } from './backups-of-save.ts';
import type { CycleMirror } from './maintenance/cycle-run.ts';
import { openMaintenanceJournal } from './maintenance/maintenance-journal.ts';
import { MaintenanceRunner } from './maintenance/maintenance-runner.ts';
import { maintenanceSchedule } from './maintenance-schedule.ts';
import { localRestPort, maintenanceTools } from './maintenance-tools.ts';
import { SaveMirror } from './mirror/mirror.ts';
import type { OriginalSettings } from './moderation/whitelist-watch.ts';
import { serverControl } from './process/server-control.ts';
import { gameServerClient } from './rest/game-server-client.ts';
import { GameServerLink } from './rest/link.ts';
import type { LinkStatus } from './rest/link-memory.ts';
import { autoSaveSpanSeconds } from './rest/read-responses.ts';
import { SaveWatch } from './save-watch.ts';
import { serverStatus } from './server-status.ts';
import { startModeration } from './start-moderation.ts';

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

/** Minimum time between saves on demand: each pauses the game for a moment. */
const SAVE_PAUSE_MS = 30_000;

/** Starts to mirror and moderate a game server, and to deliver into its save; all with timeouts. Throws a ConfigError. */
export async function startAttached(options: AttachedOptions) {
  const { attachment, data, game, log, clock, random } = options;
  const { settings } = attachment;
  const { Polls } = settings;
  for (const warning of serverFile.warnings(data.serverFile)) log.warn(warning);
  const restPort = localRestPort(settings.Rest.Url);
  const saveWatch = new SaveWatch();
  /** PlayerUIDs by UserId, for loading players. */
  const uids = new Map<string, string>();
  let changedRecords = 0;
  let replaced: Pick<WorldEvent<'save.replaced'>, 'atMs' | 'data'> | undefined = game.reads.world.eventLog
    .newestFirst()
    .find((event) => event.type === 'save.replaced');
  let noted: LinkStatus['state'] = 'Unknown';
  let savedOnDemandMs = Number.NEGATIVE_INFINITY;
  const stopped = new AbortController();

  const client = gameServerClient({
    url: settings.Rest.Url,
    password: attachment.password,
    clock,
    allowPublicAddress: settings.Rest.AllowPublicAddress,
  });
  const link = new GameServerLink({
    client,
    clock,
    random,
    expectedWorldGuid: attachment.worldGuid,
    uidOf: (userId) => uids.get(userId),
    reporter: log,
    intervals: {
      playersMs: Polls.PlayersSeconds * 1000,
      playersWhenEmptyMs: Polls.PlayersWhenEmptySeconds * 1000,
      metricsMs: Polls.MetricsSeconds * 1000,
      infoMs: Polls.InfoSeconds * 1000,
      settingsMs: Polls.SettingsSeconds * 1000,
    },
    onStatus,
    onRoster: (roster) => void takeRoster(roster),
  });
  const mirror = new SaveMirror({
    folder: attachment.folder,
    catalogueFolder: data.catalogue,
    clock,
    send: async (part) => {
      const outcome = await game.writes.mirror(part);
      if (outcome !== undefined) changedRecords = outcome.changedRecords;
      if (outcome !== undefined && outcome.replaced !== '') {
        replaced = { atMs: clock.now(), data: { reason: outcome.replaced } };
        log.warn(outcome.replaced);
      }
      return outcome;
    },
    report: (problem) => {
      if (problem === '') log.info('the save of the game server can be read again');
      else log.warn({ problem }, 'cannot read the save of the game server');
    },
    settleMs: Polls.SettleSeconds * 1000,
    everyMs: Polls.SaveSeconds * 1000,
  });
  const cycleMirror: CycleMirror = {
    pause: () => void mirror.pause(),
    resume: () => mirror.resume(),
    syncNow: async () => void (await mirror.syncNow()),
    verify: async () => {
      const { savedAtMs, problem } = mirror.status;
      if (problem !== '') return [problem];
      // Reads everything once more: whatever it changes differed in the mirror.
      mirror.invalidate();
      const end = await mirror.syncNow();
      if (mirror.status.savedAtMs !== savedAtMs) return []; // the game has saved again
      if (end === 'Failed') return [mirror.status.problem];
      return changedRecords === 0 ? [] : [`${changedRecords} records of the mirror differ`];
    },
  };
  const moderation = startModeration({
    ...options,
    writes: game.writes,
    client,
    banlistFile: attachment.banlistFile,
    whitelistFiles: data,
    alertAs: settings.AlertAs,
    serverState: () => link.status.state,
  });
  const control = serverControl(settings.Control, { clock });
  const backups = backupsOfSave({ ...options, restPort });
  const parts = { client, link, control, mirror: cycleMirror, backups, restPort, stopped: stopped.signal };
  const runner = new MaintenanceRunner(
    maintenanceTools({ ...options, ...parts }),
    openMaintenanceJournal(data.maintenance),
  );
  const pending = async () => (await deliveries()).Pending;
  const schedule = maintenanceSchedule({ settings, runner, control, link, backups, pending, clock, log });

  async function deliveries(): Promise<{ Pending: number; Delivering: number }> {
    return (await game.reads.deliveries({ state: undefined, player: undefined, limit: 1, cursor: undefined }))
      .Meta;
  }

  function onStatus(status: LinkStatus): void {
    const { state, reason } = status;
    lookAtSave(status);
    if (state === noted) return;
    const before = noted;
    noted = state;
    const why = state === 'Online' ? { reason: '' } : { reason: sentence(reason).Message, code: reason };
    game.writes
      .note({ event: { type: 'server.state', data: { state, before, ...why } } })
      .catch((error: unknown) => log.warn({ err: error }, 'a change of the game server was not recorded'));
    if (state === 'Online') void runner.settle();
  }

  function lookAtSave({ state, roster, settings }: LinkStatus): void {
    const { savedAtMs, problem } = mirror.status;
    const isPlayed =
      state === 'Online' && roster.state === 'Live' && roster.players.length > 0 && problem === '';
    const autoSaveSeconds = settings && autoSaveSpanSeconds(settings);
    if (!saveWatch.look({ atMs: clock.elapsed(), savedAtMs, isPlayed, autoSaveSeconds })) return;
    log.warn(saveWatch.warning?.Message);
    const savedAt = new Date(savedAtMs ?? 0).toISOString(); // a stalled save has one
    game.writes
      .note({ event: { type: 'save.stalled', data: { savedAt } } })
      .catch((error: unknown) => log.warn({ err: error }, 'an event was not recorded'));
  }

  function folderWarnings(): Sentence[] {
    const why = whyNotStarted(attachment.folder);
    const unread = unreadSettings(attachment.folder);
    return [
      ...(why === undefined ? [] : [sentence('server.waits', { why: [why], todo: [START_IT] })]),
      ...(unread === '' ? [] : [sentence('server.unreadSettings', { unread, todo: [WRITE_SO] })]),
    ];
  }

  async function takeRoster(roster: Roster): Promise<void> {
    try {
      const outcome = await game.writes.roster(roster);
      for (const [userId, uid] of outcome.known) uids.set(userId, uid);
      moderation.onRoster(roster, outcome);
    } catch (error) {
      log.warn({ err: error }, 'could not apply the player list'); // the next poll has it again
    }
  }

  mirror.start();
  link.start();
  await runner.resume();
  schedule.start();

  return {
    /** Performs a write on the game server at once (`attached: 'Live'`, and an Alert replaced by a broadcast). */
    live: moderation.live,
    /** Sets the players allowed by lists of a fleet, besides the files. */
    allow: moderation.allow,

    async stop(): Promise<void> {
      stopped.abort();
      schedule.stop();
      link.stop();
      const moderated = moderation.stop();
      client.close();
      await moderated;
      await mirror.stop();
    },

    get state(): LinkStatus['state'] {
      return link.status.state;
    },

    /** When the game wrote the served save, in ms since 1970; undefined before the first. */
    get savedAtMs(): number | undefined {
      return mirror.status.savedAtMs;
    },

    /** A warning with the next step while the save is stalled although somebody plays. */
    get saveWarning(): Sentence | undefined {
      return saveWatch.warning;
    },

    async status(): Promise<ServerStatus> {
      const [running, last, nextAtMs] = [runner.running(), runner.last(), schedule.nextAtMs()];
      return serverStatus({
        control: settings.Control.Kind,
        link: link.status,
        save: mirror.status,
        deliveries: await deliveries(),
        mode: settings.Deliveries,
        maintenance: {
          ...(running && { Running: running }),
          ...(last && { Last: last }),
          ...(nextAtMs !== undefined && { NextAt: new Date(nextAtMs).toISOString() }),
        },
        warnings: [
          ...(saveWatch.warning === undefined ? [] : [saveWatch.warning]),
          ...(replaced !== undefined && clock.now() < replaced.atMs + REPLACED_SHOWN_MS
            ? [{ Message: replaced.data.reason }]
            : []),
          ...folderWarnings(),
          ...moderation.warnings,
        ],
        nowMs: clock.now(),
      });
    },

    /** Throws MAINTENANCE_RUNNING, BACKUP_NOT_FOUND. `name`: of the requesting token. */
    startMaintenance(request: RouteBody<typeof startMaintenance>, { name }: { name: string }): Maintenance {
      if (request.Action === 'Restore') backups.assertThere(request.Backup ?? '');
      return runner.start(request, name);
    },

    /** Throws MAINTENANCE_RUNNING once the server is being stopped. */
    cancelMaintenance: () => runner.cancel(),

    /** Throws REQUEST_FAILED. */
    async saveNow(): Promise<void> {
      const waitMs = savedOnDemandMs + SAVE_PAUSE_MS - clock.elapsed();
      if (waitMs > 0) {
        const when = `it may again in ${Math.ceil(waitMs / 1000)} seconds`;
        throw new Refusal('REQUEST_FAILED', `the game server has just saved; ${when}`);
      }
      const outcome = await client.save();
      if (!outcome.ok)
        throw new Refusal('REQUEST_FAILED', `the game server did not save: ${outcome.failure.text}`);
      savedOnDemandMs = clock.elapsed();
    },

    whitelist: (): WhitelistReply => moderation.whitelist(link.status.roster),

    changeWhitelist(change: RouteBody<typeof changeWhitelist>): WhitelistReply {
      moderation.changeWhitelist(change);
      return moderation.whitelist(link.status.roster);
    },

    backups: () => backups.list(),

    /** Throws REQUEST_FAILED. */
    async backUp(): ReturnType<BackupsOfSave['make']> {
      try {
        return await backups.make('request');
      } catch (error) {
        if (!(error instanceof ConfigError)) throw error;
        throw new Refusal('REQUEST_FAILED', error.message, {}, { cause: error });
      }
    },
  };
}

export type AttachedService = Awaited<ReturnType<typeof startAttached>>;
