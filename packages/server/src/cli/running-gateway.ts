import { createFleetClient, type FleetClient } from '@palatine/client';
import { ConfigError, UsageError } from '../data-folder/config-error.ts';
import { type RunningServer, readRunningServer } from '../data-folder/running-server-file.ts';
import { type GatewayPaths, isGatewayFolderInUse } from '../gateway/gateway-folder.ts';
import { pinnedFetch } from '../http/pinned-fetch.ts';
import { calling, clientOf, givenToken, TOKEN_FILE_FLAG, temporaryToken } from './call-service.ts';
import type { CliCall } from './command.ts';

/** The flags of every command that calls a running gateway. */
export const GATEWAY_FLAGS = {
  url: {
    value: 'URL',
    description:
      'a gateway elsewhere, such as https://host:17990 (PALATINE_FLEET_URL, default: that of the folder)',
  },
  'token-file': TOKEN_FILE_FLAG,
} as const;

/** What a command knows of the gateway it calls. */
export type GatewayCall = Pick<
  CliCall<typeof GATEWAY_FLAGS, GatewayPaths>,
  'flags' | 'data' | 'env' | 'path'
>;

/**
 * Calls the running gateway: the one of the folder, unless another is named. Without a token, one with these permissions
 * counts until the work ends. Throws a ConfigError when no gateway runs, or it refuses.
 */
export async function withGateway<T>(
  call: GatewayCall,
  permissions: readonly string[],
  work: (client: FleetClient) => Promise<T>,
): Promise<T> {
  const url = call.flags.url ?? call.env.PALATINE_FLEET_URL;
  if (url === '') throw new UsageError('PALATINE_FLEET_URL is empty; it must name a gateway, or be unset');
  const given = givenToken(call);
  if (url !== undefined) {
    if (given === undefined)
      throw new UsageError(`${url} needs a token: set PALATINE_TOKEN, or give --token-file`);
    return calling(clientOf(createFleetClient, { url, token: given }), work);
  }
  const { url: local, certificate } = localGateway(call.data);
  using temporary = given === undefined ? temporaryToken(call.data.tokens, permissions) : undefined;
  const token = given ?? temporary?.secret ?? '';
  const pinned = certificate === undefined ? {} : { fetch: pinnedFetch(certificate) };
  return await calling(clientOf(createFleetClient, { url: local, token, ...pinned }), work);
}

/** The gateway that uses the folder. One that was killed has left its address behind, but no lock. */
function localGateway(paths: GatewayPaths): RunningServer {
  if (!isGatewayFolderInUse(paths)) {
    throw new ConfigError(
      `no gateway is running on ${paths.path}; palatine fleet start starts it, --data names another folder and --url a gateway elsewhere`,
    );
  }
  const gateway = readRunningServer(paths.path);
  if (gateway !== undefined) return gateway;
  throw new ConfigError(
    `${paths.path} is in use, but does not say where its gateway listens; try again if it is just starting, or give --url`,
  );
}
