import type { UserId } from '@palatine/contract';
import type { Random } from '../catalogue/index.ts';
import { between, chance, hexWord } from '../state/random.ts';

/** Platforms by account name, with the prefix of their UserIds. */
const PLATFORMS = { Steam: 'steam', Xbox: 'gdk', PS5: 'ps5', Mac: 'mac' } as const;
export type Platform = keyof typeof PLATFORMS;

export function isPlatform(text: string): text is Platform {
  return Object.hasOwn(PLATFORMS, text);
}

export function anyPlatform(random: Random): Platform {
  const roll = random();
  if (roll < 0.62) return 'Steam';
  if (roll < 0.82) return 'Xbox';
  return roll < 0.95 ? 'PS5' : 'Mac';
}

export function randomUserId(random: Random, platform: Platform): UserId {
  return `${PLATFORMS[platform]}_${accountId(random, platform)}`;
}

function accountId(random: Random, platform: Platform): string {
  if (platform === 'Steam') return `7656119${between(random, 8, 9)}${digits(random, 9)}`;
  if (platform === 'Xbox') return `2535${digits(random, 12)}`;
  if (platform === 'PS5') return `${between(random, 1, 8)}${digits(random, 18)}`;
  return `${hexWord(Math.floor(random() * 2 ** 32))}${hexWord(Math.floor(random() * 2 ** 32))}`.toLowerCase();
}

function digits(random: Random, count: number): string {
  let text = '';
  while (text.length < count) text += between(random, 0, 9);
  return text;
}

/** An address of the documentation ranges (not the ban list's 192.0.2.0/24), or 10.0.0.0/8 for many. */
export function randomAddress(random: Random, { many }: { many: boolean }): string {
  if (many) return `10.${between(random, 0, 255)}.${between(random, 0, 255)}.${between(random, 1, 254)}`;
  if (chance(random, 0.25)) {
    const group = () => between(random, 0x100, 0xffff).toString(16);
    return `2001:db8:${group()}:${group()}::${between(random, 1, 0xfff).toString(16)}`;
  }
  return `${chance(random, 0.5) ? '203.0.113' : '198.51.100'}.${between(random, 1, 254)}`;
}

/** From this number of accounts on, addresses come from the private range. */
export const MANY_ACCOUNTS = 200;
