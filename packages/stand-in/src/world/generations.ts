import { cp, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { GameClock } from '../game-clock.ts';
import { localTime } from '../log.ts';
import type { Variants } from '../variants.ts';

/**
 * Retained generations and their spacing: 5 x 30 s, 6 x 10 min, 12 x 1 h, 7 x 1 day
 * (docs/game-server.md#how-the-game-writes).
 */
const TIERS = [
  { keep: 5, everyMs: 30_000 },
  { keep: 6, everyMs: 600_000 },
  { keep: 12, everyMs: 3_600_000 },
  { keep: 7, everyMs: 86_400_000 },
] as const;

/** The order in which a generation is filled. Not proved; readers must not rely on it. */
const PARTS = ['Players', 'LevelMeta.sav', 'Level.sav'];
const STAMP = /^(\d{4})\.(\d\d)\.(\d\d)-(\d\d)\.(\d\d)\.(\d\d)$/;

interface GenerationsContext {
  folder: string;
  clock: GameClock;
  variants: Variants;
}

/**
 * Adds the save to the copies below `backup/world`, each named by its local time, if the last is old enough, and removes
 * expired ones.
 */
export async function rotateGenerations(context: GenerationsContext, nowMs: number): Promise<void> {
  const { variants, folder } = context;
  if (!variants.generations) return;
  const backups = join(folder, 'backup', 'world');
  await mkdir(backups, { recursive: true });
  const stamps = (await readdir(backups)).filter((name) => STAMP.test(name)).sort();
  const newest = stamps.at(-1);
  const dueMs = TIERS[0].everyMs / variants.generationSpeed;
  const stamp = stampOf(nowMs);
  if ((newest === undefined || nowMs - timeOf(newest) >= dueMs) && !stamps.includes(stamp)) {
    await copySave(context, join(backups, stamp));
    stamps.push(stamp);
  }
  const retained = retainedOf(stamps, variants.generationSpeed);
  for (const old of stamps) if (!retained.has(old)) await rm(join(backups, old), { recursive: true });
}

async function copySave({ folder, clock, variants }: GenerationsContext, generation: string): Promise<void> {
  await mkdir(generation);
  for (const part of PARTS) {
    await cp(join(folder, part), join(generation, part), { recursive: true }).catch(() => {}); // not every save has all
    await clock.pass(variants.fileGapMs);
  }
}

/** The newest of each span, for as many spans as a tier keeps. */
function retainedOf(stamps: readonly string[], speed: number): Set<string> {
  const retained = new Set<string>();
  for (const { keep, everyMs } of TIERS) {
    const spans = new Map<number, string>();
    for (const stamp of stamps) spans.set(Math.floor((timeOf(stamp) * speed) / everyMs), stamp);
    for (const stamp of [...spans.values()].slice(-keep)) retained.add(stamp);
  }
  return retained;
}

export function stampOf(ms: number): string {
  return localTime(ms).replaceAll(/[-:]/g, '.').replace(' ', '-');
}

function timeOf(stamp: string): number {
  return Date.parse(stamp.replace(STAMP, '$1-$2-$3T$4:$5:$6'));
}
