import { words } from '@palatine/contract/words';
import type { SaveEra } from '@palatine/save/save-types';
import type { Character, Container, Guild, ItemInstance, ItemStack, Player } from '../state/model.ts';

// Two records are the same when a save cannot distinguish them. A save rounds HP to thousandths and other fractions to
// 32 bits, leaves out what is 0, keeps no order of technologies, no id of a Pal in an egg, no list of released missions,
// and no melee IV since early 2025.

type Counts = Readonly<Record<string, number>>;

/** The fields of a character in which a save of this era would differ. */
export function differingFields(first: Character, second: Character, era: SaveEra): (keyof Character)[] {
  return differingKeys(first, second).filter((key) => !isSameField(key, first, second, era));
}

function isSameField(key: keyof Character, first: Character, second: Character, era: SaveEra): boolean {
  const stored = STORED[key];
  return stored !== undefined && isSameValue(stored(first, era), stored(second, era)); // differingKeys compares the rest
}

/** Fields of a character as a save of an era holds them, where that is not as the world does. */
const STORED: { readonly [Key in keyof Character]?: (character: Character, era: SaveEra) => unknown } = {
  hp: ({ hp }) => thousandths(hp),
  mp: ({ mp }) => thousandths(mp),
  sp: ({ sp }) => thousandths(sp),
  shield: ({ shield }) => thousandths(shield),
  stomach: ({ stomach }) => Math.fround(stomach),
  maxStomach: ({ maxStomach }) => Math.fround(maxStomach),
  sanity: ({ sanity }) => Math.fround(sanity),
  ivs: ({ ivs }, era) => (era === 'A' ? ivs : { ...ivs, attackMelee: 0 }),
  statusPoints: ({ statusPoints }) => withoutZeros(statusPoints),
  extraWorkSuitabilities: (character) => withoutZeros(character.extraWorkSuitabilities),
  disabledWork: ({ disabledWork }) => disabledWork.toSorted(),
};

export function isSameCharacter(era: SaveEra): (first: Character, second: Character) => boolean {
  return (first, second) => isSameValue(first, second) || differingFields(first, second, era).length === 0;
}

export function isSameContainer(era: SaveEra): (first: Container, second: Container) => boolean {
  return (first, second) =>
    isSameValue(first, second) ||
    (first.capacity === second.capacity && differingSlots(first, second, era).length === 0);
}

/** The slots whose stacks differ, ascending. */
export function differingSlots(first: Container, second: Container, era: SaveEra): number[] {
  const slots = new Set([...Object.keys(first.slots), ...Object.keys(second.slots)].map(Number));
  return [...slots]
    .filter((slot) => !isSameStack(first.slots[slot], second.slots[slot], era))
    .toSorted((a, b) => a - b);
}

function isSameStack(first: ItemStack | undefined, second: ItemStack | undefined, era: SaveEra): boolean {
  if (first === second) return true;
  if (first === undefined || second === undefined) return false;
  if (first.itemId !== second.itemId || first.count !== second.count) return false;
  return isSameInstance(first.instance, second.instance, era);
}

export function isSameInstance(first: ItemStack['instance'], second: ItemStack['instance'], era: SaveEra) {
  if (first === second) return true;
  if (first === undefined || second === undefined || first.id !== second.id) return false;
  if (first.kind === 'egg' || second.kind === 'egg') return isSameEgg(first, second, era);
  const { durability, ...rest } = first;
  const { durability: secondDurability, ...secondRest } = second;
  return isSameValue(rest, secondRest) && Math.fround(durability) === Math.fround(secondDurability);
}

function isSameEgg(first: ItemInstance, second: ItemInstance, era: SaveEra): boolean {
  if (first.kind !== 'egg' || second.kind !== 'egg' || first.species !== second.species) return false;
  if (first.pal === null || second.pal === null) return first.pal === second.pal;
  return differingFields(first.pal, second.pal, era).every((field) => field === 'id');
}

/** The facts of a player that an edit writes, and a command gives. */
export const PROGRESS: ReadonlySet<keyof Player> = new Set(
  words('technologies technologyPoints ancientTechnologyPoints relics'),
);

export function differingFieldsOfPlayer(first: Player, second: Player): (keyof Player)[] {
  return differingKeys(first, second).filter((key) => {
    if (key === 'relics') return !isSameValue(withoutZeros(first.relics), withoutZeros(second.relics));
    if (key !== 'technologies') return true;
    return !isSameValue(first.technologies.toSorted(), second.technologies.toSorted());
  });
}

export function isSamePlayer(first: Player, second: Player): boolean {
  return isSameValue(first, second) || differingFieldsOfPlayer(first, second).length === 0;
}

/** Released missions are not in a save: an import works them out from defeated bosses and the stations of bases. */
export function isSameGuild(first: Guild, second: Guild): boolean {
  return isSameValue(storedGuild(first), storedGuild(second));
}

function storedGuild({ expeditions, ...guild }: Guild): object {
  return { ...guild, expeditions: { finished: expeditions.finished } };
}

function withoutZeros(counts: Counts): Counts {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0));
}

function thousandths(points: number | undefined): number | undefined {
  return points === undefined ? undefined : Math.round(points * 1000);
}
/** True for values that are equal as JSON is: -0 is 0, and a key with undefined is a key that is not there. */
export function isSameValue(first: unknown, second: unknown): boolean {
  if (first === second) return true;
  if (typeof first !== 'object' || typeof second !== 'object' || first === null || second === null) {
    return Number.isNaN(first) && Number.isNaN(second);
  }
  if (Array.isArray(first) || Array.isArray(second)) return isSameList(first, second);
  return isSameObject(first as Record<string, unknown>, second as Record<string, unknown>); // neither is null nor an array
}

function isSameList(first: unknown, second: unknown): boolean {
  if (!Array.isArray(first) || !Array.isArray(second) || first.length !== second.length) return false;
  return first.every((value, index) => isSameValue(value, second[index]));
}

// `for in` makes no list of keys: a save has some ten thousand records to compare. Records inherit no enumerable key.
function isSameObject(first: Record<string, unknown>, second: Record<string, unknown>): boolean {
  let keysMore = 0;
  for (const key in first) {
    if (first[key] === undefined) continue;
    if (!isSameValue(first[key], second[key])) return false;
    keysMore += 1;
  }
  for (const key in second) if (second[key] !== undefined) keysMore -= 1;
  return keysMore === 0;
}

export function differingKeys<T extends object>(first: T, second: T): (keyof T)[] {
  const keys = new Set([...Object.keys(first), ...Object.keys(second)]) as Set<keyof T>; // the keys of a T
  return [...keys].filter((key) => !isSameValue(first[key], second[key]));
}
