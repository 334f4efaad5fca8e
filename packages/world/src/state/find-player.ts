import { type Guid, isTooLongForId, parseGuid, Refusal, type UserId } from '@palatine/contract';
import type { GameContext } from './game-context.ts';
import type { Account, Character, Player, Session } from './model.ts';
import type { World } from './world.ts';

/** A player and the world's records of them. */
export interface FoundPlayer {
  readonly uid: Guid;
  /** '' when unknown. */
  readonly userId: UserId;
  /** '' while there is no account. */
  readonly name: string;
  /** Undefined while the player is still creating a character. */
  readonly account: Account | undefined;
  /** Undefined when offline. */
  readonly session: Session | undefined;
  readonly player: Player | undefined;
  readonly character: Character | undefined;
}

/** A player whose inventory and character are loaded. */
export interface LoadedPlayer extends FoundPlayer {
  readonly player: Player;
  readonly character: Character;
}

/**
 * Finds a player by `player_identifier`: by UserId first, then by PlayerUID. Finds online players only, unless
 * `playerResolution` is `Known`.
 */
export function findPlayer({ world, rules }: GameContext, identifier: string): FoundPlayer | undefined {
  if (isTooLongForId(identifier)) return undefined;
  const uid = uidByUserId(world, identifier) ?? parseGuid(identifier);
  if (uid === undefined) return undefined;
  const found = playerOf(world, uid);
  if (found.session !== undefined) return found;
  return rules.playerResolution === 'Known' && found.account !== undefined ? found : undefined;
}

/** For routes whose resolver answers REQUEST_FAILED, for an unknown player and an unloaded character alike. */
export function resolveLoadedPlayer(game: GameContext, identifier: string): LoadedPlayer {
  const found = findPlayer(game, identifier);
  if (found === undefined) throw new Refusal('REQUEST_FAILED', playerNotFoundMessage(game, identifier));
  if (!isLoaded(found)) {
    throw new Refusal('REQUEST_FAILED', `the character of ${identifier} is not loaded`);
  }
  return found;
}

export function isLoaded(found: FoundPlayer): found is LoadedPlayer {
  if (found.session?.characterLoaded === false) return false;
  return found.player !== undefined && found.character !== undefined;
}

export function playerNotFoundMessage({ rules }: GameContext, identifier: string): string {
  const who = rules.playerResolution === 'Known' ? 'no player' : 'nobody online';
  return `${who} answers to ${identifier}`;
}

/** The records under a uid, any of which may be missing. */
export function playerOf(world: World, uid: Guid): FoundPlayer {
  const account = world.accounts.get(uid);
  const session = world.sessions.get(uid);
  const player = world.players.get(uid);
  return {
    uid,
    userId: session?.userId || account?.userId || '',
    name: account?.name ?? '',
    account,
    session,
    player,
    character: player?.characterId == null ? undefined : world.characters.get(player.characterId),
  };
}

/** A session's UserId is certain. An account's is the last one seen, and several may have the same: one online wins. */
function uidByUserId(world: World, userId: string): Guid | undefined {
  const connected = world.sessionsByUserId.first(userId);
  if (connected !== undefined) return connected;
  const accounts = [...world.accountsByUserId.keys(userId)];
  return accounts.find((uid) => world.sessions.has(uid)) ?? accounts[0];
}
