import type { PalRow } from '@palatine/contract';

const URGENCY: Readonly<Record<PalRow['Condition'], number>> = {
  Sick: 0,
  Hurt: 1,
  Hungry: 2,
  Depressed: 3,
  Fine: 4,
};

/** Workers in the order in which they need somebody; those that need nobody keep their slots' order. */
export function worstFirst(pals: readonly PalRow[]): PalRow[] {
  return [...pals].sort((one, other) => URGENCY[one.Condition] - URGENCY[other.Condition]);
}
