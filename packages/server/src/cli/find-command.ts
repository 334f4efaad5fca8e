import { UsageError } from '../data-folder/config-error.ts';
import { closest } from '../service/closest.ts';
import { CLI_COMMANDS, type CommandEntry } from './commands.ts';

/** The command that the words begin with. Throws a UsageError, with the command that may have been meant. */
export function findCommand(words: readonly string[]): CommandEntry {
  const found = CLI_COMMANDS.find(({ name }) => `${words.join(' ')} `.startsWith(`${name} `));
  if (found !== undefined) return found;
  const group = groupOf(words);
  if (group !== '' && group === words.join(' ')) {
    const all = commandsOf(group).map(({ name }) => name.slice(group.length + 1));
    throw new UsageError(`${group} needs one of its commands: ${all.join(', ')}`);
  }
  const typed = words.slice(0, wordsIn(group) + 1).join(' ');
  const meant = group === '' ? commandMeant(words) : closestIn(group, words);
  throw new UsageError(
    `there is no command "${typed}"${meant === undefined ? ' (palatine --help lists them)' : `; is palatine ${meant} meant?`}`,
  );
}

/** The commands that share their first words; none for words that are a command by themselves. */
export function commandsOf(group: string): readonly CommandEntry[] {
  return CLI_COMMANDS.filter(({ name }) => name.startsWith(`${group} `));
}

/** As many of the first words as commands share, such as `fleet token`; '' for none. */
function groupOf(words: readonly string[]): string {
  const groups = words.map((_, at) => words.slice(0, at + 1).join(' '));
  return groups.findLast((group) => commandsOf(group).length > 0) ?? '';
}

function wordsIn(group: string): number {
  return group === '' ? 0 : group.split(' ').length;
}

/** The command or group within a group that the next word, and the one after it, resemble. */
function closestIn(group: string, words: readonly string[]): string {
  const depth = wordsIn(group);
  const names = commandsOf(group).map(({ name }) => name);
  const nextWords = names.map((name) =>
    name
      .split(' ')
      .slice(0, depth + 1)
      .join(' '),
  );
  const next = `${group} ${words[depth] ?? ''}`;
  const longer = `${next} ${words[depth + 1] ?? ''}`.trimEnd();
  return closest(longer, names) ?? closest(next, [...new Set(nextWords)]) ?? group;
}

/** More commands than these are no hint any more. */
const MOST_MEANT = 3;

/** For words with a slip, in another case, or without the first word, as in `palatine backup`. */
function commandMeant(words: readonly string[]): string | undefined {
  const [first = '', second] = words;
  const names = CLI_COMMANDS.map(({ name }) => name);
  const group = closest(first, [...new Set(names.map((name) => name.split(' ', 1)[0] ?? ''))]);
  if (group === undefined) {
    const ending = names.filter((name) => name.endsWith(` ${first.toLowerCase()}`));
    return ending.length === 0 || ending.length > MOST_MEANT ? undefined : ending.join(' or palatine ');
  }
  if (second === undefined || names.includes(group)) return group;
  return closestIn(group, [group, ...words.slice(1)]);
}
