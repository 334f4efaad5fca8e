import { RELIC_TYPES } from '@palatine/contract';
import type { Catalogue } from '@palatine/world/catalogue';
import { between, type Random } from '@palatine/world/random';
import type { World } from '@palatine/world/world';

export interface Write {
  /** Unique. Sent as the Reason, so that the audit identifies the write. */
  name: string;
  path: string;
  body: Record<string, unknown>;
  /** Amounts to add, named as in `balancesOf`. */
  effect: Record<string, number>;
  /** The user it bans; no other write bans this user. */
  bans?: string;
  key?: string;
}

/** Amounts by name, such as `item/<uid>/Wood`. */
export type Balances = Map<string, number>;

export interface Recipient {
  uid: string;
  userId: string;
}

/** Generates the writes of one connection, with items and species that no other connection uses. */
export type WriteGenerator = (name: string, random: Random, live: Balances) => Write;

/** Players who can receive every kind of grant: with a UserId, a character and a level below the cap. */
export function recipientsIn(world: World): Recipient[] {
  return [...world.players.values()]
    .filter(({ uid, characterId, inventory }) => {
      const character = characterId === null ? undefined : world.characters.get(characterId);
      const session = world.sessions.get(uid);
      return (
        character !== undefined &&
        character.level < 60 &&
        inventory.Items !== null &&
        session?.characterLoaded !== false
      );
    })
    .map(({ uid }) => ({ uid, userId: world.accounts.get(uid)?.userId ?? '' }))
    .filter(({ userId }) => userId !== '');
}

/**
 * The writes of connection `index`. Its items, species and technology are given by no other connection, so
 * that half of one write cannot compensate for half of another.
 */
export function writeGenerator(
  index: number,
  recipients: readonly Recipient[],
  catalogue: Catalogue,
): WriteGenerator {
  const firstItem = nth(stackables(catalogue), 2 * index);
  const secondItem = nth(stackables(catalogue), 2 * index + 1);
  const technology = nth(catalogue.technologies.all(), 3 * index).id;
  const relic = nth(RELIC_TYPES, index);
  const isGivable = (pal: ReturnType<Catalogue['pals']['all']>[number]) =>
    pal.variant === null && !pal.alpha && !pal.disabled && pal.egg !== null;
  const species = nth(catalogue.pals.all().filter(isGivable), index);

  const items = (n: number) => [
    { ItemID: firstItem, Count: n },
    { ItemID: secondItem, Count: 2 * n },
  ];
  const itemsOf = ({ uid }: Recipient, n: number) => ({
    [`item/${uid}/${firstItem}`]: n,
    [`item/${uid}/${secondItem}`]: 2 * n,
  });
  const pals = (level: number) => [
    { PalID: species.id, Level: level },
    { PalID: species.id, Level: level },
  ];
  const palsOf = ({ uid }: Recipient, level: number) => ({ [`pal/${uid}/${species.id}/${level}`]: 2 });
  const points = (n: number) => ({ TechnologyPoints: n, AncientTechnologyPoints: n, Relics: { [relic]: n } });
  const pointsOf = ({ uid }: Recipient, n: number) => ({
    [`points/${uid}/technology`]: n,
    [`points/${uid}/ancient`]: n,
    [`relic/${uid}/${relic}`]: n,
  });

  return (name, random, live) => {
    const to = nth(recipients, random() < 0.5 ? index : index + 5);
    const n = between(random, 1, 5);
    const share = random();
    const write = (path: string, body: object, effect: Record<string, number>): Write => {
      return { name, path, body: { ...body, Reason: name }, effect };
    };
    if (share < 0.4) return write(`/give/items/${to.uid}`, { Items: items(n) }, itemsOf(to, n));
    if (share < 0.55) {
      const effect = { [`exp/${to.uid}`]: 1, ...pointsOf(to, n) };
      return write(`/give/progression/${to.uid}`, { EXP: 1, ...points(n) }, effect);
    }
    if (share < 0.7) {
      return write(`/give/pals/${to.uid}`, { Pals: pals(10 * n) }, { ...palsOf(to, 10 * n), characters: 2 });
    }
    if (share < 0.85) {
      const unlocked = `technology/${to.uid}/${technology}`;
      const ofWorld = `technology of the world/${technology}`;
      if (live.has(unlocked))
        return write(`/forgettech/${to.uid}`, { Technology: technology }, { [unlocked]: -1 });
      const firstOfWorld = live.has(ofWorld) ? {} : { [ofWorld]: 1, technologies: 1 };
      return write(`/learntech/${to.uid}`, { Technology: technology }, { [unlocked]: 1, ...firstOfWorld });
    }
    if (share < 0.87) {
      const eggs = { PalEggs: [{ EggID: species.egg, PalID: species.id, Level: n }] };
      return write(`/give/paleggs/${to.uid}`, eggs, {
        [`egg/${to.uid}/${species.id}/${n}`]: 1,
        [`item/${to.uid}/${species.egg}`]: 1,
      });
    }
    if (share < 0.89) {
      const bans = `steam_${name}`;
      return { ...write(`/ban/${bans}`, {}, { userBans: 1 }), bans };
    }
    return write(
      '/give',
      { UserID: to.userId, Items: items(n), Pals: pals(n), ...points(n) },
      { ...itemsOf(to, n), ...palsOf(to, n), ...pointsOf(to, n), characters: 2 },
    );
  };
}

export function apply(effect: Record<string, number>, balances: Balances): void {
  for (const [name, amount] of Object.entries(effect)) {
    const sum = (balances.get(name) ?? 0) + amount;
    if (sum === 0) balances.delete(name);
    else balances.set(name, sum);
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
