import type { JSX } from 'preact';
import { lookUp } from '../data/catalogue.ts';
import { ITEM_CATEGORIES, itemCategory } from '../glyphs/item-categories.ts';
import { Icon } from '../kit/Icon.tsx';

/** The glyph of an item's kind. Its name stands beside it. */
export function ItemGlyph({ id, size = 20 }: { id: string; size?: number }): JSX.Element {
  return <Icon shape={ITEM_CATEGORIES[itemCategory(lookUp('Items', id))]} size={size} />;
}
