import {
  type Guid,
  type PlayerColumn,
  parseGuid,
  type RouteQuery,
  type searchPlayers as route,
  searchKey,
} from '@palatine/contract';
import { pageOf, type SortKey } from '@palatine/platform/list-pages';
import { getOrAdd } from '../catalogue/table.ts';
import { headName } from '../state/aggregates.ts';
import type { GameContext } from '../state/game-context.ts';
import type { Account, Character, Guild } from '../state/model.ts';
import { DerivedFacts } from '../state/table.ts';
import type { World } from '../state/world.ts';
import {
  activeBan,
  addressOf,
  levelOf,
  mayReadPrivate,
  type PlayerData,
  palCount,
  playerRecords,
  playerRow,
  playtimeMs,
  userIdOf,
} from './player-row.ts';
import { BAN_TABLES, PLAYER_TABLES, perWorld, query } from './query.ts';

type Query = RouteQuery<typeof route>;
type Filter = (player: PlayerFacts) => boolean;

/** Players with an account, whatever `playerResolution` says; those still creating a character have none. */
export const searchPlayers = query<'searchPlayers'>({
  reads: [...PLAYER_TABLES, ...BAN_TABLES, 'guilds', 'locations'],
  clock: true,
  run(game, _params, input) {
    const { world } = game;
    const { query } = input;
    const withPrivate = mayReadPrivate(input);
    const players = [...playerFactsOf(game).values()].filter(filterOf(game, query, withPrivate));
    const column = columnOf(query, withPrivate);
    const { rows, next } = pageOf(players, query, column, {
      keyOf: keysOf(game)[column],
      idOf: ({ account }) => account.uid,
    });
    return {
      Total: world.accounts.size,
      Matching: players.length,
      Online: world.sessions.size,
      Rows: rows.map((player) => playerRow(game, player, withPrivate)),
      ...(next !== undefined && { Next: next }),
    };
  },
});

/** A caller who may not read a column cannot learn it from the order either. */
function columnOf({ Sort = 'Name' }: Query, withPrivate: boolean): PlayerColumn {
  return !withPrivate && (Sort === 'UserId' || Sort === 'IP') ? 'Name' : Sort;
}

function keysOf(game: GameContext): Record<PlayerColumn, (player: PlayerFacts) => SortKey> {
  const nowMs = game.now();
  const guildKey = guildKeys(game.world);
  return {
    Name: ({ nameKey }) => nameKey,
    Online: ({ session }) => (session === undefined ? 1 : 0),
    Level: (player) => levelOf(player) ?? null,
    Guild: ({ guild }) => guildKey(guild),
    PalCount: ({ palCount }) => palCount ?? null,
    LastSeen: ({ account, session }) => (session === undefined ? account.lastOnlineAtMs : nowMs),
    Playtime: (player) => playtimeMs(player, nowMs) ?? null,
    Platform: ({ account }) => account.platform.toLowerCase() || null,
    UserId: (player) => userIdOf(player) || null,
    IP: (player) => addressOf(player) || null,
    Place: ({ account }) => game.world.locations.get(account.uid)?.y ?? null,
  };
}

/** The search key of a guild's name, or of its head's; null without a guild. */
function guildKeys(world: World): (guild: Guild | undefined) => string | null {
  const keys = new Map<Guild, string>();
  return (guild) =>
    guild === undefined ? null : getOrAdd(keys, guild, () => searchKey(guild.name || headName(world, guild)));
}

function filterOf(game: GameContext, query: Query, withPrivate: boolean): Filter {
  const filters = [...plainFilters(game.world, query), ...textFilter(game.world, query.Find, withPrivate)];
  return (player) => filters.every((matches) => matches(player));
}

function* plainFilters(world: World, query: Query): Generator<Filter> {
  const { Status, Guild, Platform, SeenBefore, SeenAfter, LevelFrom, LevelTo, Banned, HasPlayerFile } = query;
  if (Status !== undefined) yield ({ session }) => (session !== undefined) === (Status === 'Online');
  if (Guild) yield inGuild(Guild);
  if (Platform) yield ({ account }) => account.platform.toLowerCase() === Platform.toLowerCase();
  if (SeenBefore) yield seenBefore(Date.parse(SeenBefore));
  if (SeenAfter) yield seenAfter(Date.parse(SeenAfter));
  if (LevelFrom !== undefined) yield (player) => (levelOf(player) ?? Number.NaN) >= LevelFrom;
  if (LevelTo !== undefined) yield (player) => (levelOf(player) ?? Number.NaN) <= LevelTo;
  if (HasPlayerFile !== undefined) yield ({ player }) => (player !== undefined) === HasPlayerFile;
  if (Banned !== undefined) yield (player) => (activeBan(world, player) !== undefined) === Banned;
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

export type PlayerFacts = Readonly<ReturnType<typeof factsOf>>;

/**
 * Every player with an account, with all records of them in one place: thousands are looked through in a millisecond.
 * Without locations, which change all the time. They follow the tables.
 */
export const playerFactsOf = perWorld(({ world }: Pick<GameContext, 'world'>) => {
  const facts = new DerivedFacts<Account, PlayerFacts>(world.accounts, (account) =>
    factsOf(world, playerRecords(world, account)),
  );
  const touchBoth = (before?: { uid: Guid }, after?: { uid: Guid }) => facts.touch((after ?? before)?.uid);
  world.sessions.follow({ changed: touchBoth });
  world.players.follow({ changed: touchBoth });
  world.guilds.follow({
    changed(...guilds: readonly (Guild | undefined)[]) {
      for (const guild of guilds) for (const { uid } of guild?.members ?? []) facts.touch(uid);
    },
  });
  world.characters.follow({
    changed(before, after) {
      for (const uid of ownersTouched(world, before, after)) facts.touch(uid);
    },
  });
  return facts;
});

/** A body belongs to its player, a Pal to the owner of its box. */
function ownersTouched(world: World, before: Character | undefined, after: Character | undefined) {
  const bodies = [before?.playerUid, after?.playerUid];
  const [from, to] = [before?.place?.containerId, after?.place?.containerId];
  if (from === to) return bodies;
  return [...bodies, ...[from, to].map((box = '') => world.playersByBox.first(box))];
}

function factsOf(world: World, records: PlayerData) {
  const { account, player } = records;
  return {
    ...records,
    /** As `searchKey` gives it, like the former ones. */
    nameKey: searchKey(account.name),
    userIdKey: userIdOf(records).toLowerCase(),
    formerKeys: (account.formerNames ?? []).map(({ name }) => searchKey(name)),
    /** Undefined when the world does not hold their Pals. */
    palCount: player === undefined ? undefined : palCount(world, player),
  };
}
