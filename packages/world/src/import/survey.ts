import type { SaveWorld } from '@palatine/save';
import type { Survey } from '../state/model.ts';
import { int32 } from '../state/wire-format.ts';
import { amount } from './import-job.ts';
import type { PlayersOfSave } from './players.ts';

const TICKS_PER_SECOND = 10_000_000n;

/** What the save says about itself. Cells whose place is no whole number are damaged, and left out. */
export function surveyOf(save: SaveWorld, { bodies, files }: PlayersOfSave): Survey {
  const { savedAtMs, revision, era, container, inGameDay, gameTicks, exploredCells, warnings } = save;
  return {
    savedAtMs,
    gameBuild: amount(revision),
    era,
    container,
    inGameDay: int32(inGameDay),
    inGameSeconds: Number(gameTicks / TICKS_PER_SECOND),
    exploredCells: exploredCells
      .map(({ x, y, z }) => [x, y, z] as const)
      .filter((cell) => cell.every(Number.isSafeInteger)),
    withoutPlayerFile: [...bodies.keys()].filter((uid) => !files.has(uid)),
    warnings: warnings.map((warning) => ({ ...warning })),
  };
}
