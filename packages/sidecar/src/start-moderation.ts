import type { UserId, WhitelistReply } from '@palatine/contract';
import type { CommandCall } from '@palatine/engine/calls';
import type { Game } from '@palatine/engine/game';
import type { Clock } from '@palatine/platform/clock';
import type { Roster, RosterOutcome, RosterPlayer } from '@palatine/world';
import type { Logger } from 'pino';
import { BanlistSync } from './moderation/banlist-sync.ts';
import { unwantedOf } from './moderation/enforcement.ts';
import { Kicking } from './moderation/kicking.ts';
import { Moderation, type ModerationOptions } from './moderation/moderation.ts';
import { type FleetAllowed, unlistedPlayers, type Whitelist, withoutGrace } from './moderation/whitelist.ts';
import { type OriginalSettings, type WhitelistFiles, WhitelistWatch } from './moderation/whitelist-watch.ts';
import type { GameServerClient } from './rest/game-server-client.ts';
import { shownPlayer } from './server-status.ts';

interface ModerationSetup extends Omit<ModerationOptions, 'kicking' | 'banlist'> {
  readonly game: ModerationOptions['game'] & Pick<Game, 'gameBans'>;
  readonly client: ModerationOptions['client'] & Pick<GameServerClient, 'ban' | 'unban'>;
  readonly clock: Clock;
  readonly banlistFile: string;
  readonly whitelistFiles: WhitelistFiles;
  readonly originalWhitelist: () => OriginalSettings;
}

/** Starts to enforce bans and the whitelist on a game server. Throws a ConfigError for an invalid file. */
export function startModeration(setup: ModerationSetup) {
  const { game, client, clock, log, banlistFile, serverState } = setup;
  const reachable = () => serverState() === 'Online';
  const banlist = new BanlistSync({ game, client, clock, log, file: banlistFile, reachable });
  const kicking = new Kicking({ game, client, clock, log, ban: (...args) => banlist.banAgain(...args) });
  const moderation = new Moderation({ ...setup, kicking, banlist });
  const whitelist = new WhitelistWatch(setup.whitelistFiles, setup.originalWhitelist, { log, clock });
  const reportUnlisted = whitelistReports({ game, log });
  banlist.start();
  return {
    live: (call: CommandCall) => moderation.live(call),
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
    get warnings(): readonly string[] {
      return [...kicking.warnings, ...banlist.warnings, ...whitelist.warnings];
    },
    whitelist: (roster: Pick<Roster, 'players'>) => whitelistReply(whitelist, roster),
    allow: (allowed: FleetAllowed) => whitelist.allow(allowed),
    async stop(): Promise<void> {
      whitelist.stop();
      await Promise.all([kicking.stop(), banlist.stop()]);
    },
  };
}

/** The whitelist for the route: as the files spell it, with the players of a roster who are not on it. */
function whitelistReply(
  { file, original, current, warnings }: WhitelistWatch,
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
export function whitelistReports({ game, log }: { readonly game: Pick<Game, 'note'>; readonly log: Logger }) {
  let reported: ReadonlySet<UserId> = new Set();
  return (players: readonly RosterPlayer[], { dryRun }: Pick<Whitelist, 'dryRun'>): void => {
    const before = reported;
    reported = new Set(players.map(({ userId }) => userId));
    for (const { userId, name, uid = '' } of players) {
      if (before.has(userId)) continue;
      const data = { player: { uid, userId, name }, kicked: !dryRun };
      log.warn(data, 'a player is not on the whitelist');
      game
        .note({ event: { type: 'whitelist.unlisted', data } })
        .catch((error: unknown) => log.warn({ err: error }, 'an event was not recorded'));
    }
  };
}
