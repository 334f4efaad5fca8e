import { lookup as resolve } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/**
 * Addresses of this machine, of its network, and those that lead to no single machine of the internet. Node checks an
 * IPv4 address in the form of IPv6 by the rules of IPv4.
 */
const INSIDE = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  INSIDE.addSubnet(network, prefix, 'ipv4');
}
for (const [network, prefix] of [
  ['::', 96], // with ::1 and the old form of IPv4 in IPv6
  ['64:ff9b::', 16],
  ['100::', 64],
  ['2001::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const) {
  INSIDE.addSubnet(network, prefix, 'ipv6');
}

/** Whether an address is of the internet, rather than of this machine or its network. False for a text that is none. */
export function isOutsideAddress(address: string): boolean {
  const plain = address.replace(/^\[|\]$/g, '');
  const family = isIP(plain);
  return family !== 0 && !plain.includes('%') && !INSIDE.check(plain, family === 4 ? 'ipv4' : 'ipv6');
}

/** A name leads to an address inside. */
export class InsideAddressError extends Error {
  override readonly name = 'InsideAddressError';
}

/**
 * Resolves a name for a connection, and fails when one of its addresses is inside: what was checked is what is
 * connected to, so a name that changes its address in between leads nowhere else.
 */
export const resolveOutside: LookupFunction = (hostname, options, callback) => {
  resolve(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '', 0);
    const inside = addresses.find(({ address }) => !isOutsideAddress(address));
    const [first] = addresses;
    if (inside !== undefined || first === undefined) {
      return callback(
        new InsideAddressError(`${hostname} is an address of this machine or its network`),
        '',
        0,
      );
    }
    if (options.all === true) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};
