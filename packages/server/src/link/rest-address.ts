import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { ConfigError } from '../data-folder/config-error.ts';

export interface AddressPolicy {
  /** The operator has confirmed an address outside loopback and private ranges. */
  readonly allowPublicAddress?: boolean;
}

/** The addresses of a name; fails with an error that has a code. Handed in by tests. */
export type ResolveName = (hostname: string) => Promise<readonly LookupAddress[]>;

/**
 * Loopback and private ranges. Without 169.254.0.0/16, where clouds keep their metadata service, and without
 * 100.64.0.0/10, which a provider shares among strangers.
 */
const PRIVATE = new BlockList();
PRIVATE.addSubnet('127.0.0.0', 8, 'ipv4');
PRIVATE.addSubnet('10.0.0.0', 8, 'ipv4');
PRIVATE.addSubnet('172.16.0.0', 12, 'ipv4');
PRIVATE.addSubnet('192.168.0.0', 16, 'ipv4');
PRIVATE.addAddress('::1', 'ipv6');
PRIVATE.addSubnet('fc00::', 7, 'ipv6');
PRIVATE.addSubnet('fe80::', 10, 'ipv6');

/** Whether an address is loopback or private, also when it is an IPv4 address in the form of IPv6. */
export function isPrivateAddress(address: string): boolean {
  const plain = address.replace(/%.*$/, ''); // the zone of a link-local address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1];
  if (mapped !== undefined) return isPrivateAddress(mapped);
  const family = isIP(plain);
  return family !== 0 && PRIVATE.check(plain, family === 4 ? 'ipv4' : 'ipv6');
}

const HOW = 'write it as http://127.0.0.1:8212, with the RESTAPIPort of the game server';

/** The URL of a game server: scheme, host and port, and nothing else. Throws a ConfigError that says what to do. */
export function parseRestUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.hostname === '') {
    throw new ConfigError(`the address of the game server's REST interface is no http URL: ${HOW}`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new ConfigError(
      'the address of the REST interface holds a name or a password: take them out, the password is read from a file or the environment',
    );
  }
  // The parser leaves out a port that is the default of its scheme.
  if (!/^https?:\/\/(?:\[[^\]]*\]|[^/?#:@\\]+):\d+(?:[/?#]|$)/i.test(text.trim())) {
    throw new ConfigError(`the address of the REST interface names no port: ${HOW}`);
  }
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') {
    throw new ConfigError(`the address of the REST interface ends with its port, without a path: ${HOW}`);
  }
  return url;
}

/**
 * Checks the URL before anything is sent: it has a scheme, a host and a port only, and leads to loopback or a private
 * range unless the operator allows others. A name has to resolve to such addresses alone; one that does not resolve
 * now passes, because every connection is checked again (`guardedLookup`).
 */
export async function assertRestUrl(
  text: string,
  { allowPublicAddress = false }: AddressPolicy = {},
  resolve: ResolveName = systemLookup,
): Promise<URL> {
  const url = parseRestUrl(text);
  if (allowPublicAddress) return url;
  const host = hostOf(url);
  if (isIP(host) !== 0) {
    if (!isPrivateAddress(host)) throw publicAddress(host);
    return url;
  }
  const addresses = await resolve(host).catch(() => []); // a container that is stopped has no name
  const outside = addresses.find(({ address }) => !isPrivateAddress(address));
  if (outside !== undefined) throw publicAddress(`${host} (${outside.address})`);
  return url;
}

/** The host of a URL as a connection takes it: an IPv6 address without its brackets. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1');
}

/** Why a connection to a game server was not made. */
export class PublicAddressError extends ConfigError {}

function publicAddress(where: string): PublicAddressError {
  return new PublicAddressError(
    `${where} is outside loopback and private addresses: the password would cross the network readable. ` +
      'Use a private address or a tunnel, or confirm it with "AllowPublicAddress": true in Server.json',
  );
}

/** The check of an address that needs no lookup; undefined when it may be used. */
export function refusedAddress(url: URL, { allowPublicAddress = false }: AddressPolicy): Error | undefined {
  const host = hostOf(url);
  if (allowPublicAddress || isIP(host) === 0 || isPrivateAddress(host)) return undefined;
  return publicAddress(host);
}

/**
 * A lookup for connections: the addresses that it hands over are the ones that are used, so a name cannot lead
 * elsewhere than it was checked for. Undefined, the system's own, when any address is allowed.
 */
export function guardedLookup(
  { allowPublicAddress = false }: AddressPolicy,
  resolve: ResolveName = systemLookup,
): LookupFunction | undefined {
  if (allowPublicAddress) return undefined;
  return (hostname, { all }, done) => {
    resolve(hostname).then(
      (addresses) => {
        const outside = addresses.find(({ address }) => !isPrivateAddress(address));
        const [first] = addresses;
        if (outside !== undefined) return done(publicAddress(`${hostname} (${outside.address})`), []);
        if (all || first === undefined) return done(null, [...addresses]);
        done(null, first.address, first.family);
      },
      (error: Error) => done(error, []),
    );
  };
}

function systemLookup(hostname: string): Promise<LookupAddress[]> {
  return lookup(hostname, { all: true });
}
