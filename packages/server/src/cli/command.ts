import { parseArgs } from 'node:util';
import { UsageFault } from '../data-folder/config-error.ts';
import { type DataPaths, dataPaths } from '../data-folder/data-folder.ts';
import { dataFolderNamed, fromWhereTyped } from '../service/arguments.ts';
import { type Terminal, terminal } from './terminal.ts';

/** A flag of a command. One that `takes` something has a value. */
export interface Flag {
  takes?: string;
  multiple?: boolean;
  about: string;
}

type Values<Flags> = {
  [Name in keyof Flags]?: Flags[Name] extends { takes: string }
    ? Flags[Name] extends { multiple: true }
      ? string[]
      : string
    : boolean;
};

/** A command as it was typed. */
export interface Call<Flags> {
  words: readonly string[];
  flags: Values<Flags>;
  data: DataPaths;
  terminal: Terminal;
  /** A path is meant from where it was typed. */
  path(typed: string): string;
}

/** A command as a value: its help and its flags are printed and read from it. */
export interface CommandShape {
  /** As it is typed, such as `token create`. */
  name: string;
  /** Its words, such as `NAME`; in brackets what may be left out. */
  words: readonly string[];
  about: string;
  flags: Record<string, Flag>;
  /** More of its help. */
  notes?: readonly string[];
}

export interface Command extends CommandShape {
  /** Its help, where that is not printed from its flags. */
  help?: string;
  /** @returns the exit code, 0 unless told. */
  run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number>;
}

/** What every command takes. */
export const COMMON_FLAGS = {
  data: { takes: 'DIR', about: 'the data folder (PALATINE_DATA, default ./data)' },
  json: { about: 'answer with one JSON value, for programs' },
  help: { about: 'show this' },
} as const satisfies Record<string, Flag>;

export function command<const Flags extends Record<string, Flag>>(
  shape: CommandShape & { flags: Flags },
  run: (call: Call<Flags>) => number | undefined | Promise<number | undefined>,
): Command {
  return {
    ...shape,
    async run(args, env) {
      const { values, positionals } = parse(shape, args);
      const least = shape.words.filter((word) => !word.startsWith('[')).length;
      if (positionals.length < least) {
        throw new UsageFault(`${shape.name} needs ${shape.words.slice(positionals.length, least).join(' ')}`);
      }
      if (positionals.length > shape.words.length) {
        throw new UsageFault(`${shape.name} does not know what to do with "${positionals.at(-1)}"`);
      }
      const code = await run({
        words: positionals,
        flags: values as Values<Flags>, // parseArgs has just read them by the same shape
        data: dataPaths(dataFolderNamed(values.data as string | undefined, env)),
        terminal: terminal({ json: values.json === true }),
        path: (typed) => fromWhereTyped(typed, env),
      });
      return code ?? 0;
    },
  };
}

function parse({ name, flags }: CommandShape, args: readonly string[]) {
  const options = Object.fromEntries(
    Object.entries<Flag>({ ...flags, ...COMMON_FLAGS }).map(([flag, { takes, multiple }]) => [
      flag,
      {
        type: takes === undefined ? ('boolean' as const) : ('string' as const),
        multiple: multiple ?? false,
      },
    ]),
  );
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new UsageFault(`${name}: ${(error as Error).message.split(/\n|\. /, 1)[0]}`, { cause: error });
  }
}
