import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { ConfigError } from '../text/config-error.ts';

/** Resolves a name to addresses; fails with an error that has a code. Replaced in tests. */
export type ResolveName = (hostname: string) => Promise<readonly LookupAddress[]>;

const systemLookup: ResolveName = (hostname) => lookup(hostname, { all: true });

/** `where`: the address, behind the name that led to it. `because`: why it is refused, and the remedy. */
function publicAddressError(where: string, because: string): ConfigError {
  const error = new ConfigError(`${where} is outside loopback and private addresses: ${because}`);
  return Object.assign(error, { code: 'PUBLIC_ADDRESS' });
}

/** Loopback and private ranges. Not 169.254.0.0/16 (cloud metadata) or 100.64.0.0/10 (carrier NAT). */
const PRIVATE = ['ipv4 loopback', 'ipv4 private', 'ipv6 loopback', 'ipv6 uniqueLocal', 'ipv6 linkLocal'];

/** Whether an address is loopback or private, also as an IPv4-mapped IPv6 address. */
export function isPrivateAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.process(address);
  return PRIVATE.includes(`${parsed.kind()} ${parsed.range()}`);
}

/** Throws a ConfigError when a host resolves to an outside address. A name that does not resolve passes. */
export async function assertPrivateHost(
  host: string,
  because: string,
  resolve: ResolveName = systemLookup,
): Promise<void> {
  assertPrivateLiteral(host, because);
  if (isIP(host) !== 0) return;
  assertPrivate(host, await resolve(host).catch(() => []), because); // a stopped container has no name
}

/** Throws a ConfigError for an address outside; names pass. */
export function assertPrivateLiteral(host: string, because: string): void {
  if (isIP(host) !== 0 && !isPrivateAddress(host)) throw publicAddressError(host, because);
}

/** Checks the very addresses that are used, so that a name cannot resolve to others afterwards. */
export function privateLookup(because: string, resolve: ResolveName = systemLookup): LookupFunction {
  return (hostname, { all }, done) => {
    resolve(hostname)
      .then((addresses) => assertPrivate(hostname, addresses, because))
      .then(
        (addresses) => {
          const [first] = addresses;
          if (all || first === undefined) return done(null, [...addresses]);
          done(null, first.address, first.family);
        },
        (error: Error) => done(error, []),
      );
  };
}

/** Host of a URL for a connection: an IPv6 address without its brackets. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1');
}

function assertPrivate(
  hostname: string,
  addresses: readonly LookupAddress[],
  because: string,
): readonly LookupAddress[] {
  const outside = addresses.find(({ address }) => !isPrivateAddress(address));
  if (outside !== undefined) throw publicAddressError(`${hostname} (${outside.address})`, because);
  return addresses;
}
