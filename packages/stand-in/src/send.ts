import { parseArgs } from 'node:util';
import type { Control } from './control/commands.ts';
import { controlOn } from './control/send-command.ts';

// Sends one command to a stand-in and prints its result as JSON: `node send.ts --control-port N stop '{"graceMs":500}'`.

const { values, positionals } = parseArgs({
  options: { 'control-port': { type: 'string' } },
  allowPositionals: true,
});
const [command, args = '{}'] = positionals;
if (values['control-port'] === undefined || command === undefined) {
  process.stderr.write('usage: node packages/stand-in/src/send.ts --control-port N COMMAND [JSON]\n');
  process.exit(2);
}
const send = controlOn(Number(values['control-port'])) as (...all: Parameters<Control>) => Promise<unknown>;
send(command as never, JSON.parse(args) as never).then(
  (result) => process.stdout.write(`${JSON.stringify(result)}\n`),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  },
);
