import { statSync } from 'node:fs';
import { type DataPaths, dataPaths, holdsWorld } from '@palatine/data-dir/data-folder';
import { ConfigError, UsageError } from '@palatine/platform/config-error';
import { resolveDataFolder, resolveTyped, SERVICE_FLAGS, type Shell } from './arguments.ts';
import { type Flag, type FlagValues, parseFlags } from './flags.ts';
import { type Streams, type Terminal, terminal } from './terminal.ts';

export interface CliProcess extends Shell, Streams {
  /** Aborted at the end of the process, also by a signal. */
  signal: AbortSignal;
}

/** The parsed command line of a command. `Paths`: of the folder of --data. */
export interface CliCall<Flags, Paths = DataPaths> {
  positionals: readonly string[];
  flags: FlagValues<Flags>;
  data: Paths;
  env: NodeJS.ProcessEnv;
  signal: AbortSignal;
  terminal: Terminal;
  path(typed: string): string;
}

export interface CommandShape<Flags, Paths> {
  description: string;
  /** In the order of the help. */
  flags?: Flags;
  notes?: readonly string[];
  /** A number that it returns or resolves with is the exit code. */
  run(call: CliCall<Flags, Paths>): unknown;
}

/** A command as a value, from which flags are parsed and help is printed. */
export interface CliCommand extends Pick<CommandShape<unknown, unknown>, 'description' | 'notes'> {
  /** Such as `token create`. */
  name: string;
  /** Such as `NAME`; optional ones in brackets. The last may end in `...` and takes the rest. */
  positionals: readonly string[];
  flags: Record<string, Flag>;
  /** @returns the exit code. */
  run(args: readonly string[], cli: CliProcess): Promise<number>;
}

export interface CommandFolder<Paths> {
  flag: Flag & { value: string };
  /** Throws a UsageError. */
  paths(typed: string | undefined, shell: Shell): Paths;
}

export const DATA_FOLDER: CommandFolder<DataPaths> = {
  flag: SERVICE_FLAGS.data,
  paths: (typed, shell) => dataPaths(resolveDataFolder(typed, shell)),
};

export type NoFlags = Record<never, never>;

/** A command of a world. `usage`: its name and positionals, such as `token create NAME`. */
export function command<const Flags extends Record<string, Flag> = NoFlags>(
  usage: string,
  shape: CommandShape<Flags, DataPaths>,
): CliCommand {
  return commandIn(DATA_FOLDER, usage, shape);
}

export function commandIn<Paths, const Flags extends Record<string, Flag> = NoFlags>(
  { flag, paths }: CommandFolder<Paths>,
  usage: string,
  shape: CommandShape<Flags, Paths>,
): CliCommand {
  const words = usage.split(' ');
  const name = words.filter(isNameWord).join(' ');
  const positionals = words.filter((word) => !isNameWord(word));
  const flags = {
    ...shape.flags,
    data: flag,
    json: { description: 'print one JSON value, for programs' },
    help: SERVICE_FLAGS.help,
  };
  return {
    ...shape,
    name,
    positionals,
    flags,
    async run(args, cli) {
      const parsed = parseFlags(flags, args, `${name}: `);
      const { data, json } = parsed.flags as { data?: string; json?: boolean }; // the command's own are not needed here
      checkPositionals(name, positionals, parsed.positionals);
      const code = await shape.run({
        positionals: parsed.positionals,
        flags: parsed.flags as FlagValues<Flags>,
        data: paths(data, cli),
        env: cli.env,
        get signal() {
          return cli.signal;
        },
        terminal: terminal(cli, { json: json === true }),
        path: (typed) => resolveTyped(typed, cli),
      });
      return typeof code === 'number' ? code : 0;
    },
  };
}

/** Names are in lower case, placeholders are not. */
function isNameWord(word: string): boolean {
  return /^[a-z-]+$/.test(word);
}

function checkPositionals(name: string, positionals: readonly string[], values: readonly string[]): void {
  const missing = positionals.slice(values.length).filter((positional) => !positional.startsWith('['));
  if (missing.length > 0) throw new UsageError(`${name} needs ${missing.join(' ')}`);
  const takesAll = positionals.at(-1)?.endsWith('...') === true;
  if (values.length > positionals.length && !takesAll) {
    throw new UsageError(`${name} does not take "${values.at(-1)}"`);
  }
}

/** Throws a ConfigError where there is no data folder: a mistyped path should not create one. */
export function requireDataFolder({ path }: DataPaths): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory()) return;
  if (stats !== undefined) throw new ConfigError(`${path} is not a folder; set the data folder with --data`);
  throw new ConfigError(`there is no data folder ${path}; palatine init creates it, --data sets another one`);
}

export function requireWorld(data: DataPaths): void {
  requireDataFolder(data);
  if (holdsWorld(data)) return;
  throw new ConfigError(
    `${data.path} holds no world yet; palatine world import or palatine world demo creates one`,
  );
}
