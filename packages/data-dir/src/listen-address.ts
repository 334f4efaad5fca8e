import { restConfigFile } from './rest-config.ts';

export function isReachable(bound: string): boolean {
  return !/^(127\.|::1$|::ffff:127\.)/.test(bound);
}

/** What is wrong with a reachable address without TLS, and the ways to put it right. */
export const IN_CLEAR = {
  found: 'other machines reach it without TLS, so tokens travel in clear text',
  todo: `set TLS in ${restConfigFile.name}, put a proxy with TLS in front, or listen on 127.0.0.1`,
} as const;

/** A client that connects to localhost tries 127.0.0.1 as well. */
export function hostToBind(address: string): string {
  return address === 'localhost' ? '127.0.0.1' : address;
}
