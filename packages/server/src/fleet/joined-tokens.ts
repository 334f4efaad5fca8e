import type { TokenSource } from '../data-folder/tokens.ts';
import type { ForwardedCalls } from './forwarded-calls.ts';
import type { WorldTokens } from './tokens/world-tokens.ts';

/** The tokens of the world's own files, those of requests that came over the fleet, and those of the fleet itself. */
export function joinedTokens(own: TokenSource, calls: ForwardedCalls, fleet: WorldTokens): TokenSource {
  const ofFleet = (secret: string) => calls.find(secret) ?? fleet.find(secret);
  return {
    find: (secret) => own.find(secret) ?? ofFleet(secret),
    findEagerly: async (secret) => ofFleet(secret) ?? (await own.findEagerly(secret)),
    byId: (id) => own.byId(id) ?? fleet.byId(id) ?? calls.byId(id),
    onRead(listener) {
      const ends = [own.onRead(listener), fleet.onChange(listener)];
      return () => {
        for (const end of ends) end();
      };
    },
    refresh: () => own.refresh(),
    get faults() {
      return own.faults;
    },
  };
}
