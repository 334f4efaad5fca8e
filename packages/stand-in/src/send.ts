import { parseArgs } from 'node:util';
import type { Control, Supervision } from './control/commands.ts';
import { controlOn } from './control/send-command.ts';

// Sends one command to a stand-in and prints its result as JSON: `node send.ts --control-port N stop '{"graceMs":500}'`.

const { values, positionals } = parseArgs({
  options: { 'control-port': { type: 'string' }, help: { type: 'boolean' } },
  allowPositionals: true,
});
const [command, args = '{}'] = positionals;
const USAGE = `usage: node packages/stand-in/src/send.ts --control-port N COMMAND [JSON]

COMMAND: stop, start, status (ends with 0 while the server runs and 3 while it is stopped), crash, …
`;
if (values.help || values['control-port'] === undefined || command === undefined) {
  (values.help ? process.stdout : process.stderr).write(USAGE);
  process.exit(values.help ? 0 : 2);
}
const send = controlOn(Number(values['control-port'])) as (...all: Parameters<Control>) => Promise<unknown>;
send((command === 'status' ? 'supervision' : command) as never, JSON.parse(args) as never).then(
  (result) => {
    process.stdout.write(`${JSON.stringify(result)}\n`);
    if (command === 'status') process.exitCode = statusCode(result as Supervision);
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  },
);

/** As Palatine expects of Control.Status: 1 while a restart is due. */
function statusCode({ pid, stopped, restartMs }: Supervision): number {
  if (pid !== null) return 0;
  return stopped || restartMs === null ? 3 : 1;
}
