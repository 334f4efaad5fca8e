import { createFleetClient, type FleetClient } from '@palatine/client';
import { ConfigError } from '../data-folder/config-error.ts';
import { type GatewayPaths, gatewayPaths, isGatewayFolderInUse } from '../gateway/gateway-folder.ts';
import { fromWhereTyped, type Shell } from '../service/arguments.ts';
import type { Flag } from '../service/flags.ts';
import { addressIn, callService, TOKEN_FILE_FLAG } from './call-service.ts';
import { type CliCall, type CliCommand, type CommandShape, commandIn, type NoFlags } from './command.ts';
import { columns, type Terminal } from './terminal.ts';

const DESCRIPTION = 'the folder of the gateway (PALATINE_FLEET, default ./fleet)';
export const FLEET_FOLDER_FLAG = { value: 'DIR', description: DESCRIPTION } as const;

/** The flags of every command that calls a running gateway. */
const GATEWAY_FLAGS = {
  url: { value: 'URL', description: 'a gateway elsewhere (PALATINE_FLEET_URL, default: that of the folder)' },
  'token-file': TOKEN_FILE_FLAG,
} as const;

type FleetCall<Flags> = CliCall<Flags & typeof GATEWAY_FLAGS, GatewayPaths>;

interface FleetCommandShape<Flags, Reply> extends Omit<CommandShape<Flags, GatewayPaths>, 'run'> {
  /**
   * What to ask, whose reply --json prints, with the permissions of the token that is made for it. Throws a UsageError
   * or a ConfigError for a wrong command line.
   */
  request(call: FleetCall<Flags>): {
    permissions: readonly string[];
    ask(fleet: FleetClient): Promise<Reply>;
  };
  /** Shows the reply to a person: prints it, or returns a line. A number that it returns is the exit code. */
  show(reply: Reply, call: FleetCall<Flags>): unknown;
}

/** A command that calls the gateway of a folder, or the named one, by default with a new token. */
export function fleetCommand<Reply, const Flags extends Record<string, Flag> = NoFlags>(
  usage: string,
  { request, show, ...shape }: FleetCommandShape<Flags, Reply>,
): CliCommand {
  const folder = {
    flag: FLEET_FOLDER_FLAG,
    paths: (typed: string | undefined, shell: Shell) => gatewayPaths(fleetFolder(typed, shell)),
  };
  const flags = { ...shape.flags, ...GATEWAY_FLAGS } as Flags & typeof GATEWAY_FLAGS; // both
  return commandIn(folder, usage, {
    ...shape,
    flags,
    async run(call) {
      const gateway = {
        ...({ noun: 'gateway', variable: 'PALATINE_FLEET_URL', create: createFleetClient } as const),
        tokens: call.data.tokens,
        running: () => localGateway(call.data),
      };
      const { permissions, ask } = request(call);
      const reply = await callService(call as FleetCall<NoFlags>, gateway, permissions, ask);
      call.terminal.printJson(reply);
      const shown = show(reply, call);
      if (typeof shown === 'string') call.terminal.print(shown);
      return shown;
    },
  });
}

/** Prints rows below their heads, or a sentence where there are none. */
export function printRows(
  { print }: Terminal,
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  none: string,
): void {
  if (rows.length === 0) print(none);
  else print(...columns([heads, ...rows]));
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
