import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Chance, hexDigits } from '../chance.ts';
import type { DiskFault } from '../variants.ts';
import { stampOf } from './generations.ts';

interface FaultContext {
  folder: string;
  chance: Chance;
  nowMs: number;
}

const IMMEDIATE: Partial<Record<DiskFault, (context: FaultContext) => void>> = {
  secondWorld: ({ folder, chance, nowMs }) => {
    const copy = join(dirname(folder), hexDigits(chance));
    mkdirSync(join(copy, 'Players'), { recursive: true });
    cpSync(join(folder, 'Level.sav'), join(copy, 'Level.sav'));
    utimesSync(join(copy, 'Level.sav'), nowMs / 1000 + 60, nowMs / 1000 + 60);
  },
  lowerCasePlayer: ({ folder }) => {
    const players = join(folder, 'Players');
    const name = readdirSync(players).find((file) => /^[0-9A-F]{32}\.sav$/.test(file) && /[A-F]/.test(file));
    if (name !== undefined) renameSync(join(players, name), join(players, name.toLowerCase()));
  },
  unfinishedGeneration: ({ folder, nowMs }) => {
    const generation = join(folder, 'backup', 'world', stampOf(nowMs));
    if (!existsSync(generation))
      cpSync(join(folder, 'Players'), join(generation, 'Players'), { recursive: true });
  },
};

/** Applies a fault where that is possible at once. @returns false for a fault that waits for the next round of saving. */
export function applyDiskFault(fault: DiskFault, context: FaultContext): boolean {
  const apply = IMMEDIATE[fault];
  apply?.(context);
  return apply !== undefined;
}
