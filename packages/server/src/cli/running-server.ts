import { accessSync, constants } from 'node:fs';
import {
  type Client,
  type ClientOptions,
  createClient,
  PalatineError,
  UnansweredError,
} from '@palatine/client';
import { ConfigError, UsageError } from '../data-folder/config-error.ts';
import { isInUse } from '../data-folder/data-folder.ts';
import { FILE_BYTES, readTextFile } from '../data-folder/read-file.ts';
import { type RunningServer, readRunningServer } from '../data-folder/running-server-file.ts';
import { createTemporaryToken } from '../data-folder/temporary-token.ts';
import { pinnedFetch } from '../http/pinned-fetch.ts';
import type { CliCall } from './command.ts';
import { requireDataFolder } from './require-data-folder.ts';

/** The flags of every command that calls a running server. */
export const SERVER_FLAGS = {
  url: {
    value: 'URL',
    description:
      'a server elsewhere, such as https://host:17993 (PALATINE_URL, default: that of the data folder)',
  },
  'token-file': {
    value: 'FILE',
    description:
      'a file that holds the secret of a token (PALATINE_TOKEN, default: a token for this call only)',
  },
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
    return calling(clientOf({ url, token: given }), work);
  }
  const server = localServer(call);
  using temporary = given === undefined ? temporaryToken(call, permissions) : undefined;
  const token = given ?? temporary?.secret ?? '';
  const { certificate } = server;
  return await calling(
    clientOf({
      url: server.url,
      token,
      ...(certificate !== undefined && { fetch: pinnedFetch(certificate) }),
    }),
    work,
  );
}

function givenToken({ flags, env, path }: ServerCall): string | undefined {
  const file = flags['token-file'];
  if (file === undefined) return env.PALATINE_TOKEN || undefined;
  const secret = readTextFile(path(file), FILE_BYTES.token)?.trim();
  if (secret === undefined) throw new ConfigError(`there is no file ${path(file)}`);
  if (!/^[!-~]+$/.test(secret)) {
    throw new ConfigError(`${path(file)} must hold the secret of a token and nothing else`);
  }
  return secret;
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

function temporaryToken({ data }: ServerCall, permissions: readonly string[]) {
  try {
    accessSync(data.tokens, constants.W_OK);
  } catch (error) {
    throw new ConfigError(
      `${data.tokens} cannot be written: run this as the user of the server, or give a token (PALATINE_TOKEN, --token-file)`,
      { cause: error },
    );
  }
  return createTemporaryToken(data.tokens, permissions);
}

function clientOf(options: ClientOptions): Client {
  try {
    return createClient({ ...options, cache: false });
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error });
  }
}

async function calling<T>(client: Client, work: (client: Client) => Promise<T>): Promise<T> {
  try {
    return await work(client);
  } catch (error) {
    const message = messageOf(error);
    throw message === undefined ? error : new ConfigError(message, { cause: error });
  }
}

/** Code and message of what the server said, or of why nothing came from it; undefined for any other error. */
function messageOf(error: unknown): string | undefined {
  if (error instanceof PalatineError) {
    const problems = error.details.Problems ?? [];
    const further = problems.filter(({ Message }) => !error.message.includes(Message));
    const all = further.map(({ Path, Message }) => ` ${Path}: ${Message}`).join(';');
    return `${error.code}: ${error.message}${all}`;
  }
  if (!(error instanceof UnansweredError)) return undefined;
  const unknown = error.idempotencyKey === undefined ? '' : '; whether it was done is not known';
  return `${error.code}: ${error.message}${unknown}`;
}
