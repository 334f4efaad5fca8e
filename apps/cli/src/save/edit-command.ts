import { INT32_MAX, parseGuid } from '@palatine/contract';
import { ConfigError, UsageError } from '@palatine/platform/config-error';
import { bytesText } from '@palatine/platform/format';
import type { RecordDifference } from '@palatine/save/diff-saves';
import { editFolder, type FolderEditReport, saveEditContext } from '@palatine/save-tools/edit-folder';
import { COMMANDS } from '@palatine/world/commands';
import type { GameContext } from '@palatine/world/game-context';
import type { World } from '@palatine/world/world';
import { type CliCall, type CliCommand, command } from '../command/command.ts';
import { type FlagTexts, type FlagValues, wholeNumberOf } from '../command/flags.ts';
import { columns, firstLines } from '../command/terminal.ts';
import * as words from '../texts/commands.ts';
import { findSavePlayer, type SavePlayerName } from './save-player.ts';

/** Runs a command of `palatine save` that changes a save, and prints the changes. @returns the exit code. */
async function runEdit(
  { flags, data, terminal, path }: CliCall<typeof words.SAVE_FLAGS>,
  name: string,
  change: (game: GameContext) => SaveChange,
): Promise<number> {
  const folder = path(requireFlag(name, 'save', flags.save));
  const to = path(flags.to);
  const dryRun = flags['dry-run'] === true;
  const context = saveEditContext(data);
  const report = await terminal.progress((onProgress) =>
    editFolder({ folder, to, dryRun, command: name, context, change, onProgress }),
  );
  terminal.show(reportJson(report, dryRun), ...reportLines(report, dryRun));
  return 0;
}

type EditedPlayer = SavePlayerName & {
  readonly call: { params: { player_identifier: string }; issuer: typeof SAVE_ISSUER };
};

interface PlayerEditCall<Flags> {
  readonly flags: FlagValues<Flags>;
  path(typed: string): string;
  /** Throws a UsageError where the flag is missing. */
  text(flag: string & keyof FlagValues<Flags>): string;
  /** A whole number, 1 or more. Throws a UsageError. */
  number(flag: string & keyof FlagValues<Flags>, fallback?: string): number;
}

/** A command that edits a player of a save. `plan` checks the flags and returns the edit. */
export function playerEdit<const Flags extends FlagTexts>(
  name: string,
  { description, flags, notes = [], plan }: PlayerEdit<Flags>,
): CliCommand {
  return command(name, {
    description,
    notes: [...notes, ...words.SAVE_NOTES],
    flags: { ...words.SAVE_FLAGS, ...words.PLAYER_FLAG, ...flags },
    run(call) {
      // These are the flags by which `command` has just parsed.
      const values = call.flags as FlagValues<typeof words.SAVE_FLAGS & typeof words.PLAYER_FLAG> &
        FlagValues<Flags>;
      const typed = requireFlag(name, 'player', values.player);
      const text = (flag: string & keyof FlagValues<Flags>, fallback?: string) => {
        const value: unknown = values[flag] ?? fallback;
        return requireFlag(name, flag, typeof value === 'string' ? value : undefined);
      };
      const number = (flag: string & keyof FlagValues<Flags>, fallback?: string) =>
        wholeNumberOf(`${name}: --${flag}`, text(flag, fallback), INT32_MAX);
      const change = plan({ flags: values, path: call.path, text, number });
      return runEdit({ ...call, flags: values }, name, (game) => {
        const player = findSavePlayer(game, typed);
        const target = { params: { player_identifier: player.uid }, issuer: SAVE_ISSUER };
        return { subject: player.name, ...change(game, { ...player, call: target }) };
      });
    },
  });
}

interface PlayerEdit<Flags> {
  readonly description: string;
  readonly flags: Flags;
  readonly notes?: readonly string[];
  plan(call: PlayerEditCall<Flags>): (game: GameContext, player: EditedPlayer) => Omit<SaveChange, 'subject'>;
}

export function gains(gift: string): Pick<SaveChange, 'did' | 'would'> {
  return { did: `has got ${gift}`, would: `would get ${gift}` };
}

export const SAVE_ISSUER = { name: 'palatine save', ip: '', permissions: ['*'] as readonly string[] };

export function requireFlag(command: string, flag: string, typed: string | undefined): string {
  if (typed === undefined) throw new UsageError(`${command} needs --${flag}`);
  return typed;
}

const NAME = 'save delete-base';

export const saveDeleteBase = command(NAME, {
  ...words.saveDeleteBase,
  run(call) {
    const typed = requireFlag(NAME, 'base', call.flags.base);
    return runEdit(call, NAME, (game) => {
      if (!game.world.camps.has(parseGuid(typed) ?? '')) {
        throw new ConfigError(
          `there is no base ${JSON.stringify(typed)} in this save; ${basesOf(game.world)}`,
        );
      }
      const request = { params: { base_camp_id: typed }, body: undefined, issuer: SAVE_ISSUER };
      const { BaseCamp, Deleted } = COMMANDS.deleteBase(game, request);
      const contents = BaseCamp.Summary.replace(/\.$/, '');
      return {
        subject: `The base ${BaseCamp.Id}`,
        did: `is deleted. ${contents}`,
        would: `would be deleted. ${contents}`,
        seen: 'the base and everything built in it are gone',
        details: { BaseCamp, Deleted },
      };
    });
  },
});

function basesOf(world: World): string {
  const bases = [...world.camps.values()].map(({ id, guildId }) => {
    const guild = world.guilds.get(guildId)?.name;
    return guild === undefined ? id : `${id} of the guild ${guild}`;
  });
  return bases.length === 0 ? 'it has no bases' : `it has ${bases.join(', ')}`;
}

const MAX_LINES = 20;

export function reportJson(report: FolderEditReport<SaveChange>, dryRun: boolean): object {
  const { done, folder, era, records, files, changedBytes, gvasBytes, backup, recovered } = report;
  return {
    written: !dryRun,
    save: folder,
    did: sentenceOf(done, dryRun),
    details: done.details,
    era,
    files,
    records,
    changedBytes,
    gvasBytes,
    backup: backup ?? null,
    undo: backup === undefined ? null : undoOf(folder),
    recovered: recovered ?? null,
    next: dryRun ? null : nextOf(done),
  };
}

export function reportLines(report: FolderEditReport<SaveChange>, dryRun: boolean): string[] {
  const { done, folder, records, changedBytes, gvasBytes, backup, recovered } = report;
  const percent = Number(((changedBytes / gvasBytes) * 100).toPrecision(2)); // two digits that say something
  const share = `${bytesText(changedBytes)} of ${bytesText(gvasBytes)} (${percent} %)`;
  const lines = [
    sentenceOf(done, dryRun),
    ...differenceLines(records),
    `${records.length === 1 ? 'One record differs' : `${records.length} records differ`}: ${share}. Everything else is unchanged, byte for byte.`,
  ];
  if (recovered !== undefined) lines.unshift(recovered);
  if (dryRun) return [...lines, 'This was a dry run: nothing was written.'];
  if (backup === undefined) lines.push(`The changed copy is ${folder}; the original is unchanged.`);
  else lines.push(`The replaced files are in ${backup}; ${undoOf(folder)} restores them.`);
  return [...lines, nextOf(done)];
}

export function differenceLines(
  records: readonly (RecordDifference & { what?: string })[],
): readonly string[] {
  const rows = records.map(({ file, section, id, change, properties, bytes, what = '' }) => {
    return [`  ${change}`, file, section, id, what, bytesText(bytes), properties.join(', ')];
  });
  return firstLines(columns(rows), MAX_LINES);
}

function sentenceOf({ subject, did, would }: SaveChange, dryRun: boolean): string {
  return `${subject} ${dryRun ? would : did}.`;
}

function nextOf({ seen }: SaveChange): string {
  return `Next: start the game server; ${seen}.`;
}

/** The command that restores the replaced files, ready to paste. */
function undoOf(folder: string): string {
  return `palatine save undo ${/^[\w./:\\-]+$/.test(folder) ? folder : `"${folder}"`}`;
}

export interface SaveChange {
  /** The subject of the change, such as `Zoe`. */
  readonly subject: string;
  /** Continues the subject, such as `has got 5 Wood`. */
  readonly did: string;
  /** Likewise for a dry run, such as `would get 5 Wood`. */
  readonly would: string;
  /** The visible result in the game, such as `the 5 Wood are in the Items of Zoe`. */
  readonly seen: string;
  /** The reply of the command, for programs. */
  readonly details: object;
}
