import {
  type EventPlayer,
  type Guid,
  isTooLongForId,
  LIMITS,
  parseGuid,
  parseUserId,
  parseWrittenUserId,
  Refusal,
  steamUserId,
  ZERO_GUID,
} from '@palatine/contract';
import type { GameContext } from './game-context.ts';
import type { Account, Character, Player } from './model.ts';
import type { World } from './world.ts';

/** A player and the world's records of them. */
export type FoundPlayer = Readonly<ReturnType<typeof playerOf>>;

/** A player whose inventory and character are loaded. */
export interface LoadedPlayer extends FoundPlayer {
  readonly player: Player;
  readonly character: Character;
}

/** Finds a player by UserId, SteamID64 or PlayerUID: online, unless `playerResolution` is `Known`. */
export function findPlayer({ world, rules }: GameContext, identifier: string): FoundPlayer | undefined {
  const uid = uidOf(world, identifier);
  if (uid === undefined) return undefined;
  const found = playerOf(world, uid);
  if (found.session !== undefined) return found;
  return rules.playerResolution === 'Known' && found.account !== undefined ? found : undefined;
}

/** Finds a player by `player_identifier`, online or not, whatever `playerResolution` says. */
export function findKnownPlayer(game: GameContext, identifier: string): FoundPlayer | undefined {
  return findPlayer({ ...game, rules: { ...game.rules, playerResolution: 'Known' } }, identifier);
}

/** The account of a player by PlayerUID or UserId, online or not. Throws PLAYER_NOT_FOUND. */
export function findAccount(game: GameContext, identifier: string): Account {
  const found = findKnownPlayer(game, identifier);
  if (found === undefined) throw new Refusal('PLAYER_NOT_FOUND', playerNotFoundMessage(game, identifier));
  if (found.account !== undefined) return found.account;
  throw new Refusal('PLAYER_NOT_FOUND', `${identifier} has no account yet: the character is being created`);
}

/** For routes whose resolver answers REQUEST_FAILED, for an unknown player and an unloaded character alike. */
export function resolveLoadedPlayer(game: GameContext, identifier: string): LoadedPlayer {
  const found = findPlayer(game, identifier);
  if (found === undefined) throw new Refusal('REQUEST_FAILED', playerNotFoundMessage(game, identifier));
  if (!isLoaded(found)) throw new Refusal('REQUEST_FAILED', characterNotLoadedMessage(identifier));
  return found;
}

export function isLoaded(found: FoundPlayer): found is LoadedPlayer {
  if (found.session?.characterLoaded === false) return false;
  return found.player !== undefined && found.character !== undefined;
}

/**
 * Why an identifier names nobody whom a route serves: it is no identifier, the world does not know it, or its player
 * is offline. It answers with no identifier of another player, whatever the text resembles: a caller need not be
 * allowed to read the list of players. `onlineOnly`: the route needs a session, whatever `playerResolution` says.
 */
export function playerNotFoundMessage(
  { world, rules }: Pick<GameContext, 'world' | 'rules'>,
  identifier: string,
  { onlineOnly = false } = {},
): string {
  const uid = uidOf(world, identifier);
  const userId = parseUserId(identifier);
  if (uid === undefined && userId === undefined) return notAnIdentifierMessage(identifier);
  const { account, session } = playerOf(world, uid ?? ZERO_GUID);
  if (account === undefined && session === undefined) {
    return `this world knows no player with the ${userId === undefined ? `PlayerUID ${identifier}` : `UserId ${userId}`}`;
  }
  const offline = `${identifier} is known, but offline`;
  if (onlineOnly || rules.playerResolution === 'Known') return offline;
  return `${offline}; this route serves offline players only where playerResolution in Config.json is "Known"`;
}

export function characterNotLoadedMessage(identifier: string): string {
  return `the character of ${identifier} is not loaded`;
}

/** Why a text is neither a UserId nor a PlayerUID, and what may have been meant. */
export function notAnIdentifierMessage(text: string): string {
  if (text === '') return 'the player identifier is empty; it must be a UserId or a PlayerUID';
  if (isTooLongForId(text)) return `a player identifier has at most ${LIMITS.idChars} characters`;
  const meant = parseWrittenUserId(text);
  if (meant !== undefined) return `${JSON.stringify(text)} is not a UserId; did you mean ${meant}?`;
  return `${JSON.stringify(text)} is not a UserId (such as steam_76561198000000000) or a PlayerUID (32 hexadecimal digits); names are not identifiers`;
}

/** The uid that an identifier names, whether the world knows it or not: a UserId comes first. */
export function uidOf(world: World, identifier: string): Guid | undefined {
  if (isTooLongForId(identifier)) return undefined;
  return uidByUserId(world, steamUserId(identifier) ?? identifier) ?? parseGuid(identifier);
}

/** The records under a uid, any of which may be missing. */
export function playerOf(world: World, uid: Guid) {
  /** Undefined while the player is still creating a character. */
  const account = world.accounts.get(uid);
  /** Undefined when offline. */
  const session = world.sessions.get(uid);
  const player = world.players.get(uid);
  return {
    uid,
    /** '' when unknown. */
    userId: session?.userId || account?.userId || '',
    /** '' while there is no account. */
    name: account?.name ?? '',
    account,
    session,
    player,
    character: player?.characterId == null ? undefined : world.characters.get(player.characterId),
  };
}

/** How events name a player. */
export function eventPlayer({ uid, userId, name }: FoundPlayer): EventPlayer {
  return { uid, userId, name };
}

/** A session's UserId is certain. An account's is the last one seen, and several may have the same: one online wins. */
function uidByUserId(world: World, userId: string): Guid | undefined {
  const connected = world.sessionsByUserId.first(userId);
  if (connected !== undefined) return connected;
  const accounts = [...world.accountsByUserId.keys(userId)];
  return accounts.find((uid) => world.sessions.has(uid)) ?? accounts[0];
}

/** Refuses while the player manager is unavailable. For routes without a code of their own for it. */
export function assertPlayerManager({ faults }: Pick<GameContext, 'faults'>): void {
  if (faults.playerManagerUnavailable) {
    throw new Refusal('REQUEST_FAILED', 'the player manager cannot be accessed');
  }
}
