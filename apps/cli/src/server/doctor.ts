import { examine } from '@palatine/server/examine';
import { readNumber } from '../command/arguments.ts';
import { command } from '../command/command.ts';
import { printFinding } from '../command/terminal.ts';

export const doctor = command('doctor', {
  description: 'check the installation and the data folder, and say what to do where something is wrong',
  flags: {
    port: {
      value: 'N',
      description: 'the port that the server takes, when not that of RESTAPI/RESTConfig.json (PALATINE_PORT)',
    },
    address: { value: 'HOST', description: 'likewise the address (PALATINE_ADDRESS)' },
  },
  notes: ['It changes nothing. Exit code 1 when a check fails; a warning does not count as failed.'],
  async run({ flags, data, env, terminal }) {
    const findings = await examine(data, {
      port: readNumber('--port', flags.port ?? env.PALATINE_PORT, 65535),
      address: (flags.address ?? env.PALATINE_ADDRESS) || undefined, // an empty variable counts as unset
      env,
    });
    const failed = findings.some(({ state }) => state === 'fail');
    terminal.show({ ok: !failed, findings });
    for (const finding of findings) printFinding(finding, terminal);
    return failed ? 1 : 0;
  },
});
