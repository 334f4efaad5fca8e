import {
  type PlayerColumn,
  type PlayerRow,
  type PlayerSearch,
  parseGuid,
  type RouteQuery,
  type searchPlayers as route,
} from '@palatine/contract';
import type { Asked } from '../state/asked.ts';
import type { GameContext } from '../state/game-context.ts';
import { headName } from '../state/guild-facts.ts';
import type { Guild } from '../state/model.ts';
import type { World } from '../state/world.ts';
import { atOneMoment, BANS_READ, type Parts, runThrough } from './at-one-moment.ts';
import { PageBuilder, type SortKey } from './page.ts';
import { type PlayerFacts, playerIndexOf } from './player-facts.ts';
import {
  addressOf,
  isBanned,
  levelOf,
  mayReadPrivate,
  playerRow,
  playtimeMs,
  userIdOf,
} from './player-row.ts';

type Query = RouteQuery<typeof route>;
type Filter = (known: PlayerFacts) => boolean;

/** The tables that a search comes from, without the locations: a row shows where its player is when it is made. */
const PLAYERS_SEARCHED = ['accounts', 'sessions', 'players', 'characters', 'guilds', ...BANS_READ] as const;

/** Looking at so many, and making rows of so many, takes a millisecond or two. */
const LOOKED_AT_PER_PART = 2500;
const MADE_PER_PART = 100;

/** Players with an account, whatever `playerResolution` says; those still creating a character have none. */
export function searchPlayers(
  game: GameContext,
  params: Record<never, string>,
  asked: Asked<Query>,
): PlayerSearch {
  return runThrough(playerSearchParts(game, params, asked));
}

/** The search in parts. */
export function playerSearchParts(
  game: GameContext,
  _params: Record<never, string>,
  asked: Asked<Query>,
): Parts<PlayerSearch> {
  const index = playerIndexOf(game);
  return atOneMoment(
    game.world,
    PLAYERS_SEARCHED,
    () => index.refresh(),
    () => look(game, index.all(), asked),
  );
}

function* look(game: GameContext, all: readonly PlayerFacts[], asked: Asked<Query>): Parts<PlayerSearch> {
  const { world } = game;
  const { query } = asked;
  const withPrivate = mayReadPrivate(asked);
  const matches = filterOf(game, query, withPrivate);
  const column = columnOf(query, withPrivate);
  const page = new PageBuilder<PlayerFacts>(query, column, {
    keyOf: keysOf(game)[column],
    idOf: ({ account }) => account.uid,
  });
  let matching = 0;
  for (let from = 0; from < all.length; from += LOOKED_AT_PER_PART) {
    if (from > 0) yield;
    const found = all.slice(from, from + LOOKED_AT_PER_PART).filter(matches);
    matching += found.length;
    page.add(found);
  }
  const { rows: shown, next } = page.build();
  const made: PlayerRow[] = [];
  for (const known of shown) {
    if (made.length > 0 && made.length % MADE_PER_PART === 0) yield;
    made.push(playerRow(game, known, withPrivate));
  }
  return {
    Total: world.accounts.size,
    Matching: matching,
    Online: world.sessions.size,
    Rows: made,
    ...(next !== undefined && { Next: next }),
  };
}

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

/** The name of a guild, or of its head, in lower case; null without a guild. */
function guildKeys(world: World): (guild: Guild | undefined) => string | null {
  const keys = new Map<Guild, string>();
  return (guild) => {
    if (guild === undefined) return null;
    const key = keys.get(guild) ?? (guild.name || headName(world, guild)).toLowerCase();
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
  const needle = find.toLowerCase();
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
