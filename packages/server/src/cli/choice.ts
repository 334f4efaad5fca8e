import { UsageError } from '../data-folder/config-error.ts';

/** The value that was typed, in any case; undefined for none. Throws a UsageError that names the flag. */
export function choiceOf<const T extends string>(
  flag: string,
  typed: string | undefined,
  values: readonly T[],
): T | undefined {
  if (typed === undefined) return undefined;
  const found = values.find((value) => value.toLowerCase() === typed.toLowerCase());
  if (found !== undefined) return found;
  const listed = values.length > 2 ? `one of ${values.join(', ')}` : values.join(' or ');
  throw new UsageError(`${flag} must be ${listed}, not "${typed}"`);
}

/** The parts of values that were typed with commas, or with the flag repeated. */
export function separated(typed: readonly string[] = []): string[] {
  return typed.flatMap((text) => text.split(',')).filter(Boolean);
}
