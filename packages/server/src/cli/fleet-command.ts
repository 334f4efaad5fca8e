import { createFleetClient } from '@palatine/client';
import { ConfigError } from '../data-folder/config-error.ts';
import { type GatewayPaths, gatewayPaths, isGatewayFolderInUse } from '../gateway/gateway-folder.ts';
import { fromWhereTyped, type Shell } from '../service/arguments.ts';
import { addressIn, callingCommand, TOKEN_FILE_FLAG } from './call-service.ts';
import type { CommandFolder } from './command.ts';
import { columns } from './terminal.ts';

const GATEWAY_FOLDER: CommandFolder<GatewayPaths> = {
  flag: { value: 'DIR', description: 'the folder of the gateway (PALATINE_FLEET, default ./fleet)' },
  paths: (typed, shell) => gatewayPaths(fleetFolder(typed, shell)),
};
export const FLEET_FOLDER_FLAG = GATEWAY_FOLDER.flag;

const URL_FLAG = {
  value: 'URL',
  description: 'a gateway elsewhere (PALATINE_FLEET_URL, default: that of the folder)',
} as const;

/** A command that calls the gateway of a folder, or the named one. */
export const fleetCommand = callingCommand(
  GATEWAY_FOLDER,
  { url: URL_FLAG, 'token-file': TOKEN_FILE_FLAG },
  (paths) => ({
    noun: 'gateway',
    variable: 'PALATINE_FLEET_URL',
    create: createFleetClient,
    tokens: paths.tokens,
    running: () => localGateway(paths),
  }),
);

/** Rows below their heads, or a sentence where there are none. */
export function table(
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  none: string,
): string[] {
  return rows.length === 0 ? [none] : columns([heads, ...rows]);
}

/** The one thing that is meant. Throws a ConfigError when that is none, or several. */
export function onlyOne<T>([one, another]: readonly T[], none: string, several: string): T {
  if (one === undefined || another !== undefined) throw new ConfigError(another ? several : none);
  return one;
}

/** The folder of a gateway, from the flag, else from the environment. */
export function fleetFolder(typed: string | undefined, shell: Shell): string {
  return fromWhereTyped(typed ?? (shell.env.PALATINE_FLEET || 'fleet'), shell);
}

/** The gateway that uses the folder. One that was killed has left its address behind, but no lock. */
function localGateway(paths: GatewayPaths) {
  if (isGatewayFolderInUse(paths)) return addressIn(paths.path, 'gateway');
  throw new ConfigError(
    `no gateway is running on ${paths.path}; palatine fleet start starts it, --data names another folder and --url a gateway elsewhere`,
  );
}
