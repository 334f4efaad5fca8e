import { examine } from '@palatine/server/examine';
import { readNumber } from '../command/arguments.ts';
import { command } from '../command/command.ts';
import { plainFinding, printFinding } from '../command/terminal.ts';

export const doctor = command('doctor', {
  description: 'check the installation and the data folder, with a remedy for each problem',
  flags: {
    'port N': 'the port of the server, if it differs from RESTAPI/RESTConfig.json (PALATINE_PORT)',
    'address HOST': 'likewise its address (PALATINE_ADDRESS)',
  },
  notes: ['It changes nothing. Exit code 1 when a check fails; warnings are not failures.'],
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
