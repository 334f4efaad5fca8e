import { RELIC_TYPES } from '@palatine/contract';
import type { Catalogue, World } from '@palatine/world';

/** 0 <= r < 1; the same seed gives the same numbers. */
export type Random = () => number;

/** One write, and what the world has more of (or less) once it is applied. */
export interface Write {
  /** Goes into the body as its Reason, and so into the audit: one write is found by it wherever it is. */
  name: string;
  path: string;
  body: Record<string, unknown>;
  /** Amounts to add, under the names of `holdingsOf`. */
  effect: Record<string, number>;
  /** The user it bans, whom nobody else does. */
  bans?: string;
  /** Its Idempotency-Key. */
  key?: string;
}

/** Amounts by what they are of. */
export type Balances = Map<string, number>;

export interface Grantee {
  uid: string;
  userId: string;
}

/** Makes up the writes of one connection. Which player and which things it may touch is its alone. */
export type DeedMaker = (name: string, random: Random, live: Balances) => Write;

/** Tommy Ettinger's mulberry32. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** A whole number, both ends included. */
export function between(random: Random, least: number, most: number): number {
  return least + Math.floor(random() * (most - least + 1));
}

/** Everyone who can be granted everything: known by a UserId, with a body and below the level cap. */
export function granteesOf(world: World): Grantee[] {
  return [...world.players.values()]
    .filter(({ uid, characterId, inventory }) => {
      const body = characterId === null ? undefined : world.characters.get(characterId);
      const session = world.sessions.get(uid);
      return (
        body !== undefined &&
        body.level < 60 &&
        inventory.Items !== null &&
        session?.characterLoaded !== false
      );
    })
    .map(({ uid }) => ({ uid, userId: world.accounts.get(uid)?.userId ?? '' }))
    .filter(({ userId }) => userId !== '');
}

/**
 * The things of connection `index`: items, a species, a technology that no other connection gives, so that
 * half of one write cannot hide behind half of another.
 */
export function deedMaker(index: number, grantees: readonly Grantee[], catalogue: Catalogue): DeedMaker {
  const one = nth(stackables(catalogue), 2 * index);
  const other = nth(stackables(catalogue), 2 * index + 1);
  const technology = nth(catalogue.technologies.all(), 3 * index).id;
  const relic = nth(RELIC_TYPES, index);
  const species = nth(
    catalogue.pals
      .all()
      .filter((pal) => pal.variant === null && !pal.alpha && !pal.disabled && pal.egg !== null),
    index,
  );

  const items = (n: number) => [
    { ItemID: one, Count: n },
    { ItemID: other, Count: 2 * n },
  ];
  const itemsOf = ({ uid }: Grantee, n: number) => ({
    [`item/${uid}/${one}`]: n,
    [`item/${uid}/${other}`]: 2 * n,
  });
  const pals = (level: number) => [
    { PalID: species.id, Level: level },
    { PalID: species.id, Level: level },
  ];
  const palsOf = ({ uid }: Grantee, level: number) => ({ [`pal/${uid}/${species.id}/${level}`]: 2 });
  const points = (n: number) => ({ TechnologyPoints: n, AncientTechnologyPoints: n, Relics: { [relic]: n } });
  const pointsOf = ({ uid }: Grantee, n: number) => ({
    [`points/${uid}/technology`]: n,
    [`points/${uid}/ancient`]: n,
    [`relic/${uid}/${relic}`]: n,
  });

  return (name, random, live) => {
    const to = nth(grantees, random() < 0.5 ? index : index + 5);
    const n = between(random, 1, 5);
    const share = random();
    const deed = (path: string, body: object, effect: Record<string, number>): Write => ({
      name,
      path,
      body: { ...body, Reason: name },
      effect,
    });
    if (share < 0.4) return deed(`/give/items/${to.uid}`, { Items: items(n) }, itemsOf(to, n));
    if (share < 0.55) {
      return deed(
        `/give/progression/${to.uid}`,
        { EXP: 1, ...points(n) },
        { [`exp/${to.uid}`]: 1, ...pointsOf(to, n) },
      );
    }
    if (share < 0.7) {
      return deed(`/give/pals/${to.uid}`, { Pals: pals(10 * n) }, { ...palsOf(to, 10 * n), characters: 2 });
    }
    if (share < 0.85) {
      const held = `technology/${to.uid}/${technology}`;
      const forget = (live.get(held) ?? 0) > 0;
      return deed(
        `/${forget ? 'forgettech' : 'learntech'}/${to.uid}`,
        { Technology: technology },
        { [held]: forget ? -1 : 1 },
      );
    }
    if (share < 0.87) {
      const eggs = { PalEggs: [{ EggID: species.egg, PalID: species.id, Level: n }] };
      return deed(`/give/paleggs/${to.uid}`, eggs, {
        [`egg/${to.uid}/${species.id}/${n}`]: 1,
        [`item/${to.uid}/${species.egg}`]: 1,
      });
    }
    if (share < 0.89) {
      const bans = `steam_${name}`;
      return { ...deed(`/ban/${bans}`, {}, {}), bans };
    }
    return deed(
      '/give',
      { UserID: to.userId, Items: items(n), Pals: pals(n), ...points(n) },
      { ...itemsOf(to, n), ...palsOf(to, n), ...pointsOf(to, n), characters: 2 },
    );
  };
}

/** Adds what a write does, where it was applied. */
export function apply(effect: Record<string, number>, holdings: Balances): void {
  for (const [name, amount] of Object.entries(effect)) {
    const sum = (holdings.get(name) ?? 0) + amount;
    if (sum === 0) holdings.delete(name);
    else holdings.set(name, sum);
  }
}

function stackables(catalogue: Catalogue): string[] {
  return catalogue.items
    .all()
    .filter(({ typeA, dynamic, disabled, name }) => {
      return typeA === 'Material' && dynamic === null && !disabled && name !== null;
    })
    .map(({ id }) => id);
}

function nth<T>(list: readonly T[], index: number): T {
  return list[index % list.length] as T; // no list here is empty
}
