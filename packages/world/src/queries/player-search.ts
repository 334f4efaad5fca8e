import {
  type PlayerColumn,
  parseGuid,
  type RouteQuery,
  type searchPlayers as route,
  searchKey,
} from '@palatine/contract';
import type { GameContext } from '../state/game-context.ts';
import { headName } from '../state/guild-facts.ts';
import type { Guild } from '../state/model.ts';
import type { World } from '../state/world.ts';
import { pageOf, type SortKey } from './page.ts';
import { type PlayerFacts, playerFactsOf } from './player-facts.ts';
import {
  addressOf,
  isBanned,
  levelOf,
  mayReadPrivate,
  playerRow,
  playtimeMs,
  userIdOf,
} from './player-row.ts';
import { BAN_TABLES, PLAYER_TABLES, query } from './query.ts';

type Query = RouteQuery<typeof route>;
type Filter = (known: PlayerFacts) => boolean;

/** Players with an account, whatever `playerResolution` says; those still creating a character have none. */
export const searchPlayers = query<'searchPlayers'>({
  reads: [...PLAYER_TABLES, ...BAN_TABLES, 'guilds', 'locations'],
  clock: true,
  run(game, _params, asked) {
    const { world } = game;
    const { query } = asked;
    const withPrivate = mayReadPrivate(asked);
    const found = [...playerFactsOf(game).values()].filter(filterOf(game, query, withPrivate));
    const column = columnOf(query, withPrivate);
    const { rows, next } = pageOf(found, query, column, {
      keyOf: keysOf(game)[column],
      idOf: ({ account }) => account.uid,
    });
    return {
      Total: world.accounts.size,
      Matching: found.length,
      Online: world.sessions.size,
      Rows: rows.map((known) => playerRow(game, known, withPrivate)),
      ...(next !== undefined && { Next: next }),
    };
  },
});

/** A caller who may not read a column cannot learn it from the order either. */
function columnOf({ Sort = 'Name' }: Query, withPrivate: boolean): PlayerColumn {
  return !withPrivate && (Sort === 'UserId' || Sort === 'IP') ? 'Name' : Sort;
}

/** What each column sorts by. */
function keysOf(game: GameContext): Record<PlayerColumn, (known: PlayerFacts) => SortKey> {
  const nowMs = game.now();
  const guildKey = guildKeys(game.world);
  return {
    Name: ({ nameKey }) => nameKey,
    Online: ({ session }) => (session === undefined ? 1 : 0),
    Level: (known) => levelOf(known) ?? null,
    Guild: ({ guild }) => guildKey(guild),
    PalCount: ({ palCount }) => palCount ?? null,
    LastSeen: ({ account, session }) => (session === undefined ? account.lastOnlineAtMs : nowMs),
    Playtime: (known) => playtimeMs(known, nowMs) ?? null,
    Platform: ({ account }) => account.platform.toLowerCase() || null,
    UserId: (known) => userIdOf(known) || null,
    IP: (known) => addressOf(known) || null,
    Place: ({ account }) => game.world.locations.get(account.uid)?.y ?? null,
  };
}

/** The search key of a guild's name, or of its head's; null without a guild. */
function guildKeys(world: World): (guild: Guild | undefined) => string | null {
  const keys = new Map<Guild, string>();
  return (guild) => {
    if (guild === undefined) return null;
    const key = keys.get(guild) ?? searchKey(guild.name || headName(world, guild));
    keys.set(guild, key);
    return key;
  };
}

function filterOf(game: GameContext, query: Query, withPrivate: boolean): Filter {
  const filters = [...plainFilters(game.world, query), ...textFilter(game.world, query.Find, withPrivate)];
  return (known) => filters.every((matches) => matches(known));
}

function* plainFilters(world: World, query: Query): Generator<Filter> {
  const { Status, Guild, Platform, SeenBefore, SeenAfter, LevelFrom, LevelTo, Banned, HasPlayerFile } = query;
  if (Status !== undefined) yield ({ session }) => (session !== undefined) === (Status === 'Online');
  if (Guild) yield inGuild(Guild);
  if (Platform) yield ({ account }) => account.platform.toLowerCase() === Platform.toLowerCase();
  if (SeenBefore) yield seenBefore(Date.parse(SeenBefore));
  if (SeenAfter) yield seenAfter(Date.parse(SeenAfter));
  if (LevelFrom !== undefined) yield (known) => (levelOf(known) ?? Number.NaN) >= LevelFrom;
  if (LevelTo !== undefined) yield (known) => (levelOf(known) ?? Number.NaN) <= LevelTo;
  if (HasPlayerFile !== undefined) yield ({ player }) => (player !== undefined) === HasPlayerFile;
  if (Banned !== undefined) yield (known) => isBanned(world, known) === Banned;
}

function inGuild(text: string): Filter {
  if (text.toLowerCase() === 'none') return ({ guild }) => guild === undefined;
  const id = parseGuid(text);
  return ({ guild }) => guild !== undefined && guild.id === id;
}

function seenBefore(atMs: number): Filter {
  return ({ session, account }) =>
    session === undefined && account.lastOnlineAtMs !== null && account.lastOnlineAtMs < atMs;
}

function seenAfter(atMs: number): Filter {
  return ({ session, account }) =>
    session !== undefined || (account.lastOnlineAtMs !== null && account.lastOnlineAtMs >= atMs);
}

function textFilter(world: World, find: string | undefined, withPrivate: boolean): Filter[] {
  if (!find) return [];
  const needle = searchKey(find);
  const upper = find.toUpperCase();
  const uid = parseGuid(find);
  const guildKey = guildKeys(world);
  return [
    (known) => {
      const { nameKey, formerKeys, account, guild } = known;
      if (nameKey.includes(needle) || formerKeys.some((name) => name.includes(needle))) return true;
      if (account.uid === uid || account.uid.includes(upper)) return true;
      if (guildKey(guild)?.includes(needle)) return true;
      if (!withPrivate) return false;
      return known.userIdKey.includes(needle) || addressOf(known).toLowerCase().includes(needle);
    },
  ];
}
