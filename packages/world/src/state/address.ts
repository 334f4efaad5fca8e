import ipaddr from 'ipaddr.js';

/**
 * One spelling for one address: white space around it, the many ways to write an IPv6 address, and IPv4 mapped
 * into IPv6 make no difference. Undefined for what is no address (short IPv4 forms such as `127.1` included).
 */
export function canonicalAddress(text: string): string | undefined {
  const trimmed = text.trim();
  if (!ipaddr.IPv4.isValidFourPartDecimal(trimmed) && !ipaddr.IPv6.isValid(trimmed)) return undefined;
  const address = ipaddr.process(trimmed); // brings mapped IPv4 back to IPv4
  return address.toString();
}
