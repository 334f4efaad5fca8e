import { assertPrivateHost, hostOf, type ResolveName } from '@palatine/platform/address-policy';
import { ConfigError } from '@palatine/platform/config-error';

export interface RestPolicy {
  /** The operator has confirmed an address outside loopback and private ranges. */
  readonly allowPublicAddress?: boolean;
}

/** Why the password is sent to private addresses only. */
export const PRIVATE_BECAUSE =
  'the password would cross the network readable. Use a private address or a tunnel, or confirm it with ' +
  '"AllowPublicAddress": true in Server.json';

const HOW = 'write it as http://127.0.0.1:8212, with the RESTAPIPort of the game server';

/** URL of a game server: only scheme, host and port. Throws a ConfigError with the next step. */
export function parseRestUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.hostname === '') {
    throw new ConfigError(`the address of the game server's REST interface is not an http URL: ${HOW}`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new ConfigError(
      'the address of the REST interface holds a name or a password: take them out, the password is read from a file or the environment',
    );
  }
  // The parser drops a port that is the default of its scheme.
  if (!/^https?:\/\/(?:\[[^\]]*\]|[^/?#:@\\]+):\d+(?:[/?#]|$)/i.test(text.trim())) {
    throw new ConfigError(`the address of the REST interface has no port: ${HOW}`);
  }
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') {
    throw new ConfigError(`the address of the REST interface must not have a path: ${HOW}`);
  }
  return url;
}

/**
 * Checks a URL before anything is sent: it has only a scheme, a host and a port, and leads to loopback or a private
 * range unless the operator allows others. A name may resolve to such addresses only; one that does not resolve
 * passes, because every connection is checked again. Throws a ConfigError.
 */
export async function assertRestUrl(
  text: string,
  { allowPublicAddress = false }: RestPolicy = {},
  resolve?: ResolveName,
): Promise<void> {
  const url = parseRestUrl(text);
  if (!allowPublicAddress) await assertPrivateHost(hostOf(url), PRIVATE_BECAUSE, resolve);
}
