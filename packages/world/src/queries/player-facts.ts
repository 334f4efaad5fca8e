import { type Guid, searchKey } from '@palatine/contract';
import { DerivedFacts } from '../state/derived-facts.ts';
import type { GameContext } from '../state/game-context.ts';
import type { Account, Character, Guild } from '../state/model.ts';
import type { World } from '../state/world.ts';
import { perWorld } from './per-world.ts';
import { type KnownPlayer, knownPlayer, palCount, userIdOf } from './player-row.ts';

/** A player as searches look at them. */
export interface PlayerFacts extends KnownPlayer {
  /** As `searchKey` gives them. */
  readonly nameKey: string;
  readonly formerKeys: readonly string[];
  readonly userIdKey: string;
  /** Undefined when the world does not hold their Pals. */
  readonly palCount: number | undefined;
}

/**
 * Every player with an account, with all records of them in one place: thousands are looked through in a millisecond.
 * Without locations, which change all the time. They follow the tables.
 */
export const playerFactsOf = perWorld(({ world }: Pick<GameContext, 'world'>) => {
  const facts = new DerivedFacts<Account, PlayerFacts>(
    world.accounts,
    ({ uid }) => uid,
    (account) => factsOf(world, knownPlayer(world, account)),
  );
  const touchBoth = (before?: { uid: Guid }, after?: { uid: Guid }) => facts.touch((after ?? before)?.uid);
  world.sessions.follow({ changed: touchBoth });
  world.players.follow({ changed: touchBoth });
  world.guilds.follow({
    changed(...guilds: readonly (Guild | undefined)[]) {
      for (const guild of guilds) for (const { uid } of guild?.members ?? []) facts.touch(uid);
    },
  });
  world.characters.follow({
    changed(before, after) {
      for (const uid of ownersTouched(world, before, after)) facts.touch(uid);
    },
  });
  return facts;
});

/** A body is its player's; a Pal counts for whose box it is in. */
function ownersTouched(world: World, before: Character | undefined, after: Character | undefined) {
  const bodies = [before?.playerUid, after?.playerUid];
  const [from, to] = [before?.place?.containerId, after?.place?.containerId];
  if (from === to) return bodies;
  return [...bodies, ...[from, to].map((box = '') => world.playersByBox.first(box))];
}

function factsOf(world: World, known: KnownPlayer): PlayerFacts {
  const { account, player } = known;
  return {
    ...known,
    nameKey: searchKey(account.name),
    userIdKey: userIdOf(known).toLowerCase(),
    formerKeys: (account.formerNames ?? []).map(({ name }) => searchKey(name)),
    palCount: player === undefined ? undefined : palCount(world, player),
  };
}
