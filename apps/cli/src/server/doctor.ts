import { examine } from '@palatine/server/examine';
import { readNumber } from '../command/arguments.ts';
import { command } from '../command/command.ts';
import { plainFinding, printFinding } from '../command/terminal.ts';
import * as words from '../texts/commands.ts';

export const doctor = command('doctor', {
  ...words.doctor,
  async run({ flags, data, env, terminal }) {
    const findings = await examine(data, {
      port: readNumber('--port', flags.port ?? env.PALATINE_PORT, 65535),
      address: (flags.address ?? env.PALATINE_ADDRESS) || undefined, // an empty variable is treated as unset
      env,
    });
    const failed = findings.some(({ state }) => state === 'fail');
    terminal.show({ ok: !failed, findings: findings.map(plainFinding) });
    for (const finding of findings) printFinding(finding, terminal);
    return failed ? 1 : 0;
  },
});
