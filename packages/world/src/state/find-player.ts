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
import type { Account, Character, Player, PlayerLocation } from './model.ts';
import type { World } from './world.ts';

export type FoundPlayer = Readonly<ReturnType<typeof playerOf>>;

export interface LoadedPlayer extends FoundPlayer {
  readonly player: Player;
  readonly character: Character;
}

/** Finds a player by UserId, SteamID64 or PlayerUID: online, unless `playerResolution` is `Known`. */
export function findPlayer(game: GameContext, identifier: string): FoundPlayer | undefined {
  const player = findKnownPlayer(game, identifier);
  const isServed = player?.session !== undefined || game.rules.playerResolution === 'Known';
  return isServed ? player : undefined;
}

/** Finds a player by `player_identifier`, online or not, with any `playerResolution`. */
export function findKnownPlayer({ world }: Pick<GameContext, 'world'>, identifier: string) {
  const uid = uidOf(world, identifier);
  if (uid === undefined) return undefined;
  const player = playerOf(world, uid);
  return player.session === undefined && player.account === undefined ? undefined : player;
}

/** The account of a player by PlayerUID or UserId, online or not. Throws PLAYER_NOT_FOUND. */
export function findAccount(game: GameContext, identifier: string): Account {
  const player = findKnownPlayer(game, identifier);
  if (player === undefined) throw playerNotFound('PLAYER_NOT_FOUND', game, identifier);
  if (player.account !== undefined) return player.account;
  throw new Refusal('PLAYER_NOT_FOUND', `${identifier} has no account yet: the character is being created`);
}

/** The loaded player of routes that answer REQUEST_FAILED both for an unknown player and for an unloaded character. */
export function resolveLoadedPlayer(game: GameContext, identifier: string): LoadedPlayer {
  const player = findPlayer(game, identifier);
  if (player === undefined) throw playerNotFound('REQUEST_FAILED', game, identifier);
  if (!isLoaded(player)) throw characterNotLoaded('REQUEST_FAILED', identifier);
  return player;
}

/**
 * The refusal for a player whom a route does not serve (docs/api.md#who-can-be-addressed). Its Details distinguish an
 * offline player from an unknown one.
 */
export function playerNotFound(
  code: 'REQUEST_FAILED' | 'PLAYER_NOT_FOUND',
  game: Pick<GameContext, 'world' | 'rules'>,
  identifier: string,
  options: { onlineOnly?: boolean } = {},
): Refusal {
  const { account, session } = playerOf(game.world, uidOf(game.world, identifier) ?? ZERO_GUID);
  const Reason = account === undefined && session === undefined ? 'UNKNOWN_PLAYER' : 'PLAYER_OFFLINE';
  return new Refusal(code, playerNotFoundMessage(game, identifier, options), { Reason });
}

export function characterNotLoaded(code: 'REQUEST_FAILED' | 'PLAYER_STATE_NOT_FOUND', identifier: string) {
  return new Refusal(code, characterNotLoadedMessage(identifier), { Reason: 'CHARACTER_NOT_LOADED' });
}

export function isLoaded(player: FoundPlayer): player is LoadedPlayer {
  if (player.session?.characterLoaded === false) return false;
  return player.player !== undefined && player.character !== undefined;
}

/**
 * Explains why a route serves no player of an identifier: it is invalid, unknown to the world, or of an offline player.
 * Never contains an identifier of another player, however similar: a caller need not be allowed to read the list of
 * players. `onlineOnly`: the route needs a session, with any `playerResolution`.
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
  const known = onlineOnly || rules.playerResolution === 'Known';
  const remedy = known
    ? ''
    : '; this route serves offline players only where playerResolution in Config.json is "Known"';
  return `${identifier} is known, but offline${remedy}. ${OFFLINE_IN_ORIGINAL}`;
}

/** PalDefender's message for an offline player: clients recognize it and try again later. */
const OFFLINE_IN_ORIGINAL = 'Failed to find APalPlayerController';

export function characterNotLoadedMessage(identifier: string): string {
  return `the character of ${identifier} is not loaded`;
}

/** Explains why a text is neither a UserId nor a PlayerUID, with a suggestion. */
export function notAnIdentifierMessage(text: string): string {
  if (text === '') return 'the player identifier is empty; it must be a UserId or a PlayerUID';
  if (isTooLongForId(text)) return `a player identifier has at most ${LIMITS.idChars} characters`;
  const suggestion = parseWrittenUserId(text);
  if (suggestion !== undefined) return `${JSON.stringify(text)} is not a UserId; did you mean ${suggestion}?`;
  return `${JSON.stringify(text)} is not a UserId (such as steam_76561198000000000) or a PlayerUID (32 hexadecimal digits); names are not identifiers`;
}

/** The uid of an identifier, known to the world or not: a UserId comes first. */
export function uidOf(world: World, identifier: string): Guid | undefined {
  if (isTooLongForId(identifier)) return undefined;
  return uidByUserId(world, steamUserId(identifier) ?? identifier) ?? parseGuid(identifier);
}

/** The records of a uid, each of which may be missing. */
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

export function eventPlayer({ uid, userId, name }: FoundPlayer): EventPlayer {
  return { uid, userId, name };
}

/** The UserId of a session is certain. That of an account is the last one seen, and several accounts may have it: an online one wins. */
function uidByUserId(world: World, userId: string): Guid | undefined {
  const connected = world.sessionsByUserId.first(userId);
  if (connected !== undefined) return connected;
  const accounts = [...world.accountsByUserId.keys(userId)];
  return accounts.find((uid) => world.sessions.has(uid)) ?? accounts[0];
}

/** Refuses while the player manager is unavailable. For routes without their own code for it. */
export function assertPlayerManager({ faults }: Pick<GameContext, 'faults'>): void {
  if (faults.playerManagerUnavailable) {
    throw new Refusal('REQUEST_FAILED', 'the player manager cannot be accessed');
  }
}

/** Whether a location says where a player is: the game reports the origin for those without a player file. */
export function isKnownLocation({ players }: World, { uid, x, y }: PlayerLocation): boolean {
  return players.has(uid) || x !== 0 || y !== 0;
}
