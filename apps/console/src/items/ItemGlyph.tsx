import { lookUp } from '../data/catalogue.ts';
import { GivenIcon } from '../glyphs/GivenIcon.tsx';
import { ITEM_CATEGORIES, itemCategory } from '../glyphs/item-categories.ts';
import { Icon } from '../kit/Icon.tsx';
import type { Texts } from '../texts/texts.ts';

/** The operator's icon of an item, else the glyph of its kind. Its name stands beside it. */
export function ItemGlyph({ id, size = 20 }: { id: string; size?: number }) {
  return (
    <GivenIcon kind="items" id={id} size={size}>
      <Icon shape={ITEM_CATEGORIES[itemCategory(lookUp('Items', id))]} size={size} />
    </GivenIcon>
  );
}

/** A rarity of the game by its number; special ones have no edge. */
export type Rarity = keyof Texts['slots']['rarities'];

const RARITIES = ['common', 'uncommon', 'rare', 'epic', 'legendary'] as const satisfies readonly Rarity[];

/** The rarity of an item of the catalogue; undefined where it is special or not known. */
export function rarityOf(rarity: number | '' | undefined): Rarity | undefined {
  return typeof rarity === 'number' ? RARITIES[rarity] : undefined;
}
