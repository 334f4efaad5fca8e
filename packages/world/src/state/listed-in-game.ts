import type { UserId } from '@palatine/contract';
import type { GameBan } from './model.ts';
import type { World } from './world.ts';

// Who is on the ban list of the game server, as far as is known: `World.gameBans`.

/** Remembers that a user is on the list of the game, and which side banned them. */
export function rememberListed({ gameBans }: World, userId: UserId, origin: GameBan['origin']): void {
  if (gameBans.get(userId)?.origin !== origin) gameBans.put({ userId, origin });
}

/**
 * A ban of ours was lifted. It may be on the list of the game although no reading has shown it: it was given a moment ago,
 * or its answer was lost. Unless this is remembered, the next reading takes it for a ban of the game.
 */
export function mayBeListed(world: World, userId: UserId): void {
  if (!world.gameBans.has(userId)) rememberListed(world, userId, 'Palatine');
}

/** A user was banned: the game server is to be asked, also where they may be listed already. */
export function mayBeUnlisted({ gameBans }: World, userId: UserId): void {
  if (gameBans.has(userId)) gameBans.remove(userId);
}
