import { hashOf } from './hash.ts';

/** Hue of a player in degrees. */
export function playerHue(uid: string): number {
  return hashOf(uid.toLowerCase()) % 360;
}
