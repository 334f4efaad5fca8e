import type { GameContext } from '@palatine/world';
import { UsageError } from '../data-folder/config-error.ts';
import { editSaveFolder, type SaveEditReport, saveEditContext } from '../maintenance/edit-save-folder.ts';
import type { CliCall } from './command.ts';
import type { SaveChange } from './save-change.ts';
import { reportJson, reportLines } from './save-report.ts';
import { parseWholeNumber } from './whole-number.ts';

/** The flags of every command that changes a save. */
export const SAVE_FLAGS = {
  save: { value: 'DIR', description: 'the save folder (the one with Level.sav), or its Level.sav' },
  to: { value: 'DIR', description: 'write a changed copy to this new folder, and leave the save as it is' },
  'dry-run': { description: 'check everything and list the records that would change, and write nothing' },
} as const;

/** The further flag of those that change a player. */
export const SAVE_PLAYER_FLAG = {
  player: { value: 'UID', description: 'the PlayerUID, as in the name of the player file' },
} as const;

/** Notes on every command that changes a save. */
export const SAVE_NOTES = [
  'Stop the game server first: it would write its own memory over the change.',
  'The files of before are kept beside the save folder; palatine save undo DIR brings them back.',
] as const;

/** Runs one command of `palatine save` that changes a save, and prints what it changed. @returns the exit code. */
export async function editSave(
  call: CliCall<typeof SAVE_FLAGS>,
  command: string,
  change: (game: GameContext) => SaveChange,
  files: Partial<GameContext['files']> = {},
): Promise<number> {
  const { flags, data, terminal, path } = call;
  const folder = path(requireFlag(command, 'save', flags.save));
  const context = saveEditContext(data);
  let report: SaveEditReport<SaveChange>;
  {
    using progress = terminal.progress();
    report = await editSaveFolder({
      folder,
      to: flags.to === undefined ? undefined : path(flags.to),
      dryRun: flags['dry-run'] === true,
      command,
      context: { ...context, files: { ...context.files, ...files } },
      change,
      onProgress: progress.show,
    });
  }
  const dryRun = flags['dry-run'] === true;
  terminal.printJson(reportJson(report, dryRun));
  terminal.print(...reportLines(report, dryRun));
  return 0;
}

/** The issuer of commands that an operator runs on a save. */
export const SAVE_ISSUER = { name: 'palatine save', ip: '', permissions: ['*'] as readonly string[] };

export function requireFlag(command: string, flag: string, typed: string | undefined): string {
  if (typed === undefined) throw new UsageError(`${command} needs --${flag}`);
  return typed;
}

/** A whole number of a flag, 1 to `max`. Throws a UsageError. */
export function requireNumber(command: string, flag: string, typed: string | undefined, max: number): number {
  const number = parseWholeNumber(requireFlag(command, flag, typed), max);
  if (number !== undefined) return number;
  throw new UsageError(`${command}: --${flag} must be a whole number from 1 to ${max}, not "${typed}"`);
}
