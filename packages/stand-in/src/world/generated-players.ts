import { steamPlayerUid } from '@palatine/save/testing';

export interface GeneratedPlayer {
  userId: string;
  /** 32 upper hex digits: the game's hash of the Steam id. */
  playerId: string;
  name: string;
}

const NAMES = ['Zoë', 'Fury', 'Lily', 'Axel', 'Marcus', 'Victor', 'Saya', 'Bjorn'];
/** The players of a generated world, in order. */
export function generatePlayers(count = 4): GeneratedPlayer[] {
  return Array.from({ length: Math.max(2, count) }, (_, index) => {
    const userId = `steam_${76_561_198_000_000_100n + BigInt(index)}`;
    return {
      userId,
      playerId: steamPlayerUid(userId.slice('steam_'.length)).replaceAll('-', ''),
      name: NAMES[index] ?? `Player ${index + 1}`,
    };
  });
}
