import { type GatewayPaths, gatewayPaths } from '../gateway/gateway-folder.ts';
import type { Flag } from '../service/flags.ts';
import {
  type CliCall,
  type CliCommand,
  type CommandFolder,
  type CommandShape,
  commandIn,
} from './command.ts';
import { FLEET_FOLDER_FLAG, fleetFolder } from './fleet-folder.ts';
import { GATEWAY_FLAGS } from './running-gateway.ts';

const FLEET_FOLDER: CommandFolder<GatewayPaths> = {
  flag: FLEET_FOLDER_FLAG,
  paths: (typed, env) => gatewayPaths(fleetFolder(typed, env)),
};

/** A command that calls a gateway. */
export function fleetCommand<const Flags extends Record<string, Flag>>(
  shape: CommandShape & { flags: Flags },
  run: (
    call: CliCall<Flags & typeof GATEWAY_FLAGS, GatewayPaths>,
  ) => number | undefined | Promise<number | undefined>,
): CliCommand {
  return commandIn(FLEET_FOLDER, { ...shape, flags: { ...shape.flags, ...GATEWAY_FLAGS } }, run);
}
