import { ConfigError, UsageError } from '../data-folder/config-error.ts';
import { VERSION } from '../data-folder/version.ts';
import type { CliCommand } from './command.ts';
import { CLI_COMMANDS } from './commands.ts';
import { helpOf, overview } from './help.ts';
import { terminal } from './terminal.ts';

const args = process.argv.slice(2);

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
  const [first = '--help', second = ''] = args;
  if (first === '--version') return print(VERSION.version_str_long);
  if (first === '--help' || (first === 'help' && second === '')) return print(overview(CLI_COMMANDS));
  const typed = first === 'help' ? args.slice(1) : args;
  const command = findCommand(typed);
  const rest = typed.slice(command.name.split(' ').length);
  if (first === 'help' || rest.includes('--help')) return print(command.help ?? helpOf(command));
  return command.run(rest, process.env);
}

function print(text: string): number {
  terminal({ json: false }).print(...text.trimEnd().split('\n'));
  return 0;
}

function findCommand([first = '', second = '']: readonly string[]): CliCommand {
  const found = CLI_COMMANDS.find(({ name }) => name === first || name === `${first} ${second}`);
  if (found !== undefined) return found;
  const group = CLI_COMMANDS.filter(({ name }) => name.startsWith(`${first} `)).map(({ name }) => name);
  if (group.length > 0) throw new UsageError(`${first} what? There are: ${group.join(', ')}`);
  throw new UsageError(`there is no command "${first}" (palatine --help lists them)`);
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
