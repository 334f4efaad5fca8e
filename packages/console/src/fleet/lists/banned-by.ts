import { worldName } from '../world/fleet-worlds.ts';

const OF_WORLD = /^world:([\da-f]{32})$/;

/** Who has put an entry on a list: a token, or the world whose ban was taken over. */
export function bannedBy(issuer: string): string {
  const world = OF_WORLD.exec(issuer)?.[1];
  return world === undefined ? issuer : worldName(world) || issuer;
}
