import { UsageError } from '../data-folder/config-error.ts';
import { type DataPaths, dataPaths } from '../data-folder/data-folder.ts';
import { fromWhereTyped, resolveDataFolder, SERVICE_FLAGS } from '../service/arguments.ts';
import { type Flag, type FlagValues, parseFlags } from '../service/flags.ts';
import { type Terminal, terminal } from './terminal.ts';

/** The parsed command line of a command. */
export interface CliCall<Flags> {
  positionals: readonly string[];
  flags: FlagValues<Flags>;
  data: DataPaths;
  env: NodeJS.ProcessEnv;
  terminal: Terminal;
  /** Resolves a path from the folder it was typed in. */
  path(typed: string): string;
}

/** A command as a value: its flags are parsed and its help is printed from it. */
export interface CommandShape {
  /** Such as `token create`. */
  name: string;
  /** Such as `NAME`; optional ones in brackets. The last may end in `...` and takes all that follow. */
  positionals: readonly string[];
  description: string;
  /** All of them, in the order of the help. */
  flags: Record<string, Flag>;
  /** Further lines of its help. */
  notes?: readonly string[];
}

export interface CliCommand extends CommandShape {
  /** @returns the exit code. */
  run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number>;
}

/** The flags of every command that is made by `command`. */
const COMMON_FLAGS = {
  data: SERVICE_FLAGS.data,
  json: { description: 'print one JSON value, for programs' },
  help: SERVICE_FLAGS.help,
} as const satisfies Record<string, Flag>;

export function command<const Flags extends Record<string, Flag>>(
  shape: CommandShape & { flags: Flags },
  run: (call: CliCall<Flags>) => number | undefined | Promise<number | undefined>,
): CliCommand {
  const flags = { ...shape.flags, ...COMMON_FLAGS };
  return {
    ...shape,
    flags,
    async run(args, env) {
      const parsed = parseFlags(flags, args, `${shape.name}: `);
      const { data, json } = parsed.flags as FlagValues<typeof COMMON_FLAGS>; // the command's own are of no use here
      checkPositionals(shape, parsed.positionals);
      const code = await run({
        positionals: parsed.positionals,
        flags: parsed.flags,
        data: dataPaths(resolveDataFolder(data, env)),
        env,
        terminal: terminal({ json: json === true }),
        path: (typed) => fromWhereTyped(typed, env),
      });
      return code ?? 0;
    },
  };
}

function checkPositionals({ name, positionals }: CommandShape, given: readonly string[]): void {
  const missing = positionals.slice(given.length).filter((positional) => !positional.startsWith('['));
  if (missing.length > 0) throw new UsageError(`${name} needs ${missing.join(' ')}`);
  const takesAll = positionals.at(-1)?.endsWith('...') === true;
  if (given.length > positionals.length && !takesAll) {
    throw new UsageError(`${name} does not take "${given.at(-1)}"`);
  }
}
