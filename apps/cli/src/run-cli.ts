import { operatorMessage, UsageError } from '@palatine/platform/config-error';
import { VERSION_LINE } from '@palatine/platform/version';
import type { CliCommand, CliProcess } from './command/command.ts';
import { closest, flagLines } from './command/flags.ts';
import { columns, terminal } from './command/terminal.ts';
import { CLI_COMMANDS, type CommandEntry, loadCommands } from './commands.ts';
import { EVERY_COMMAND } from './texts/commands.ts';

const MAX_SUGGESTIONS = 3;

const HELP_FLAGS = ['-h', '--help'];

/** Runs a command line. @returns the exit code. Only `serve` and `fleet start` take over the process itself. */
export async function runCli(args: readonly string[], cli: CliProcess): Promise<number> {
  try {
    return await run(args, cli);
  } catch (error) {
    terminal(cli, { json: args.includes('--json') }).fail(linesOf(error));
    return error instanceof UsageError ? 2 : 1;
  }
}

async function run(args: readonly string[], cli: CliProcess): Promise<number> {
  const text = await versionOrHelp(args);
  if (text !== undefined) {
    terminal(cli, { json: false }).print(...text.trimEnd().split('\n'));
    return 0;
  }
  const command = await findCommand(leadingWords(args)).load();
  return command.run(args.slice(command.name.split(' ').length), cli);
}

async function versionOrHelp(args: readonly string[]): Promise<string | undefined> {
  const end = args.indexOf('--'); // what comes after it is text
  const flags = end === -1 ? args : args.slice(0, end);
  if (flags.includes('-v') || flags.includes('--version')) return VERSION_LINE;
  const isHelp = args.length === 0 || args[0] === 'help' || flags.some((flag) => HELP_FLAGS.includes(flag));
  return isHelp ? await helpFor(args) : undefined;
}

async function helpFor(typed: readonly string[]): Promise<string> {
  const words = leadingWords(typed.filter((word) => word !== 'help' && !HELP_FLAGS.includes(word)));
  if (words.length === 0) return overview(await loadCommands(CLI_COMMANDS));
  const group = commandsOf(words.join(' '));
  if (group.length > 0) return groupHelp(words.join(' '), await loadCommands(group));
  return helpOf(await findCommand(words).load());
}

function leadingWords(typed: readonly string[]): readonly string[] {
  const end = typed.findIndex((word) => word.startsWith('-') && word !== '-');
  return end === -1 ? typed : typed.slice(0, end);
}

/** One line for an error that an operator can fix; with the stack trace for any other. */
function linesOf(error: unknown): [string, ...string[]] {
  const message = operatorMessage(error);
  if (message !== undefined) return [message];
  if (!(error instanceof Error)) return [String(error)];
  const frames = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '));
  return [String(error), ...frames];
}

function overview(commands: readonly CliCommand[]): string {
  return `Palatine, an administration server for Palworld worlds

  palatine COMMAND [flags]

${commandLines(commands)}

${EVERY_COMMAND}
`;
}

/** The help of the commands that share their first words, such as `token` or `fleet token`. */
function groupHelp(group: string, commands: readonly CliCommand[]): string {
  return `palatine ${group} COMMAND

${commandLines(commands)}

  palatine ${group} COMMAND --help lists the flags of a command.
`;
}

function helpOf({ name, positionals, description, flags, notes = [] }: CliCommand): string {
  const more = notes.length === 0 ? '' : `\n${notes.map((note) => `  ${note}\n`).join('')}`;
  const usage = ['palatine', name, ...positionals].join(' ');
  return `${usage}: ${description}\n\n${flagLines(flags).join('\n')}\n${more}`;
}

function commandLines(commands: readonly CliCommand[]): string {
  const rows = commands.map(({ name, positionals, description }) => {
    return [`  ${[name, ...positionals].join(' ')}`, description];
  });
  return columns(rows).join('\n');
}

/** The command that the words begin with. Throws a UsageError with a suggestion. */
function findCommand(words: readonly string[]): CommandEntry {
  const command = CLI_COMMANDS.find(({ name }) => `${words.join(' ')} `.startsWith(`${name} `));
  if (command !== undefined) return command;
  const depth = beginningsOf(words).findLastIndex((group) => commandsOf(group).length > 0) + 1;
  const group = words.slice(0, depth).join(' ');
  if (depth === words.length) {
    const all = commandsOf(group).map(({ name }) => name.slice(group.length + 1));
    throw new UsageError(`${group} needs one of its commands: ${all.join(', ')}`);
  }
  const typed = words.slice(0, depth + 1).join(' ');
  const suggestion = suggestCommand(words);
  const hint =
    suggestion === undefined ? ' (palatine --help lists them)' : `; is palatine ${suggestion} meant?`;
  throw new UsageError(`there is no command "${typed}"${hint}`);
}

function commandsOf(group: string): readonly CommandEntry[] {
  return CLI_COMMANDS.filter(({ name }) => name.startsWith(`${group} `));
}

/** The first word, the first two, and so on. */
function beginningsOf(words: readonly string[]): string[] {
  return words.map((_, at) => words.slice(0, at + 1).join(' '));
}

/** Handles typos, another case, and a missing first word, as in `palatine backup`. */
function suggestCommand(words: readonly string[]): string | undefined {
  const names = CLI_COMMANDS.map(({ name }) => name);
  const all = [...new Set(names.flatMap((name) => beginningsOf(name.split(' '))))];
  for (const typed of beginningsOf(words).reverse()) {
    const suggestion = closest(typed, all);
    if (suggestion !== undefined) return suggestion;
  }
  const ending = names.filter((name) => name.endsWith(` ${words[0]?.toLowerCase()}`));
  return ending.length === 0 || ending.length > MAX_SUGGESTIONS ? undefined : ending.join(' or palatine ');
}
