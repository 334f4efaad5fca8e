import type { Token, TokenSource } from '../data-folder/tokens.ts';
import type { FollowedTokens } from './tokens/token-copy.ts';

/** Tokens of the files, the fleet and, at a world, of requests over it (`calls`), each for one request. */
export function joinedTokens(
  own: TokenSource,
  fleet: FollowedTokens,
  calls?: { find(secret: string): Token | undefined; byId(id: string): Token | undefined },
): TokenSource {
  const ofFleet = (secret: string) => calls?.find(secret) ?? fleet.find(secret);
  return {
    find: (secret) => own.find(secret) ?? ofFleet(secret),
    findEagerly: async (secret) => ofFleet(secret) ?? (await own.findEagerly(secret)),
    byId: (id) => own.byId(id) ?? fleet.byId(id) ?? calls?.byId(id),
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
