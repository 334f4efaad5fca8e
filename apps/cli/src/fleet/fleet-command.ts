import { createFleetClient } from '@palatine/client';
import { type GatewayPaths, gatewayPaths, isGatewayFolderInUse } from '@palatine/gateway/gateway-folder';
import { ConfigError } from '@palatine/platform/config-error';
import type { CommandFolder } from '../command/command.ts';
import { columns } from '../command/terminal.ts';
import { addressIn, callingCommand, TOKEN_FILE_FLAG } from '../server/call-service.ts';
import { FLEET_FOLDER_FLAG, fleetFolder } from './fleet-start.ts';

const GATEWAY_FOLDER: CommandFolder<GatewayPaths> = {
  flag: FLEET_FOLDER_FLAG,
  paths: (typed, shell) => gatewayPaths(fleetFolder(typed, shell)),
};

const URL_FLAG = {
  value: 'URL',
  description: 'a gateway elsewhere (PALATINE_FLEET_URL, default: that of the folder)',
} as const;

/** A command that calls the gateway of a folder or of --url. */
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

/** Rows below their headers, or a sentence where there are none. */
export function table(
  headers: readonly string[],
  rows: readonly (readonly string[])[],
  none: string,
): string[] {
  return rows.length === 0 ? [none] : columns([headers, ...rows]);
}

/** The only match. Throws a ConfigError for none or several. */
export function onlyOne<T>([one, another]: readonly T[], none: string, several: string): T {
  if (one === undefined || another !== undefined) throw new ConfigError(another ? several : none);
  return one;
}

/** The gateway that uses the folder. A killed one leaves its address behind, but no lock. */
function localGateway(paths: GatewayPaths) {
  if (isGatewayFolderInUse(paths)) return addressIn(paths.path, 'gateway');
  throw new ConfigError(
    `no gateway is running on ${paths.path}; palatine fleet start starts it, --data names another folder and --url a gateway elsewhere`,
  );
}
