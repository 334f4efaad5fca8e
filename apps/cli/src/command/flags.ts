import { parseArgs } from 'node:util';
import { parseTime } from '@palatine/contract/parse-time';
import { UsageError } from '@palatine/platform/config-error';
import { shellWord } from '@palatine/platform/format';
import { editDistance } from '@palatine/platform/near-spelling';

/**
 * The flags of a command by their usage, with what each does: `limit N`; `help -h`, a switch with a short name;
 * `pal ID...`, which may be repeated. In the order of the help.
 */
export type FlagTexts = Readonly<Record<string, string>>;

/** The values of flags by their names. */
export type FlagValues<Texts> = {
  [Usage in keyof Texts & string as Usage extends `${infer Name} ${string}` ? Name : Usage]?: ValueOf<Usage>;
};

type ValueOf<Usage> = Usage extends `${string} -${string}`
  ? boolean
  : Usage extends `${string} ${string}...`
    ? string[]
    : Usage extends `${string} ${string}`
      ? string
      : boolean;

/** A flag of a command. `value` names its value; a flag without it is a switch. */
export interface Flag {
  value?: string;
  /** One letter, such as h for -h. */
  short?: string;
  multiple: boolean;
  description: string;
}

/** Flags by their names. */
export function flagsOf(texts: FlagTexts): Record<string, Flag> {
  const flags = Object.entries(texts).map(([usage, description]): [string, Flag] => {
    const [, name = '', short, value, more] = /^(\S+?)(?: -(\w)| (\S+?)(\.\.\.)?)?$/.exec(usage) ?? [];
    const flag = { multiple: more !== undefined, description };
    return [name, { ...flag, ...(value !== undefined && { value }), ...(short !== undefined && { short }) }];
  });
  return Object.fromEntries(flags);
}

/** Parses a command line. Throws a UsageError, which begins with `prefix`, for an unknown flag or an empty value. */
export function parseFlags<const Texts extends FlagTexts>(
  texts: Texts,
  args: readonly string[],
  prefix = '',
): { flags: FlagValues<Texts>; positionals: readonly string[] } {
  const flags = flagsOf(texts);
  const options = Object.fromEntries(
    Object.entries(flags).map(([flag, { value, description: _, ...option }]) => [
      flag,
      { type: value === undefined ? ('boolean' as const) : ('string' as const), ...option },
    ]),
  );
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    for (const [flag, value] of Object.entries(values)) {
      const all: unknown[] = Array.isArray(value) ? value : [value];
      if (all.includes('')) throw new UsageError(`${prefix}--${flag} must not be empty`);
    }
    return { flags: values as FlagValues<Texts>, positionals }; // parseArgs has just parsed them by these flags
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

export function flagLines(flags: Readonly<Record<string, Flag>>): string[] {
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
  flags: Readonly<Record<string, Flag>>,
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

/** Matches a value in any case; undefined for none. Throws a UsageError that names the flag. */
export function choiceOf<const T extends string>(
  flag: string,
  typed: string | undefined,
  values: readonly T[],
): T | undefined {
  if (typed === undefined) return undefined;
  const match = values.find((value) => value.toLowerCase() === typed.toLowerCase());
  if (match !== undefined) return match;
  const choices = values.length > 2 ? `one of ${values.join(', ')}` : values.join(' or ');
  throw new UsageError(`${flag} must be ${choices}, not "${typed}"`);
}

/** Splits values at commas; the flag may also be repeated. */
export function separated(typed: readonly string[] = []): string[] {
  return typed.flatMap((text) => text.split(',')).filter(Boolean);
}

const EXAMPLES = '2026-11-22, 2026-11-22T10:00:00Z or 2026-11-22T10:00:00+01:00';

/** A day or time in ms since 1970; undefined for none. Throws a UsageError that names the flag. */
export function timeOf(flag: string, typed: string | undefined): number | undefined {
  if (typed === undefined) return undefined;
  const atMs = parseTime(typed);
  if (atMs !== undefined) return atMs;
  throw new UsageError(`${flag} must be a day or a time of ISO 8601, such as ${EXAMPLES}, not "${typed}"`);
}

/** The time of `--until` as ISO 8601 in UTC. Throws a UsageError. */
export function untilOf(typed: string | undefined): string | undefined {
  const atMs = timeOf('--until', typed);
  return atMs === undefined ? undefined : new Date(atMs).toISOString();
}

/** A whole number from 1 to `max`, in decimal digits. Throws a UsageError that names the flag. */
export function wholeNumberOf(flag: string, typed: string, max: number): number {
  const isShort = /^[0-9]+$/.test(typed) && typed.length <= String(max).length;
  if (isShort && Number(typed) >= 1 && Number(typed) <= max) return Number(typed);
  throw new UsageError(`${flag} must be a whole number from 1 to ${max}, not "${typed}"`);
}
