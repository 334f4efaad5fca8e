import { INT32_MAX } from '@palatine/contract';
import { UsageError } from '@palatine/platform/config-error';
import { editSaveFolder, saveEditContext } from '@palatine/save-tools/edit-save-folder';
import type { GameContext } from '@palatine/world';
import { type CliCall, type CliCommand, command } from '../command/command.ts';
import { wholeNumberOf } from '../command/flag-values.ts';
import type { Flag, FlagValues } from '../command/flags.ts';
import { findSavePlayer, type SavePlayerName } from './save-player.ts';
import { reportJson, reportLines, type SaveChange } from './save-report.ts';

export const SAVE_FLAGS = {
  save: { value: 'DIR', description: 'the save folder (the one with Level.sav), or its Level.sav' },
  to: { value: 'DIR', description: 'write a changed copy to this new folder, and leave the save as it is' },
  'dry-run': { description: 'check everything and list the records that would change, and write nothing' },
} as const;

export const SAVE_NOTES = [
  'Stop the game server first: it would write its own memory over the change.',
  'The files of before are kept beside the save folder; palatine save undo DIR brings them back.',
] as const;

/** Runs one command of `palatine save` that changes a save, and prints what it changed. @returns the exit code. */
export async function editSave(
  { flags, data, terminal, path }: CliCall<typeof SAVE_FLAGS>,
  name: string,
  change: (game: GameContext) => SaveChange,
): Promise<number> {
  const folder = path(requireFlag(name, 'save', flags.save));
  const to = flags.to === undefined ? undefined : path(flags.to);
  const dryRun = flags['dry-run'] === true;
  const context = saveEditContext(data);
  const report = await terminal.progress((onProgress) =>
    editSaveFolder({ folder, to, dryRun, command: name, context, change, onProgress }),
  );
  terminal.show(reportJson(report, dryRun), ...reportLines(report, dryRun));
  return 0;
}

interface EditedPlayer extends SavePlayerName {
  readonly call: { params: { player_identifier: string }; issuer: typeof SAVE_ISSUER };
}

type PlayerFlags = typeof SAVE_FLAGS & { player: { value: string } };

export interface PlayerEditCall<Flags> {
  readonly flags: FlagValues<Flags>;
  path(typed: string): string;
  /** Throws a UsageError where the flag is missing. */
  text(flag: string & keyof Flags): string;
  /** A whole number, 1 or more. Throws a UsageError. */
  number(flag: string & keyof Flags, fallback?: string): number;
}

/** A command that edits a player of a save. `plan` checks the flags and returns what it does. */
export function playerEdit<const Flags extends Record<string, Flag>>(
  name: string,
  { description, flags, notes = [], plan }: PlayerEdit<Flags>,
): CliCommand {
  const player = { value: 'UID', description: 'the PlayerUID, as in the name of the player file' };
  const shape = { description, notes: [...notes, ...SAVE_NOTES] };
  return command(name, { ...shape, flags: { ...SAVE_FLAGS, player, ...flags }, run });

  function run(parsed: unknown) {
    const call = parsed as CliCall<PlayerFlags>; // the flags of its own are read by `own`
    const { flags: own } = parsed as CliCall<Flags>;
    const values = own as Readonly<Record<string, string | undefined>>;
    const typed = requireFlag(name, 'player', call.flags.player);
    const change = plan({
      flags: own,
      path: call.path,
      text: (flag) => requireFlag(name, flag, values[flag]),
      number: (flag, fallback) =>
        wholeNumberOf(`${name}: --${flag}`, requireFlag(name, flag, values[flag] ?? fallback), INT32_MAX),
    });
    return editSave(call, name, (game) => {
      const found = findSavePlayer(game, typed);
      const to = { params: { player_identifier: found.uid }, issuer: SAVE_ISSUER };
      return { subject: found.name, ...change(game, { ...found, call: to }) };
    });
  }
}

interface PlayerEdit<Flags> {
  readonly description: string;
  readonly flags: Flags;
  readonly notes?: readonly string[];
  plan(call: PlayerEditCall<Flags>): (game: GameContext, player: EditedPlayer) => Omit<SaveChange, 'subject'>;
}

export function got(given: string): Pick<SaveChange, 'did' | 'would'> {
  return { did: `has got ${given}`, would: `would get ${given}` };
}

export const SAVE_ISSUER = { name: 'palatine save', ip: '', permissions: ['*'] as readonly string[] };

export function requireFlag(command: string, flag: string, typed: string | undefined): string {
  if (typed === undefined) throw new UsageError(`${command} needs --${flag}`);
  return typed;
}
