import { parseArgs } from 'node:util';
import { UsageError } from '@palatine/platform/config-error';
import { shellWord } from '@palatine/platform/format';
import { editDistance } from '@palatine/platform/near-spelling';

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

/** Parses a command line. Throws a UsageError, which begins with `prefix`, for an unknown flag or an empty value. */
export function parseFlags<const Flags extends Record<string, Flag>>(
  flags: Flags,
  args: readonly string[],
  prefix = '',
): { flags: FlagValues<Flags>; positionals: readonly string[] } {
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
      const all: unknown[] = Array.isArray(value) ? value : [value];
      if (all.includes('')) throw new UsageError(`${prefix}--${flag} must not be empty`);
    }
    return { flags: values as FlagValues<Flags>, positionals }; // parseArgs has just parsed them by these flags
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${prefix}${problemOf(error as Error, flags)}`, { cause: error });
  }
}

/** The first sentence of Node's message, or a suggestion for an unknown flag. */
function problemOf({ message }: Error, flags: Record<string, Flag>): string {
  const unknown = /^Unknown option '--?([^']*)'/.exec(message)?.[1];
  if (unknown === undefined) return message.split(/\n|\. /, 1)[0] ?? message;
  const suggestion = closest(unknown, Object.keys(flags));
  return `there is no flag --${unknown}${suggestion === undefined ? '' : `; is --${suggestion} meant?`}`;
}

export function flagLines(flags: Record<string, Flag>): string[] {
  const rows = Object.entries(flags).map(([flag, { value, short, description }]) => [
    `  --${flag}${short === undefined ? '' : `, -${short}`}${value === undefined ? '' : ` ${value}`}`,
    description,
  ]);
  const width = Math.max(...rows.map(([left = '']) => left.length));
  return rows.map(([left = '', description]) => `${left.padEnd(width)}  ${description}`);
}

/** The most similar name: equal in another case, or at most two edits away. */
export function closest(typed: string, names: readonly string[]): string | undefined {
  const lower = typed.toLowerCase();
  const maxEdits = Math.min(2, Math.floor(lower.length / 2));
  const [best] = names
    .map((name) => ({ name, edits: editDistance(lower, name.toLowerCase(), maxEdits) }))
    .sort((a, b) => a.edits - b.edits);
  return best !== undefined && best.edits <= maxEdits ? best.name : undefined;
}

/** The corrected command where `--` was forgotten: npm consumes `--import`, and passes DIR. Undefined for none. */
export function forgottenDashes(
  flags: Record<string, Flag>,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): string | undefined {
  if (env.npm_lifecycle_event !== 'start') return undefined;
  const consumed = Object.keys(flags).filter((flag) => npmValue(env, flag) !== undefined);
  if (consumed.length === 0) return undefined;
  // A single passed value belongs to the only flag without one.
  const words = args.filter((arg) => !arg.startsWith('-'));
  const valueless = consumed.filter(
    (flag) => flags[flag]?.value !== undefined && npmValue(env, flag) === 'true',
  );
  const corrected = consumed.map((flag) => {
    const placeholder = flags[flag]?.value;
    const value = npmValue(env, flag);
    if (placeholder === undefined) return `--${flag}`;
    if (value !== undefined && value !== 'true') return `--${flag} ${shellWord(value)}`;
    return `--${flag} ${valueless.length === 1 && words.length === 1 ? shellWord(words[0] ?? '') : placeholder}`;
  });
  return `npm start -- ${corrected.join(' ')}`;
}

/** npm turns `--no-simulate` into an empty npm_config_simulate. */
function npmValue(env: NodeJS.ProcessEnv, flag: string): string | undefined {
  if (!flag.startsWith('no-')) return env[`npm_config_${flag}`] || undefined;
  return env[`npm_config_${flag.slice('no-'.length)}`] === '' ? 'true' : undefined;
}
