import { steamPlayerUid } from '@palatine/save/testing';

export interface GeneratedPlayer {
  userId: string;
  /** 32 upper hex digits: the game's hash of the Steam id. */
  playerId: string;
  name: string;
}

const NAMES = ['Zoë', 'Fury', 'Lily', 'Axel', 'Marcus', 'Victor', 'Saya', 'Bjorn'];
export function generatePlayers(
  count = 4,
): [zoe: GeneratedPlayer, fury: GeneratedPlayer, ...GeneratedPlayer[]] {
  const player = (_: unknown, index: number): GeneratedPlayer => {
    const userId = `steam_${76_561_198_000_000_100n + BigInt(index)}`;
    return {
      userId,
      playerId: steamPlayerUid(userId.slice('steam_'.length)).replaceAll('-', ''),
      name: NAMES[index] ?? `Player ${index + 1}`,
    };
  };
  const [zoe, fury, ...others] = Array.from({ length: Math.max(2, count) }, player);
  return [zoe as GeneratedPlayer, fury as GeneratedPlayer, ...others]; // at least two
}
