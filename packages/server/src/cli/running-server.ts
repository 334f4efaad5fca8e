import { type Client, createClient } from '@palatine/client';
import { ConfigError } from '../data-folder/config-error.ts';
import { type DataPaths, isInUse } from '../data-folder/data-folder.ts';
import type { RunningServer } from '../data-folder/running-server-file.ts';
import type { Flag } from '../service/flags.ts';
import { addressIn, callService, TOKEN_FILE_FLAG } from './call-service.ts';
import {
  type CliCall,
  type CliCommand,
  type CommandShape,
  command,
  type NoFlags,
  requireDataFolder,
} from './command.ts';

export const SERVER_FLAGS = {
  url: {
    value: 'URL',
    description:
      'a server elsewhere, such as https://host:17993 (PALATINE_URL, default: that of the data folder)',
  },
  'token-file': TOKEN_FILE_FLAG,
} as const;

/** Makes the calls of a command, by default with a new token that has these permissions. */
export type Ask = <T>(permissions: readonly string[], work: (client: Client) => Promise<T>) => Promise<T>;

export function serverCommand<const Flags extends Record<string, Flag> = NoFlags>(
  usage: string,
  shape: Omit<CommandShape<Flags, DataPaths>, 'run'> & {
    run(call: CliCall<Flags & typeof SERVER_FLAGS>, ask: Ask): unknown;
  },
): CliCommand {
  const flags = { ...shape.flags, ...SERVER_FLAGS } as Flags & typeof SERVER_FLAGS; // both
  return command(usage, {
    ...shape,
    flags,
    run: (call) => shape.run(call, (permissions, work) => withServer(call, permissions, work)),
  });
}

type ServerCall = Pick<CliCall<typeof SERVER_FLAGS>, 'flags' | 'data' | 'env' | 'signal' | 'path'>;

/** Calls the folder's server or the named one, by default with a new token. Throws a ConfigError. */
export function withServer<T>(
  call: ServerCall,
  permissions: readonly string[],
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const { tokens } = call.data;
  const local = { tokens, running: () => localServer(call) };
  const server = { noun: 'server', variable: 'PALATINE_URL', create: createClient, ...local } as const;
  return callService(call, server, permissions, work);
}

/** The server that uses the data folder. One that was killed has left its address behind, but no lock. */
function localServer({ data }: ServerCall): RunningServer {
  requireDataFolder(data);
  if (isInUse(data.path, { waitMs: 0 })) return addressIn(data.path, 'server');
  throw new ConfigError(
    `no server is running on ${data.path}; palatine serve starts it, --url names a server elsewhere`,
  );
}
