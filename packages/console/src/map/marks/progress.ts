import type { Found } from '@palatine/contract';
import type { Progress } from './places.ts';

/** What is told of the progress of a player. */
export interface ToldProgress {
  readonly Found?: Found | undefined;
  readonly Bosses?: { readonly normalBossDefeatFlags: Readonly<Record<string, boolean>> } | undefined;
}

/** What a player has found and defeated; undefined where the world does not know. */
export function progressOf({ Found, Bosses }: ToldProgress): Progress | undefined {
  if (Found === undefined) return undefined;
  const places = [...Found.FastTravel, ...Object.values(Found.Relics).flat()];
  const defeated = Bosses && Object.entries(Bosses.normalBossDefeatFlags).filter(([, is]) => is);
  return {
    places: new Set(places.map((id) => id.toUpperCase())),
    bosses: defeated && new Set(defeated.map(([id]) => id.toUpperCase())),
  };
}
