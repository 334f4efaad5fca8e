import { parseArgs } from 'node:util';
import { UsageError } from '../data-folder/config-error.ts';
import { type DataPaths, dataPaths } from '../data-folder/data-folder.ts';
import { fromWhereTyped, resolveDataFolder } from '../service/arguments.ts';
import { type Terminal, terminal } from './terminal.ts';

/** A flag of a command. `value` names its value; a flag without it is a switch. */
export interface Flag {
  value?: string;
  multiple?: boolean;
  description: string;
}

type Values<Flags> = {
  [Name in keyof Flags]?: Flags[Name] extends { value: string }
    ? Flags[Name] extends { multiple: true }
      ? string[]
      : string
    : boolean;
};

/** The parsed command line of a command. */
export interface CliCall<Flags> {
  positionals: readonly string[];
  flags: Values<Flags>;
  data: DataPaths;
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
  flags: Record<string, Flag>;
  /** Further lines of its help. */
  notes?: readonly string[];
}

export interface CliCommand extends CommandShape {
  /** Its help, when that is not printed from its flags. */
  help?: string;
  /** @returns the exit code. */
  run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number>;
}

/** The flags of every command. */
export const COMMON_FLAGS = {
  data: { value: 'DIR', description: 'the data folder (PALATINE_DATA, default ./data)' },
  json: { description: 'print one JSON value, for programs' },
  help: { description: 'print this' },
} as const satisfies Record<string, Flag>;

export function command<const Flags extends Record<string, Flag>>(
  shape: CommandShape & { flags: Flags },
  run: (call: CliCall<Flags>) => number | undefined | Promise<number | undefined>,
): CliCommand {
  return {
    ...shape,
    async run(args, env) {
      const { values, positionals } = parse(shape, args);
      const required = shape.positionals.filter((name) => !name.startsWith('[')).length;
      if (positionals.length < required) {
        throw new UsageError(
          `${shape.name} needs ${shape.positionals.slice(positionals.length, required).join(' ')}`,
        );
      }
      const takesAll = shape.positionals.at(-1)?.endsWith('...') === true;
      if (positionals.length > shape.positionals.length && !takesAll) {
        throw new UsageError(`${shape.name} does not take "${positionals.at(-1)}"`);
      }
      const code = await run({
        positionals,
        flags: values as Values<Flags>, // parseArgs has just parsed them by the same shape
        data: dataPaths(resolveDataFolder(values.data as string | undefined, env)),
        terminal: terminal({ json: values.json === true }),
        path: (typed) => fromWhereTyped(typed, env),
      });
      return code ?? 0;
    },
  };
}

function parse({ name, flags }: CommandShape, args: readonly string[]) {
  const options = Object.fromEntries(
    Object.entries<Flag>({ ...flags, ...COMMON_FLAGS }).map(([flag, { value, multiple }]) => [
      flag,
      {
        type: value === undefined ? ('boolean' as const) : ('string' as const),
        multiple: multiple ?? false,
      },
    ]),
  );
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(`${name}: ${(error as Error).message.split(/\n|\. /, 1)[0]}`, { cause: error });
  }
}
