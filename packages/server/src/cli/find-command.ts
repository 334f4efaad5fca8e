import { UsageError } from '../data-folder/config-error.ts';
import { closest } from '../service/closest.ts';
import type { CliCommand } from './command.ts';
import { CLI_COMMANDS } from './commands.ts';

/** The command that the words begin with. Throws a UsageError, with the command that may have been meant. */
export function findCommand([first = '', second]: readonly string[]): CliCommand {
  const found = CLI_COMMANDS.find(({ name }) => name === first || name === `${first} ${second}`);
  if (found !== undefined) return found;
  const group = commandsOf(first);
  if (group.length > 0 && second === undefined) {
    const all = group.map(({ name }) => name.slice(first.length + 1)).join(', ');
    throw new UsageError(`${first} needs one of its commands: ${all}`);
  }
  const typed = group.length > 0 ? `${first} ${second}` : first;
  const meant = commandMeant(first, second);
  throw new UsageError(
    `there is no command "${typed}"${meant === undefined ? ' (palatine --help lists them)' : `; is palatine ${meant} meant?`}`,
  );
}

/** The commands that share a first word; none for a word that is a command by itself. */
export function commandsOf(first: string): readonly CliCommand[] {
  return CLI_COMMANDS.filter(({ name }) => name.startsWith(`${first} `));
}

/** More commands than these are no hint any more. */
const MOST_MEANT = 3;

/** For words with a slip, in another case, or without the first word, as in `palatine backup`. */
function commandMeant(first: string, second: string | undefined): string | undefined {
  const names = CLI_COMMANDS.map(({ name }) => name);
  const group = closest(first, [...new Set(names.map((name) => name.split(' ', 1)[0] ?? ''))]);
  if (group === undefined) {
    const ending = names.filter((name) => name.endsWith(` ${first.toLowerCase()}`));
    return ending.length === 0 || ending.length > MOST_MEANT ? undefined : ending.join(' or palatine ');
  }
  if (second === undefined || names.includes(group)) return group;
  const inGroup = commandsOf(group).map(({ name }) => name);
  return closest(`${group} ${second}`, inGroup) ?? group;
}
