import { type OpenSave, readOpenSave, SaveError, type SaveWarning, type SaveWorld } from '@palatine/save';
import { type Catalogue, importSave, recordsOf, type WorldRecords, worldDifferences } from '@palatine/world';
import { ConfigError } from '../data-folder/config-error.ts';

/** What an edit was to make, and what it made. */
interface Result {
  /** The files as they are after the edit. */
  readonly files: OpenSave;
  /** The save from before the edit. */
  readonly before: Pick<SaveWorld, 'era' | 'warnings'>;
  /** The world that the save is to become. */
  readonly expected: WorldRecords;
  /** How the world was imported. */
  readonly imported: { readonly catalogue: Catalogue; readonly nowMs: number; readonly seed: number };
}

const LISTED = 3;

/**
 * Reads an edited save as an import does. @returns a sentence for each difference to the world that it was to become,
 * and for each warning that it did not have before; empty when it is exactly what was asked for.
 */
export async function differencesOf({ files, before, expected, imported }: Result): Promise<string[]> {
  try {
    const save = await readOpenSave(files);
    const found = recordsOf(importSave(save, imported));
    return [
      ...newWarnings(before.warnings, save.warnings),
      ...worldDifferences({ expected, found, save: before }),
    ];
  } catch (error) {
    if (error instanceof SaveError) return [error.message];
    throw error;
  }
}

/** Throws a ConfigError for a result that is not exactly what was asked for. */
export function assertNothingWrong(folder: string, wrong: readonly string[]): void {
  if (wrong.length === 0) return;
  const more = wrong.length > LISTED ? ` (and ${wrong.length - LISTED} more)` : '';
  throw new ConfigError(
    `${folder}: the changed save would not be exactly what was asked for, so nothing was written: ${wrong.slice(0, LISTED).join('; ')}${more}; this is a mistake of Palatine, please report it`,
  );
}

function newWarnings(before: readonly SaveWarning[], after: readonly SaveWarning[]): string[] {
  const text = ({ file, place, message }: SaveWarning) => `${file}: ${place}: ${message}`;
  const known = new Set(before.map(text));
  return after.map(text).filter((warning) => !known.has(warning));
}
