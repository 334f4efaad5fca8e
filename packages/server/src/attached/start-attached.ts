import { Refusal } from '@palatine/contract';
import type { Roster } from '@palatine/world';
import type { Logger } from 'pino';
import type { DataPaths } from '../data-folder/data-folder.ts';
import type { Clock } from '../game/clock.ts';
import type { GameClient } from '../game/game-client.ts';
import { gameServerClient } from '../link/game-server-client.ts';
import { GameServerLink } from '../link/link.ts';
import type { LinkStatus } from '../link/link-status.ts';
import { SaveMirror } from '../mirror/mirror.ts';
import type { AttachedService } from './attached-service.ts';
import type { Attachment } from './attachment.ts';
import { serverStatus } from './server-status.ts';

export interface AttachedOptions {
  readonly attachment: Attachment;
  readonly data: DataPaths;
  readonly game: GameClient;
  readonly log: Logger;
  readonly clock: Clock;
  /** 0 <= r < 1. */
  readonly random: () => number;
}

export interface RunningAttached extends AttachedService {
  stop(): Promise<void>;
}

/** Begins to mirror a game server, to act on it, and to deliver into its save. Throws a ConfigError. */
export async function startAttached(options: AttachedOptions): Promise<RunningAttached> {
  const { attachment, data, game, log, clock, random } = options;
  const { settings, worldGuid, password } = attachment;
  const { Rest, Polls } = settings;
  const client = gameServerClient({
    url: Rest.Url,
    password,
    clock,
    allowPublicAddress: Rest.AllowPublicAddress,
  });
  const known = new Map<string, string>();
  let state: LinkStatus['state'] = 'Unknown';
  const link = new GameServerLink({
    client,
    clock,
    random,
    expectedWorldGuid: worldGuid,
    uidOf: (userId) => known.get(userId),
    reporter: log,
    intervals: {
      playersMs: Polls.PlayersSeconds * 1000,
      playersWhenEmptyMs: Polls.PlayersWhenEmptySeconds * 1000,
      metricsMs: Polls.MetricsSeconds * 1000,
      infoMs: Polls.InfoSeconds * 1000,
      settingsMs: Polls.SettingsSeconds * 1000,
    },
    onStatus: (status) => {
      if (status.state === state) return;
      const before = state;
      state = status.state;
      const reason = state === 'Online' ? '' : status.reason;
      game
        .call('note', { event: { type: 'server.state', data: { state, before, reason } } })
        .catch((error: unknown) => log.warn({ err: error }, 'a change of the game server was not noted'));
    },
    onRoster: (roster) => void takeRoster(roster),
  });
  const mirror = new SaveMirror({
    folder: attachment.folder,
    catalogueFolder: data.catalogue,
    clock,
    send: (part) => game.call('mirror', part),
    report: (problem) => {
      if (problem === '') log.info('the save of the game server is read again');
      else log.warn({ problem }, 'the save of the game server is not read');
    },
    settleMs: Polls.SettleSeconds * 1000,
    everyMs: Polls.SaveSeconds * 1000,
  });
  const unwatch = game.watch({ onEvents: () => {}, onRestart: () => mirror.invalidate() });

  async function takeRoster(roster: Roster): Promise<void> {
    try {
      const outcome = await game.call('roster', roster);
      for (const [userId, uid] of outcome.known) known.set(userId, uid);
    } catch (error) {
      log.warn({ err: error }, 'who is online could not be taken over'); // the next poll brings it again
    }
  }

  mirror.start();
  link.start();
  return {
    get state() {
      return link.status.state;
    },
    get savedAtMs() {
      return mirror.status.savedAtMs;
    },
    async status() {
      const { Meta } = await game.call('deliveries', {
        state: undefined,
        player: undefined,
        limit: 1,
        cursor: undefined,
      });
      return serverStatus({
        link: link.status,
        save: mirror.status,
        deliveries: Meta,
        mode: settings.Deliveries,
        maintenance: {},
        warnings: [],
        nowMs: clock.now(),
      });
    },
    live: (call) => game.call('command', call),
    startMaintenance: () => Promise.reject(new Refusal('REQUEST_FAILED')),
    cancelMaintenance: () => Promise.reject(new Refusal('REQUEST_FAILED')),
    async saveNow() {
      const outcome = await client.save();
      if (!outcome.ok)
        throw new Refusal('REQUEST_FAILED', `the game server did not save: ${outcome.failure.text}`);
    },
    backups: () => Promise.resolve([]),
    backUp: () => Promise.reject(new Refusal('REQUEST_FAILED')),
    async stop() {
      unwatch();
      link.stop();
      client.close();
      await mirror.stop();
    },
  };
}
