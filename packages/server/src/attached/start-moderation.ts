import type { WhitelistReply } from '@palatine/contract';
import type { Roster, RosterOutcome } from '@palatine/world';
import type { Logger } from 'pino';
import type { CommandCall, Outcome } from '../game/calls.ts';
import type { Clock } from '../game/clock.ts';
import type { Game } from '../game/game.ts';
import type { GameServerClient } from '../link/game-server-client.ts';
import type { ServerState } from '../link/link-status.ts';
import { BanlistSync } from './banlist-sync.ts';
import { unwantedOf } from './enforcement.ts';
import { Kicking } from './kicking.ts';
import { Moderation } from './moderation.ts';
import { type FleetAllowed, unlistedPlayers, withoutGrace } from './whitelist.ts';
import { whitelistReply } from './whitelist-reply.ts';
import { WhitelistReports } from './whitelist-reports.ts';
import { type OriginalSettings, type WhitelistFiles, WhitelistWatch } from './whitelist-watch.ts';

export interface ModerationSetup {
  readonly game: Pick<Game, 'write' | 'rehearse' | 'gameBans' | 'note' | 'audit'>;
  readonly client: Pick<GameServerClient, 'announce' | 'kick' | 'ban' | 'unban'>;
  readonly clock: Clock;
  readonly log: Logger;
  /** banlist.txt of the game server. */
  readonly banlistFile: string;
  readonly whitelistFiles: WhitelistFiles;
  /** The settings of Config.json for the original's whitelist. */
  readonly originalWhitelist: () => OriginalSettings;
  readonly alertAs: 'Refuse' | 'Broadcast';
  readonly serverState: () => ServerState;
  /** Whether the chat is told of kicks and bans. */
  readonly announcePunishments: () => boolean;
}

export interface RunningModeration {
  /** Does a write that the running game server does at once. */
  live(call: CommandCall): Promise<Outcome>;
  /** Acts on who is online, after a good poll only. */
  onRoster(roster: Roster, outcome: RosterOutcome): void;
  /** What an operator should look at. */
  readonly warnings: readonly string[];
  /** The whitelist as it counts, and who of a roster is not on it. */
  whitelist(roster: Pick<Roster, 'players'>): WhitelistReply;
  /** Says whom lists of a fleet allow to play, besides the files. */
  allow(allowed: FleetAllowed): void;
  stop(): Promise<void>;
}

/** Begins to enforce bans and the whitelist on a game server. Throws a ConfigError for a wrong file of it. */
export function startModeration(setup: ModerationSetup): RunningModeration {
  const { game, client, clock, log, banlistFile, serverState } = setup;
  const reachable = () => serverState() === 'Online';
  const banlist = new BanlistSync({ game, client, clock, log, file: banlistFile, reachable });
  const ban = (userId: string, reason: string) => banlist.banAgain(userId, reason);
  const kicking = new Kicking({ game, client, clock, log, ban });
  const moderation = new Moderation({ ...setup, kicking, banlist });
  const whitelist = new WhitelistWatch(setup.whitelistFiles, setup.originalWhitelist, { log, clock });
  const reports = new WhitelistReports({ game, log });
  banlist.start();
  return {
    live: (call) => moderation.live(call),
    onRoster(roster, { unwelcome, conflicts }) {
      for (const conflict of conflicts) {
        log.warn(
          conflict,
          'a UserId and a PlayerUID that the game server names together contradict earlier ones',
        );
      }
      const { current } = whitelist;
      const unlisted = unlistedPlayers(current, roster);
      reports.onUnlisted(unlisted, current);
      const others = current.dryRun ? [] : unlisted.map((player) => unwantedOf(player, current.message));
      kicking.onRoster(roster, withoutGrace(current, unwelcome, roster), others);
    },
    get warnings() {
      return [...kicking.warnings, ...banlist.warnings, ...whitelist.warnings];
    },
    whitelist: (roster) => whitelistReply(whitelist, roster),
    allow: (allowed) => whitelist.allow(allowed),
    async stop() {
      whitelist.stop();
      await Promise.all([kicking.stop(), banlist.stop()]);
    },
  };
}
