import { type Client, createClient } from '@palatine/client';
import { ConfigError, UsageError } from '../data-folder/config-error.ts';
import { isInUse } from '../data-folder/data-folder.ts';
import { type RunningServer, readRunningServer } from '../data-folder/running-server-file.ts';
import { pinnedFetch } from '../http/pinned-fetch.ts';
import { calling, clientOf, givenToken, TOKEN_FILE_FLAG, temporaryToken } from './call-service.ts';
import type { CliCall } from './command.ts';
import { requireDataFolder } from './require-data-folder.ts';

/** The flags of every command that calls a running server. */
export const SERVER_FLAGS = {
  url: {
    value: 'URL',
    description:
      'a server elsewhere, such as https://host:17993 (PALATINE_URL, default: that of the data folder)',
  },
  'token-file': TOKEN_FILE_FLAG,
} as const;

/** What a command knows of the server it calls. */
export type ServerCall = Pick<CliCall<typeof SERVER_FLAGS>, 'flags' | 'data' | 'env' | 'path'>;

/**
 * Calls the running server: the one of the data folder, unless another is named. Without a token, one with these
 * permissions counts until the work ends. Throws a ConfigError when no server runs, or it refuses.
 */
export async function withServer<T>(
  call: ServerCall,
  permissions: readonly string[],
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const url = call.flags.url ?? call.env.PALATINE_URL;
  // Not as if it were unset: what was meant for another server would happen on this one.
  if (url === '') throw new UsageError('PALATINE_URL is empty; it must name a server, or be unset');
  const given = givenToken(call);
  if (url !== undefined) {
    if (given === undefined)
      throw new UsageError(`${url} needs a token: set PALATINE_TOKEN, or give --token-file`);
    return calling(clientOf(createClient, { url, token: given }), work);
  }
  const server = localServer(call);
  using temporary = given === undefined ? temporaryToken(call.data.tokens, permissions) : undefined;
  const token = given ?? temporary?.secret ?? '';
  const { certificate } = server;
  return await calling(
    clientOf(createClient, {
      url: server.url,
      token,
      ...(certificate !== undefined && { fetch: pinnedFetch(certificate) }),
    }),
    work,
  );
}

/** The server that uses the data folder. One that was killed has left its address behind, but no lock. */
function localServer({ data }: ServerCall): RunningServer {
  requireDataFolder(data);
  if (!isInUse(data.path, { waitMs: 0 })) {
    throw new ConfigError(
      `no server is running on ${data.path}; palatine serve starts it, --url names a server elsewhere`,
    );
  }
  const server = readRunningServer(data.path);
  if (server !== undefined) return server;
  throw new ConfigError(
    `${data.path} is in use, but does not say where its server listens; try again if it is just starting, or give --url`,
  );
}
