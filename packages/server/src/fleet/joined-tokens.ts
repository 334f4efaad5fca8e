import type { Token, TokenSource } from '../data-folder/tokens.ts';
import type { FollowedTokens } from './tokens/token-copy.ts';

/**
 * The tokens of one's own files, those of the fleet, and at a world those of requests that came over it (`calls`): a
 * secret of theirs counts for one request.
 */
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
