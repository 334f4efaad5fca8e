import type { Guid } from '@palatine/contract';
import type { GameContext } from '../state/game-context.ts';
import type { Character, Guild } from '../state/model.ts';
import type { World } from '../state/world.ts';
import { perWorld } from './per-world.ts';
import { type KnownPlayer, knownPlayer, palCount, userIdOf } from './player-row.ts';

/** A player as searches look at them. */
export interface PlayerFacts extends KnownPlayer {
  /** In lower case. */
  readonly nameKey: string;
  readonly formerKeys: readonly string[];
  readonly userIdKey: string;
  /** Undefined when the world does not hold their Pals. */
  readonly palCount: number | undefined;
}

/** The facts of a world's players. They are first worked out when somebody asks, and follow the tables from then on. */
export const playerIndexOf = perWorld(({ world }: Pick<GameContext, 'world'>) => new PlayerIndex(world));

/**
 * Every player with an account, with all records of them in one place: ten thousand are looked through in a millisecond
 * or two. Without locations, which change all the time.
 */
export class PlayerIndex {
  readonly #world: World;
  readonly #facts = new Map<Guid, PlayerFacts>();
  readonly #stale: Set<Guid>;

  constructor(world: World) {
    this.#world = world;
    this.#stale = new Set(world.accounts.keys());
    const byUid = { changed: (before?: { uid: Guid }, after?: { uid: Guid }) => this.#touch(before, after) };
    world.accounts.follow(byUid);
    world.sessions.follow(byUid);
    world.players.follow(byUid);
    world.guilds.follow({ changed: (before, after) => this.#touchMembers(before, after) });
    world.characters.follow({ changed: (before, after) => this.#touchOwners(before, after) });
  }

  /** All of them, once what has changed is worked out. */
  all(): PlayerFacts[] {
    this.refresh();
    return [...this.#facts.values()];
  }

  refresh(): void {
    for (const uid of this.#stale) {
      this.#stale.delete(uid);
      const account = this.#world.accounts.get(uid);
      if (account === undefined) this.#facts.delete(uid);
      else this.#facts.set(uid, factsOf(this.#world, knownPlayer(this.#world, account)));
    }
  }

  #touch(...records: readonly ({ uid: Guid } | undefined)[]): void {
    for (const record of records) if (record !== undefined) this.#stale.add(record.uid);
  }

  #touchMembers(...guilds: readonly (Guild | undefined)[]): void {
    for (const guild of guilds) for (const { uid } of guild?.members ?? []) this.#stale.add(uid);
  }

  /** A body is its player's; a Pal counts for whose box it is in. */
  #touchOwners(before: Character | undefined, after: Character | undefined): void {
    for (const uid of [before?.playerUid, after?.playerUid]) if (uid != null) this.#stale.add(uid);
    const [from, to] = [before?.place?.containerId, after?.place?.containerId];
    if (from === to) return;
    for (const box of [from, to]) {
      const uid = box === undefined ? undefined : this.#world.playersByBox.first(box);
      if (uid !== undefined) this.#stale.add(uid);
    }
  }
}

function factsOf(world: World, known: KnownPlayer): PlayerFacts {
  const { account, player } = known;
  return {
    ...known,
    nameKey: account.name.toLowerCase(),
    userIdKey: userIdOf(known).toLowerCase(),
    formerKeys: (account.formerNames ?? []).map(({ name }) => name.toLowerCase()),
    palCount: player === undefined ? undefined : palCount(world, player),
  };
}
