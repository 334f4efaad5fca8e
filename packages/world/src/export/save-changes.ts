import type { SaveEdit, SaveEra } from '@palatine/save';
import { type ChangesInput, changeJob } from './change-job.ts';
import { findChangedBases } from './changed-bases.ts';
import { findChangedCharacters } from './changed-characters.ts';
import { findChangedContainers } from './changed-containers.ts';
import { findChangedPlayers } from './changed-players.ts';

export interface SaveChanges {
  /** In the order in which they are to be applied. */
  readonly edits: SaveEdit[];
  /** One sentence for each difference that no edit can write; while there is one, nothing may be written. */
  readonly refusals: string[];
}

const TOO_OLD: Partial<Record<SaveEra, string>> = {
  A: 'this save was written by the game of 2024',
  B: 'this save was written by the game of late 2024 or early 2025',
};
const ADVICE = 'start the game with it once and let it save the world, then edit that save';

/**
 * The edits that turn the save into the changed world. Compares the world only with the import of the same save, so that
 * what the import corrects is not written back (save-writing 2.2). Each difference becomes an edit or a refusal.
 */
export function saveChangesOf(input: ChangesInput): SaveChanges {
  const job = changeJob(input);
  findChangedContainers(job);
  findChangedCharacters(job);
  findChangedPlayers(job);
  findChangedBases(job);
  const edits = job.edits.toSorted((one, other) => ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind));
  const refusals = [...new Set(job.refusals)];
  const tooOld = TOO_OLD[input.save.era];
  if (tooOld === undefined || edits.length + refusals.length === 0) return { edits, refusals };
  return { edits: [], refusals: [`${tooOld}: ${ADVICE}`] };
}

/** Slots are emptied before others move in, and a base goes last, with what is still in it. */
const ORDER: readonly SaveEdit['kind'][] = [
  'itemContainer',
  'removePal',
  'changeCharacter',
  'addPal',
  'playerFile',
  'deleteCamp',
];
