import type { PlayerProgress } from '@palatine/contract';
import { catalogue } from '../../data/catalogue.ts';
import type { CatalogueEntries } from '../../data/catalogue-entries.ts';

/** How much of something is done, of all there is. */
export interface Tally {
  readonly done: number;
  readonly all: number;
}

/** A boss of the catalogue, and what a player has done to it. */
export interface BossLine {
  readonly boss: CatalogueEntries['Bosses'];
  /** How often it was defeated; 1 where only a flag is kept. */
  readonly defeated: number;
  readonly defeatedHard: number;
}

/** The bosses of a kind with what a player has done to them; undefined while either is not known. */
export function bossLines(progress: PlayerProgress, kind: string): BossLine[] | undefined {
  const bosses = catalogue.value?.entries('Bosses');
  const { Bosses } = progress;
  if (bosses === undefined || Bosses === undefined) return undefined;
  const count = (key: string) =>
    key === ''
      ? 0
      : (Bosses.towerBossDefeatCounts[key] ??
        Bosses.raidBossDefeatCounts[key] ??
        Number(Bosses.normalBossDefeatFlags[key] ?? 0));
  return bosses
    .filter((boss) => boss.Kind === kind)
    .map((boss) => ({
      boss,
      defeated: count(boss.Key) || count(boss.ID),
      defeatedHard: count(boss.HardKey),
    }));
}

/** How many tower bosses were defeated in either difficulty. */
export function bossTally(progress: PlayerProgress): Tally | undefined {
  const lines = bossLines(progress, 'tower');
  if (lines === undefined) return undefined;
  return {
    done: lines.filter(({ defeated, defeatedHard }) => defeated + defeatedHard > 0).length,
    all: lines.length,
  };
}

/** How many species a player has caught, and how often; undefined where the world does not know it. */
export function captureTally({ Captures }: PlayerProgress): { species: number; caught: number } | undefined {
  if (Captures === undefined) return undefined;
  const counts = Object.values(Captures.palCaptureCounts).filter((count) => count > 0);
  return { species: counts.length, caught: counts.reduce((sum, count) => sum + count, 0) };
}
