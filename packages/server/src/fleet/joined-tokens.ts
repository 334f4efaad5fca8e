import type { TokenSource, Tokens } from '../data-folder/tokens.ts';
import type { ForwardedCalls } from './forwarded-calls.ts';

/** The tokens of the world's own files, and those of requests that came over the fleet. */
export function joinedTokens(own: Tokens, fleet: ForwardedCalls): TokenSource {
  return {
    find: (secret) => own.find(secret) ?? fleet.find(secret),
    findEagerly: async (secret) => fleet.find(secret) ?? (await own.findEagerly(secret)),
    byId: (id) => own.byId(id) ?? fleet.byId(id),
    onRead: (listener) => own.onRead(listener),
    refresh: () => own.refresh(),
    get faults() {
      return own.faults;
    },
  };
}
