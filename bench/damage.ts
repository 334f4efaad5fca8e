import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSaveFolder, SaveError, writeSaveFolder } from '@palatine/save';
import { aCharacter, aGuid, anEmptyWorld } from '@palatine/save/testing';
import type { Pace } from './arguments.ts';
import { type PartReport, short, under, withRange } from './report.ts';
import { median, type Ratio, ratioOf } from './statistics.ts';
import { newFolder } from './tidy.ts';

const CHARACTERS = 5000;
/** Damaged variants per round, at offsets spread over the file. */
const VARIANTS = 20;
/** As a count or a length: more than any file holds. */
const ABSURD = Buffer.from([0xff, 0xff, 0xff, 0x7f]);

interface DamageFigures {
  wholeMs: number;
  /** Mean over the damaged variants of a round. */
  damagedMs: number;
  damagedTimesWhole: Ratio;
}

/** Reading a damaged Level.sav against reading the same file undamaged. */
export async function benchDamage({ repeats }: Pace): Promise<PartReport> {
  const folder = newFolder();
  const characters = Array.from({ length: CHARACTERS }, (_, index) =>
    aCharacter({ instanceId: aGuid(index + 1), characterId: 'Anubis', level: 7, passives: ['Rare'] }),
  );
  await writeSaveFolder(folder, anEmptyWorld({ characters }), { era: 'D', container: 'GVAS' });
  const path = join(folder, 'Level.sav');
  const whole = readFileSync(path);
  await readMs(folder); // a warm-up: the first read also loads the reader

  const runs: { wholeMs: number; damagedMs: number }[] = [];
  for (let round = 0; round < repeats; round++) {
    writeFileSync(path, whole);
    const wholeMs = await readMs(folder);
    runs.push({ wholeMs, damagedMs: await meanDamagedMs(folder, path, whole, round) });
  }
  const of = (name: 'wholeMs' | 'damagedMs') => runs.map((run) => run[name]);
  return report({
    wholeMs: median(of('wholeMs')),
    damagedMs: median(of('damagedMs')),
    damagedTimesWhole: ratioOf(of('damagedMs'), of('wholeMs')),
  });
}

async function meanDamagedMs(folder: string, path: string, whole: Buffer, round: number): Promise<number> {
  let totalMs = 0;
  for (let variant = 0; variant < VARIANTS; variant++) {
    const damaged = Buffer.from(whole);
    const at = Math.floor((whole.length * (variant + 0.5)) / VARIANTS) + round; // other bytes each round
    ABSURD.copy(damaged, Math.min(at, whole.length - ABSURD.length));
    writeFileSync(path, damaged);
    totalMs += await readMs(folder);
  }
  return totalMs / VARIANTS;
}

/** How long one read takes, whether it ends in a world or in a SaveError. */
async function readMs(folder: string): Promise<number> {
  const begunAt = performance.now();
  await readSaveFolder(folder, { tries: 1 }).catch((error: unknown) => {
    if (!(error instanceof SaveError)) throw error;
  });
  return performance.now() - begunAt;
}

function report(figures: DamageFigures): PartReport {
  const { wholeMs, damagedMs, damagedTimesWhole } = figures;
  return {
    title: 'Reading damaged saves',
    tables: [
      {
        head: ['file', 'ms', 'against the whole file'],
        rows: [
          [`${CHARACTERS} characters`, short(wholeMs), ''],
          [`mean of ${VARIANTS} damaged variants`, short(damagedMs), withRange(damagedTimesWhole)],
        ],
      },
    ],
    notes: ['Each variant has an absurd length or count at another offset of Level.sav.'],
    goals: [under('damaged save, times the whole one', 2, damagedTimesWhole.median)],
    figures,
  };
}
