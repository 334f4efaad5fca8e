import type { Texts } from '../texts/texts.ts';

/** A rarity of the game by its number; special ones have no edge. */
export type Rarity = keyof Texts['slots']['rarities'];

const RARITIES = ['common', 'uncommon', 'rare', 'epic', 'legendary'] as const satisfies readonly Rarity[];

/** The rarity of an item of the catalogue; undefined where it is special or not known. */
export function rarityOf(rarity: number | '' | undefined): Rarity | undefined {
  return typeof rarity === 'number' ? RARITIES[rarity] : undefined;
}
