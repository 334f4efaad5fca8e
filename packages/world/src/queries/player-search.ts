import {
  type PlayerColumn,
  type PlayerSearch,
  parseGuid,
  type RouteQuery,
  type searchPlayers as route,
} from '@palatine/contract';
import type { Asked } from '../state/asked.ts';
import type { GameContext } from '../state/game-context.ts';
import type { World } from '../state/world.ts';
import { pageOf, type SortKey } from './page.ts';
import {
  addressOf,
  headName,
  isBanned,
  type KnownPlayer,
  knownPlayer,
  levelOf,
  mayReadPrivate,
  palCount,
  playerRow,
  playtimeMs,
  userIdOf,
} from './player-row.ts';

type Query = RouteQuery<typeof route>;
type Filter = (known: KnownPlayer) => boolean;

/** Players with an account, whatever `playerResolution` says; those still creating a character have none. */
export function searchPlayers(
  game: GameContext,
  _params: Record<never, string>,
  asked: Asked<Query>,
): PlayerSearch {
  const { world } = game;
  const { query } = asked;
  const withPrivate = mayReadPrivate(asked);
  const matches = filterOf(game, query, withPrivate);
  const matching: KnownPlayer[] = [];
  for (const account of world.accounts.values()) {
    const known = knownPlayer(world, account);
    if (matches(known)) matching.push(known);
  }
  const column = columnOf(query, withPrivate);
  const { rows, next } = pageOf(matching, query, column, {
    keyOf: (known) => KEYS[column](known, game),
    idOf: ({ account }) => account.uid,
  });
  return {
    Total: world.accounts.size,
    Matching: matching.length,
    Online: world.sessions.size,
    Rows: rows.map((known) => playerRow(game, known, withPrivate)),
    ...(next !== undefined && { Next: next }),
  };
}

/** A caller who may not read a column cannot learn it from the order either. */
function columnOf({ Sort = 'Name' }: Query, withPrivate: boolean): PlayerColumn {
  return !withPrivate && (Sort === 'UserId' || Sort === 'IP') ? 'Name' : Sort;
}

const KEYS: Record<PlayerColumn, (known: KnownPlayer, game: GameContext) => SortKey> = {
  Name: ({ account }) => account.name.toLowerCase(),
  Online: ({ session }) => (session === undefined ? 1 : 0),
  Level: (known) => levelOf(known) ?? null,
  Guild: ({ guild }, { world }) =>
    guild === undefined ? null : (guild.name || headName(world, guild)).toLowerCase(),
  PalCount: ({ player }, { world }) => (player === undefined ? null : palCount(world, player)),
  LastSeen: ({ account, session }, { now }) => (session === undefined ? account.lastOnlineAtMs : now()),
  Playtime: (known, game) => playtimeMs(game, known) ?? null,
  Platform: ({ account }) => account.platform.toLowerCase() || null,
  UserId: (known) => userIdOf(known) || null,
  IP: (known) => addressOf(known) || null,
  Place: ({ location }) => location?.y ?? null,
};

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
  const has = (text: string) => text.toLowerCase().includes(needle);
  const uid = parseGuid(find);
  return [
    (known) => {
      const { account, guild } = known;
      if (has(account.name) || has(account.uid) || account.uid === uid) return true;
      if (account.formerNames?.some(({ name }) => has(name))) return true;
      if (guild !== undefined && has(guild.name || headName(world, guild))) return true;
      if (!withPrivate) return false;
      return has(userIdOf(known)) || has(addressOf(known));
    },
  ];
}
