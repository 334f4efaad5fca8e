import type { Sentence, UserId, WhitelistReply } from '@palatine/contract';
import type { Game } from '@palatine/engine/game';
import type { Clock } from '@palatine/platform/clock';
import type { Roster, RosterOutcome, RosterPlayer } from '@palatine/world/roster';
import { banlistSync } from './moderation/banlist-sync.ts';
import { type KickingOptions, kickQueue, unwantedOf } from './moderation/kicking.ts';
import { liveWrites, type ModerationOptions } from './moderation/moderation.ts';
import { unlistedPlayers, type Whitelist, withoutGrace } from './moderation/whitelist.ts';
import {
  type OriginalSettings,
  type WhitelistFiles,
  type WhitelistWatch,
  watchWhitelists,
} from './moderation/whitelist-watch.ts';
import type { GameServerClient } from './rest/game-server-client.ts';
import { shownPlayer } from './server-status.ts';

interface ModerationSetup extends Omit<ModerationOptions, 'kicking' | 'banlist'> {
  readonly writes: ModerationOptions['writes'] & Pick<Game['writes'], 'gameBans'>;
  readonly client: ModerationOptions['client'] & Pick<GameServerClient, 'ban' | 'unban'>;
  readonly clock: Clock;
  readonly banlistFile: string;
  readonly whitelistFiles: WhitelistFiles;
  readonly originalWhitelist: () => OriginalSettings;
}

/** Starts to enforce bans and the whitelist on a game server. Throws a ConfigError for an invalid file. */
export function startModeration(setup: ModerationSetup) {
  const { writes, client, clock, log, banlistFile, serverState } = setup;
  const reachable = () => serverState() === 'Online';
  const whitelist = watchWhitelists(setup.whitelistFiles, setup.originalWhitelist, { log, clock });
  const banlist = banlistSync({ writes, client, clock, log, file: banlistFile, reachable });
  const kicking = kickQueue({ writes, client, clock, log, ban: banlist.banAgain });
  const reportUnlisted = whitelistReports({ writes, log });
  return {
    live: liveWrites({ ...setup, kicking, banlist }),
    /** Acts on online players, after a good poll only. */
    onRoster(roster: Roster, { bannedOnline, conflicts }: RosterOutcome): void {
      const contradicts =
        'a UserId and a PlayerUID that the game server reports together contradict earlier ones';
      for (const conflict of conflicts) log.warn(conflict, contradicts);
      const { current } = whitelist;
      const unlisted = unlistedPlayers(current, roster);
      reportUnlisted(unlisted, current);
      const others = current.dryRun ? [] : unlisted.map((player) => unwantedOf(player, current.message));
      kicking.onRoster(roster, withoutGrace(current, bannedOnline, roster), others);
    },
    get warnings(): readonly Sentence[] {
      const ofList = whitelist.warnings.map((Message) => ({ Message }));
      return [...kicking.warnings, ...banlist.warnings, ...ofList];
    },
    whitelist: (roster: Pick<Roster, 'players'>) => whitelistReply(whitelist, roster),
    changeWhitelist: whitelist.change,
    allow: whitelist.allow,
    async stop(): Promise<void> {
      whitelist.stop();
      await Promise.all([kicking.stop(), banlist.stop()]);
    },
  };
}

/** The whitelist for the route: as the files spell it, with the players of a roster who are not on it. */
function whitelistReply(
  { lists: { file, original }, current, warnings }: WhitelistWatch,
  roster: Pick<Roster, 'players'>,
): WhitelistReply {
  const { Enabled, DryRun, Players, Grace } = file;
  return {
    Enabled: Enabled || original !== undefined,
    DryRun,
    Message: current.message,
    Players:
      original === undefined ? Players : [...(Enabled ? Players : []), ...original.players.map(String)],
    Grace,
    Unlisted: unlistedPlayers(current, roster).map(shownPlayer),
    Problems: [...warnings],
  };
}

/** Reports each player who joins without being on the whitelist, once. */
export function whitelistReports({ writes, log }: Pick<KickingOptions, 'writes' | 'log'>) {
  let reported: ReadonlySet<UserId> = new Set();
  return (players: readonly RosterPlayer[], { dryRun }: Pick<Whitelist, 'dryRun'>): void => {
    const before = reported;
    reported = new Set(players.map(({ userId }) => userId));
    for (const { userId, name, uid = '' } of players) {
      if (before.has(userId)) continue;
      const data = { player: { uid, userId, name }, kicked: !dryRun };
      log.warn(data, 'a player is not on the whitelist');
      writes
        .note({ event: { type: 'whitelist.unlisted', data } })
        .catch((error: unknown) => log.warn({ err: error }, 'an event was not recorded'));
    }
  };
}
