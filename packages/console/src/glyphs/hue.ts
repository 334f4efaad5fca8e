import { hashOf } from './hash.ts';

/** How many hues tell guilds apart; each is 30° from the next. */
export const GUILD_HUES = 12;

/** Hue of a guild in degrees, the same in every browser. Colour is never alone: the name stands beside it. */
export function guildHue(guildId: string): number {
  return (hashOf(guildId.toLowerCase()) % GUILD_HUES) * (360 / GUILD_HUES);
}

/** Hue of a player in degrees. */
export function playerHue(uid: string): number {
  return hashOf(uid.toLowerCase()) % 360;
}

/** A hue as a colour that stands out on the surfaces of a theme, for a canvas. */
export function hueColour(hue: number, theme: 'light' | 'dark'): string {
  return `oklch(${theme === 'light' ? 0.55 : 0.78} 0.13 ${hue})`;
}
