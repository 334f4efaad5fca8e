import { ConfigError, UsageError } from '@palatine/platform/config-error';
import { FILE_BYTES, readTextFile } from '@palatine/platform/read-file';
import { readPort, resolveTyped, type Shell } from '../command/arguments.ts';
import type { CliCommand } from '../command/command.ts';
import { flagsOf, parseFlags } from '../command/flags.ts';

export const FLEET_FOLDER_TEXT = 'the folder of the gateway (PALATINE_FLEET, default ./fleet)';

const FLAGS = {
  'data DIR': FLEET_FOLDER_TEXT,
  'port N': 'port of API and console (default: RESTConfig.json, else 17990)',
  'address HOST': 'address of API and console (default: RESTConfig.json, else 127.0.0.1)',
  'advertise HOST': 'how worlds reach this machine (default: its first address)',
  'broker-address HOST': 'address of the broker and of joining (default 0.0.0.0)',
  'broker-port N': 'the port of the broker (default 4222)',
  'join-port N': 'the port on which worlds join (default 4223)',
  'nats URL': 'an existing broker, such as nats://host:4222; comma-separated',
  'creds FILE': 'with --nats: credentials for the account of the worlds',
  'control-creds FILE': 'with --nats: credentials for the account of the gateway',
  'ca FILE': "with --nats: the certificate that signed the broker's",
  'help -h': 'print this',
} as const;

export const fleetStart: CliCommand = {
  name: 'fleet start',
  positionals: [],
  description: 'start a gateway for many worlds, with its own broker',
  flags: flagsOf(FLAGS),
  notes: [
    'The broker is nats-server 2.10.27 or newer, from the PATH or PALATINE_NATS_SERVER.',
    'The API and the console listen on this machine only, unless --address says otherwise.',
  ],
  async run(args, shell) {
    const { flags } = parseFlags(FLAGS, args, 'fleet start: ');
    const servers = flags.nats?.split(',');
    const files = [flags.creds, flags['control-creds'], flags.ca];
    if (servers === undefined && files.some((file) => file !== undefined)) {
      throw new UsageError('--creds, --control-creds and --ca need --nats');
    }
    const texts = files.map((file) => file && readFile(resolveTyped(file, shell)));
    const [credentials, controlCredentials = credentials, ca] = texts;
    const own = {
      host: flags['broker-address'] ?? '0.0.0.0',
      port: readPort(flags['broker-port'], {}) ?? 4222,
      joinPort: readPort(flags['join-port'], {}) ?? 4223,
      advertise: flags.advertise,
    };
    const { runGateway } = await import('../serve/run-gateway.ts');
    await runGateway({
      folder: fleetFolder(flags.data, shell),
      port: readPort(flags.port, {}),
      address: flags.address,
      broker: servers === undefined ? own : { servers, credentials, controlCredentials, ca },
    });
    return 0;
  },
};

function readFile(path: string): string {
  const text = readTextFile(path, FILE_BYTES.pem);
  if (text === undefined) throw new ConfigError(`there is no file ${path}`);
  return text;
}

export function fleetFolder(typed: string | undefined, shell: Shell): string {
  return resolveTyped(typed ?? (shell.env.PALATINE_FLEET || 'fleet'), shell);
}
