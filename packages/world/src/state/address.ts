import { isTooLongForId } from '@palatine/contract';
import ipaddr from 'ipaddr.js';

/**
 * The canonical spelling of an address: trims white space, unifies the ways to write an IPv6 address, and unwraps
 * IPv4 mapped into IPv6. Undefined for anything else (short IPv4 forms such as `127.1` included).
 */
export function canonicalAddress(text: string): string | undefined {
  if (isTooLongForId(text)) return undefined;
  const trimmed = text.trim();
  if (!ipaddr.IPv4.isValidFourPartDecimal(trimmed) && !ipaddr.IPv6.isValid(trimmed)) return undefined;
  const address = ipaddr.process(trimmed); // unwraps mapped IPv4
  return address.toString();
}
