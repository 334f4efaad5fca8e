import { ConfigError, UsageError } from '../data-folder/config-error.ts';
import { formatJson } from '../data-folder/read-json.ts';
import { VERSION } from '../data-folder/version.ts';
import type { CliCommand } from './command.ts';
import { CLI_COMMANDS } from './commands.ts';
import { helpOf, overview } from './help.ts';

const args = process.argv.slice(2);

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0); // the reader has closed the pipe, as `head` does
  throw error;
});

try {
  process.exitCode = await run();
} catch (error) {
  process.exitCode = error instanceof UsageError ? 2 : 1;
  const message = messageOf(error);
  if (args.includes('--json')) process.stdout.write(formatJson({ error: message }));
  else process.stderr.write(`palatine: ${message}\n`);
}

async function run(): Promise<number> {
  const [first = '--help', second = ''] = args;
  if (first === '--version') return print(`${VERSION.version_str_long}\n`);
  if (first === '--help' || (first === 'help' && second === '')) return print(overview(CLI_COMMANDS));
  const typed = first === 'help' ? args.slice(1) : args;
  const command = findCommand(typed);
  const rest = typed.slice(command.name.split(' ').length);
  if (first === 'help' || rest.includes('--help')) return print(command.help ?? helpOf(command));
  return command.run(rest, process.env);
}

function print(text: string): number {
  process.stdout.write(text);
  return 0;
}

function findCommand([first = '', second = '']: readonly string[]): CliCommand {
  const found = CLI_COMMANDS.find(({ name }) => name === first || name === `${first} ${second}`);
  if (found !== undefined) return found;
  const group = CLI_COMMANDS.filter(({ name }) => name.startsWith(`${first} `)).map(({ name }) => name);
  if (group.length > 0) throw new UsageError(`${first} what? There are: ${group.join(', ')}`);
  throw new UsageError(`there is no command "${first}" (palatine --help lists them)`);
}

/** One line for an error that an operator can mend; the stack trace for any other. */
function messageOf(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code !== undefined && /^E[A-Z]+$/.test(code)) return message; // from the operating system
  return error instanceof Error ? (error.stack ?? message) : String(error);
}
