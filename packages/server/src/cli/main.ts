import { ConfigError, UsageError } from '../data-folder/config-error.ts';
import { VERSION_LINE } from '../data-folder/version.ts';
import { CLI_COMMANDS, loadCommands } from './commands.ts';
import { commandsOf, findCommand } from './find-command.ts';
import { groupHelp, helpOf, overview } from './help.ts';
import { terminal } from './terminal.ts';

const args = process.argv.slice(2);
const HELP_FLAGS = ['-h', '--help'];

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0); // the reader has closed the pipe, as `head` does
  terminal({ json: false }).fail([`standard output cannot be written: ${error.message}`]);
  process.exit(1);
});
process.stderr.on('error', () => {}); // nobody reads it, or its disk is full: the command itself goes on

try {
  process.exitCode = await run();
} catch (error) {
  process.exitCode = error instanceof UsageError ? 2 : 1;
  terminal({ json: args.includes('--json') }).fail(linesOf(error));
}

async function run(): Promise<number> {
  const end = args.indexOf('--'); // what comes after it is text
  const flags = end === -1 ? args : args.slice(0, end);
  if (flags.includes('-v') || flags.includes('--version')) return print(VERSION_LINE);
  const askedForHelp = args[0] === 'help' || flags.some((flag) => HELP_FLAGS.includes(flag));
  if (args.length === 0 || askedForHelp) return print(await helpFor(args));
  const command = await findCommand(leadingWords(args)).load();
  return command.run(args.slice(command.name.split(' ').length), process.env);
}

async function helpFor(typed: readonly string[]): Promise<string> {
  const words = leadingWords(typed.filter((word) => word !== 'help' && !HELP_FLAGS.includes(word)));
  if (words.length === 0) return overview(await loadCommands(CLI_COMMANDS));
  const group = commandsOf(words.join(' '));
  if (group.length > 0) return groupHelp(words.join(' '), await loadCommands(group));
  return helpOf(await findCommand(words).load());
}

/** The words before the first flag. */
function leadingWords(typed: readonly string[]): readonly string[] {
  const end = typed.findIndex((word) => word.startsWith('-') && word !== '-');
  return end === -1 ? typed : typed.slice(0, end);
}

function print(text: string): number {
  terminal({ json: false }).print(...text.trimEnd().split('\n'));
  return 0;
}

/** One line for an error that an operator can mend; the stack trace besides for any other. */
function linesOf(error: unknown): [string, ...string[]] {
  if (!(error instanceof Error)) return [String(error)];
  const { code } = error as NodeJS.ErrnoException;
  const fromSystem = code !== undefined && /^E[A-Z]+$/.test(code);
  if (error instanceof ConfigError || fromSystem) return [error.message];
  const frames = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '));
  return [String(error), ...frames];
}
