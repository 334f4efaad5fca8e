import { statSync } from 'node:fs';
import { type DataPaths, dataPaths, holdsWorld } from '@palatine/data-dir/data-folder';
import { ConfigError, UsageError } from '@palatine/platform/config-error';
import * as words from '../texts/commands.ts';
import { resolveDataFolder, resolveTyped, type Shell } from './arguments.ts';
import { type Flag, type FlagTexts, type FlagValues, flagsOf, parseFlags } from './flags.ts';
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
  /** Flags of a command that calls a service. */
  url: string | undefined;
  tokenFile: string | undefined;
  path<Path extends string | undefined>(typed: Path): Path;
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
  flags: Readonly<Record<string, Flag>>;
  /** @returns the exit code. */
  run(args: readonly string[], cli: CliProcess): Promise<number>;
}

export interface CommandFolder<Paths> {
  /** The text of --data. */
  text: string;
  /** Throws a UsageError. */
  paths(typed: string | undefined, shell: Shell): Paths;
}

export const DATA_FOLDER: CommandFolder<DataPaths> = {
  text: words.SERVICE_FLAGS['data DIR'],
  paths: (typed, shell) => dataPaths(resolveDataFolder(typed, shell)),
};

type SharedFlags = Record<'data DIR' | 'url URL' | 'token-file FILE' | 'json', string>;

export type NoFlags = Record<never, never>;

/** A command of a world. `usage`: its name and positionals, such as `token create NAME`. */
export function command<const Flags extends FlagTexts = NoFlags>(
  usage: string,
  shape: CommandShape<Flags, DataPaths>,
): CliCommand {
  return commandIn(DATA_FOLDER, usage, shape);
}

export function commandIn<Paths, const Flags extends FlagTexts = NoFlags>(
  { text, paths }: CommandFolder<Paths>,
  usage: string,
  shape: CommandShape<Flags, Paths>,
  furtherFlags: FlagTexts = {},
): CliCommand {
  const parts = usage.split(' ');
  const name = parts.filter(isNameWord).join(' ');
  const positionals = parts.filter((part) => !isNameWord(part));
  const texts = {
    ...shape.flags,
    ...furtherFlags,
    'data DIR': text,
    json: 'print one JSON value, for programs',
    'help -h': words.SERVICE_FLAGS['help -h'],
  };
  return {
    ...shape,
    name,
    positionals,
    flags: flagsOf(texts),
    async run(args, cli) {
      const parsed = parseFlags(texts, args, `${name}: `);
      const { data, json, url, 'token-file': tokenFile } = parsed.flags as FlagValues<SharedFlags>;
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
        url,
        tokenFile,
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
