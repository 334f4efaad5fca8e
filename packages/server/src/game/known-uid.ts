import { type Guid, Refusal } from '@palatine/contract';
import { findKnownPlayer, type GameContext, playerNotFoundMessage } from '@palatine/world';

/** The PlayerUID of a player whom the world knows, online or not. Throws PLAYER_NOT_FOUND. */
export function knownUid(game: GameContext, identifier: string): Guid {
  const found = findKnownPlayer(game, identifier);
  if (found === undefined) throw new Refusal('PLAYER_NOT_FOUND', playerNotFoundMessage(game, identifier));
  return found.uid;
}
