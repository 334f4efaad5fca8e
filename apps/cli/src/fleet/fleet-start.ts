import { ConfigError, UsageError } from '@palatine/platform/config-error';
import { FILE_BYTES, readTextFile } from '@palatine/platform/read-file';
import { readPort, resolveTyped, type Shell } from '../command/arguments.ts';
import type { CliCommand } from '../command/command.ts';
import { flagsOf, parseFlags } from '../command/flags.ts';
import * as words from '../texts/commands.ts';

export const fleetStart: CliCommand = {
  name: 'fleet start',
  positionals: [],
  ...words.fleetStart,
  flags: flagsOf(words.fleetStart.flags),
  async run(args, shell) {
    const { flags } = parseFlags(words.fleetStart.flags, args, 'fleet start: ');
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
