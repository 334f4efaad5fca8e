import { createFleetClient, type FleetClient } from '@palatine/client';
import { ConfigError } from '../data-folder/config-error.ts';
import type { RunningServer } from '../data-folder/running-server-file.ts';
import { type GatewayPaths, gatewayPaths, isGatewayFolderInUse } from '../gateway/gateway-folder.ts';
import { fromWhereTyped, type Shell } from '../service/arguments.ts';
import type { Flag } from '../service/flags.ts';
import { addressIn, callService, TOKEN_FILE_FLAG } from './call-service.ts';
import {
  type CliCall,
  type CliCommand,
  type CommandFolder,
  type CommandShape,
  commandIn,
  type NoFlags,
} from './command.ts';

export const FLEET_FOLDER_FLAG = {
  value: 'DIR',
  description: 'the folder of the gateway (PALATINE_FLEET, default ./fleet)',
} as const;

const FLEET_FOLDER: CommandFolder<GatewayPaths> = {
  flag: FLEET_FOLDER_FLAG,
  paths: (typed, shell) => gatewayPaths(fleetFolder(typed, shell)),
};

/** A command that calls a gateway. */
export function fleetCommand<const Flags extends Record<string, Flag> = NoFlags>(
  usage: string,
  shape: Omit<CommandShape<Flags, GatewayPaths>, 'run'> & {
    run(call: CliCall<Flags & typeof GATEWAY_FLAGS, GatewayPaths>): unknown;
  },
): CliCommand {
  const flags = { ...shape.flags, ...GATEWAY_FLAGS } as Flags & typeof GATEWAY_FLAGS; // both
  return commandIn(FLEET_FOLDER, usage, { ...shape, flags });
}

/** The folder of a gateway, from the flag, else from the environment. */
export function fleetFolder(typed: string | undefined, shell: Shell): string {
  return fromWhereTyped(typed ?? (shell.env.PALATINE_FLEET || 'fleet'), shell);
}

/** The flags of every command that calls a running gateway. */
const GATEWAY_FLAGS = {
  url: {
    value: 'URL',
    description:
      'a gateway elsewhere, such as https://host:17990 (PALATINE_FLEET_URL, default: that of the folder)',
  },
  'token-file': TOKEN_FILE_FLAG,
} as const;

/** What a command knows of the gateway it calls. */
type GatewayCall = Pick<
  CliCall<typeof GATEWAY_FLAGS, GatewayPaths>,
  'flags' | 'data' | 'env' | 'signal' | 'path'
>;

/** Calls the folder's gateway or the named one, by default with a new token. Throws a ConfigError. */
export function withGateway<T>(
  call: GatewayCall,
  permissions: readonly string[],
  work: (client: FleetClient) => Promise<T>,
): Promise<T> {
  const running = () => localGateway(call.data);
  const { tokens } = call.data;
  return callService(
    call,
    { noun: 'gateway', variable: 'PALATINE_FLEET_URL', create: createFleetClient, tokens, running },
    permissions,
    work,
  );
}

/** The gateway that uses the folder. One that was killed has left its address behind, but no lock. */
function localGateway(paths: GatewayPaths): RunningServer {
  if (isGatewayFolderInUse(paths)) return addressIn(paths.path, 'gateway');
  throw new ConfigError(
    `no gateway is running on ${paths.path}; palatine fleet start starts it, --data names another folder and --url a gateway elsewhere`,
  );
}
