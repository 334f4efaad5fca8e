import { type Client, createClient } from '@palatine/client';
import { type DataPaths, isInUse } from '@palatine/data-dir/data-folder';
import type { RunningServer } from '@palatine/data-dir/running-server-file';
import { ConfigError } from '@palatine/platform/config-error';
import { type CliCall, DATA_FOLDER, requireDataFolder } from '../command/command.ts';
import { addressIn, type Callable, callingCommand, callService, TOKEN_FILE_FLAG } from './call-service.ts';

export const SERVER_FLAGS = {
  url: {
    value: 'URL',
    description:
      'a server elsewhere, such as https://host:17993 (PALATINE_URL, default: that of the data folder)',
  },
  'token-file': TOKEN_FILE_FLAG,
} as const;

export const serverCommand = callingCommand(DATA_FOLDER, SERVER_FLAGS, serverOf);

/** Calls the server of --url or of the folder, by default with a new token. Throws a ConfigError. */
export function withServer<T>(
  call: Pick<CliCall<typeof SERVER_FLAGS>, 'flags' | 'data' | 'env' | 'signal' | 'path'>,
  permissions: readonly string[],
  work: (client: Client) => Promise<T>,
): Promise<T> {
  return callService(call, serverOf(call.data), permissions, work);
}

function serverOf(data: DataPaths): Callable<Client> {
  const local = { tokens: data.tokens, running: () => localServer(data) };
  return { noun: 'server', variable: 'PALATINE_URL', create: createClient, ...local };
}

/** The server that uses the data folder. A killed one leaves its address behind, but no lock. */
function localServer(data: DataPaths): RunningServer {
  requireDataFolder(data);
  if (isInUse(data.path, { waitMs: 0 })) return addressIn(data.path, 'server');
  throw new ConfigError(
    `no server is running on ${data.path}; palatine serve starts it, --url names a server elsewhere`,
  );
}
