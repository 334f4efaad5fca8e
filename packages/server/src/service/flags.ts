import { parseArgs } from 'node:util';
import { UsageError } from '../data-folder/config-error.ts';
import { closest } from './closest.ts';

/** A flag of a command. `value` names its value; a flag without it is a switch. */
export interface Flag {
  value?: string;
  /** One letter, such as h for -h. */
  short?: string;
  multiple?: boolean;
  description: string;
}

export type FlagValues<Flags> = {
  [Name in keyof Flags]?: Flags[Name] extends { value: string }
    ? Flags[Name] extends { multiple: true }
      ? string[]
      : string
    : boolean;
};

export interface ParsedFlags<Flags> {
  flags: FlagValues<Flags>;
  positionals: readonly string[];
}

/** Parses a command line. Throws a UsageError, which begins with `prefix`, for an unknown flag or an empty value. */
export function parseFlags<const Flags extends Record<string, Flag>>(
  flags: Flags,
  args: readonly string[],
  prefix = '',
): ParsedFlags<Flags> {
  const options = Object.fromEntries(
    Object.entries<Flag>(flags).map(([flag, { value, short, multiple = false }]) => [
      flag,
      {
        type: value === undefined ? ('boolean' as const) : ('string' as const),
        multiple,
        ...(short !== undefined && { short }),
      },
    ]),
  );
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    for (const [flag, value] of Object.entries(values)) {
      const given: unknown[] = Array.isArray(value) ? value : [value];
      if (given.includes('')) throw new UsageError(`${prefix}--${flag} must not be empty`);
    }
    return { flags: values as FlagValues<Flags>, positionals }; // parseArgs has just parsed them by these flags
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${prefix}${problemOf(error as Error, flags)}`, { cause: error });
  }
}

/** The first sentence of Node's message, and the flag that may have been meant. */
function problemOf({ message }: Error, flags: Record<string, Flag>): string {
  const unknown = /^Unknown option '--?([^']*)'/.exec(message)?.[1];
  if (unknown === undefined) return message.split(/\n|\. /, 1)[0] ?? message;
  const meant = closest(unknown, Object.keys(flags));
  return `there is no flag --${unknown}${meant === undefined ? '' : `; is --${meant} meant?`}`;
}

/** One line for each flag, for a help. */
export function flagLines(flags: Record<string, Flag>): string[] {
  const rows = Object.entries(flags).map(([flag, { value, short, description }]) => [
    `  --${flag}${short === undefined ? '' : `, -${short}`}${value === undefined ? '' : ` ${value}`}`,
    description,
  ]);
  const width = Math.max(...rows.map(([left = '']) => left.length));
  return rows.map(([left = '', description]) => `${left.padEnd(width)}  ${description}`);
}
