import { INT32_MAX, parseGuid } from '@palatine/contract';
import { ConfigError, UsageError } from '@palatine/platform/config-error';
import { editSaveFolder, saveEditContext } from '@palatine/save-tools/edit-save-folder';
import { COMMANDS, type GameContext, type World } from '@palatine/world';
import { type CliCall, type CliCommand, command } from '../command/command.ts';
import { wholeNumberOf } from '../command/flag-values.ts';
import type { Flag, FlagValues } from '../command/flags.ts';
import { findSavePlayer, type SavePlayerName } from './save-player.ts';
import { reportJson, reportLines, type SaveChange } from './save-report.ts';

export const SAVE_FLAGS = {
  save: { value: 'DIR', description: 'the save folder (the one with Level.sav), or its Level.sav' },
  to: { value: 'DIR', description: 'write a changed copy to this new folder, and do not touch the save' },
  'dry-run': { description: 'check everything, list the records that would change, and write nothing' },
} as const;

export const SAVE_NOTES = [
  'Stop the game server first: it would overwrite the change.',
  'The replaced files are kept beside the save folder; palatine save undo DIR restores them.',
] as const;

/** Runs a command of `palatine save` that changes a save, and prints the changes. @returns the exit code. */
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

export interface PlayerEditCall<Flags> {
  readonly flags: FlagValues<Flags>;
  path(typed: string): string;
  /** Throws a UsageError where the flag is missing. */
  text(flag: string & keyof Flags): string;
  /** A whole number, 1 or more. Throws a UsageError. */
  number(flag: string & keyof Flags, fallback?: string): number;
}

/** A command that edits a player of a save. `plan` checks the flags and returns the edit. */
export function playerEdit<const Flags extends Record<string, Flag>>(
  name: string,
  { description, flags, notes = [], plan }: PlayerEdit<Flags>,
): CliCommand {
  const player = { value: 'PLAYER', description: 'the PlayerUID, or a name that no other player has' };
  const shape = { description, notes: [...notes, ...SAVE_NOTES] };
  return command(name, { ...shape, flags: { ...SAVE_FLAGS, player, ...flags }, run });

  function run(parsed: unknown) {
    const call = parsed as CliCall<typeof SAVE_FLAGS & { player: { value: string } }>; // `own` has the command's own flags
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
      const player = findSavePlayer(game, typed);
      const to = { params: { player_identifier: player.uid }, issuer: SAVE_ISSUER };
      return { subject: player.name, ...change(game, { ...player, call: to }) };
    });
  }
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
  description: 'delete a base camp of a save folder with everything built in it and its workers',
  flags: { ...SAVE_FLAGS, base: { value: 'ID', description: 'the id of the base camp' } },
  notes: [
    'Rocks, trees, treasure and the chest of the guild stay. An unknown id lists the bases of the save.',
    ...SAVE_NOTES,
  ],
  run(call) {
    const typed = requireFlag(NAME, 'base', call.flags.base);
    return editSave(call, NAME, (game) => {
      const { world } = game;
      if (parseGuid(typed) === undefined || !world.camps.has(parseGuid(typed) ?? '')) {
        throw new ConfigError(`there is no base ${JSON.stringify(typed)} in this save; ${basesOf(world)}`);
      }
      const { BaseCamp, Deleted } = COMMANDS.deleteBase(game, {
        params: { base_camp_id: typed },
        body: undefined,
        issuer: SAVE_ISSUER,
      });
      return {
        subject: `The base ${BaseCamp.Id}`,
        did: `is deleted. ${BaseCamp.Summary.replace(/\.$/, '')}`,
        would: `would be deleted. ${BaseCamp.Summary.replace(/\.$/, '')}`,
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
