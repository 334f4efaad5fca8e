import type { SaveEra } from '@palatine/save';
import type { Character, Container, Guild, ItemInstance, ItemStack, Player } from '../state/model.ts';
import { differingKeys, isSameValue } from './same-value.ts';

// Two records are the same when a save cannot distinguish them. A save rounds HP to thousandths and other fractions to
// 32 bits, leaves out what is 0, keeps no order of technologies, no id of a Pal in an egg, no list of released missions,
// and no melee IV since early 2025.

type Counts = Readonly<Record<string, number>>;

/** The fields of a character in which a save of this era would differ. */
export function differingFields(one: Character, other: Character, era: SaveEra): (keyof Character)[] {
  return differingKeys(one, other).filter((key) => !isSameField(key, one, other, era));
}

function isSameField(key: keyof Character, one: Character, other: Character, era: SaveEra): boolean {
  switch (key) {
    case 'hp':
    case 'mp':
    case 'sp':
    case 'shield':
      return thousandths(one[key]) === thousandths(other[key]);
    case 'stomach':
    case 'maxStomach':
    case 'sanity':
      return Math.fround(one[key]) === Math.fround(other[key]);
    case 'ivs':
      return isSameValue(storedIvs(one, era), storedIvs(other, era));
    case 'statusPoints':
    case 'extraWorkSuitabilities':
      return isSameCounts(one[key], other[key]);
    case 'disabledWork':
      return isSameSet(one[key], other[key]);
    default:
      return false; // differingKeys has compared it
  }
}

export function isSameCharacter(era: SaveEra): (one: Character, other: Character) => boolean {
  return (one, other) => isSameValue(one, other) || differingFields(one, other, era).length === 0;
}

export function isSameContainer(era: SaveEra): (one: Container, other: Container) => boolean {
  return (one, other) =>
    isSameValue(one, other) ||
    (one.capacity === other.capacity && differingSlots(one, other, era).length === 0);
}

/** The slots whose stacks differ, ascending. */
export function differingSlots(one: Container, other: Container, era: SaveEra): number[] {
  const slots = new Set([...Object.keys(one.slots), ...Object.keys(other.slots)].map(Number));
  return [...slots]
    .filter((slot) => !isSameStack(one.slots[slot], other.slots[slot], era))
    .toSorted((a, b) => a - b);
}

function isSameStack(one: ItemStack | undefined, other: ItemStack | undefined, era: SaveEra): boolean {
  if (one === other) return true;
  if (one === undefined || other === undefined) return false;
  if (one.itemId !== other.itemId || one.count !== other.count) return false;
  return isSameInstance(one.instance, other.instance, era);
}

export function isSameInstance(
  one: ItemInstance | undefined,
  other: ItemInstance | undefined,
  era: SaveEra,
): boolean {
  if (one === other) return true;
  if (one === undefined || other === undefined || one.id !== other.id) return false;
  if (one.kind === 'egg' || other.kind === 'egg') return isSameEgg(one, other, era);
  const { durability, ...rest } = one;
  const { durability: otherDurability, ...otherRest } = other;
  return isSameValue(rest, otherRest) && Math.fround(durability) === Math.fround(otherDurability);
}

function isSameEgg(one: ItemInstance, other: ItemInstance, era: SaveEra): boolean {
  if (one.kind !== 'egg' || other.kind !== 'egg' || one.species !== other.species) return false;
  if (one.pal === null || other.pal === null) return one.pal === other.pal;
  return differingFields(one.pal, other.pal, era).every((field) => field === 'id');
}

/** The facts of a player that an edit writes, and a command gives. */
export const PROGRESS: ReadonlySet<keyof Player> = new Set([
  'technologies',
  'technologyPoints',
  'ancientTechnologyPoints',
  'relics',
]);

/** The fields of a player in which a save would differ. */
export function differingFieldsOfPlayer(one: Player, other: Player): (keyof Player)[] {
  return differingKeys(one, other).filter((key) => {
    if (key === 'relics') return !isSameCounts(one.relics, other.relics);
    return key !== 'technologies' || !isSameSet(one.technologies, other.technologies);
  });
}

export function isSamePlayer(one: Player, other: Player): boolean {
  return isSameValue(one, other) || differingFieldsOfPlayer(one, other).length === 0;
}

/** Released missions are not in a save: an import works them out from defeated bosses and the stations of bases. */
export function isSameGuild(one: Guild, other: Guild): boolean {
  return isSameValue(storedGuild(one), storedGuild(other));
}

function storedGuild({ expeditions, ...guild }: Guild): object {
  return { ...guild, expeditions: { finished: expeditions.finished } };
}

/** A count of 0 is one that is not there. */
function isSameCounts(one: Counts, other: Counts): boolean {
  return isSameValue(withoutZeros(one), withoutZeros(other));
}

function withoutZeros(counts: Counts): Counts {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0));
}

function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  return isSameValue(one.toSorted(), other.toSorted());
}

function storedIvs({ ivs }: Character, era: SaveEra): Character['ivs'] {
  return era === 'A' ? ivs : { ...ivs, attackMelee: 0 };
}

function thousandths(points: number | undefined): number | undefined {
  return points === undefined ? undefined : Math.round(points * 1000);
}
