import { lookUp } from '../data/catalogue.ts';
import { GivenIcon } from '../glyphs/GivenIcon.tsx';
import { ITEM_CATEGORIES, itemCategory } from '../glyphs/item-categories.ts';
import { Icon } from '../kit/Icon.tsx';

/** The operator's icon of an item, else the glyph of its kind. Its name stands beside it. */
export function ItemGlyph({ id, size = 20 }: { id: string; size?: number }) {
  return (
    <GivenIcon kind="items" id={id} size={size}>
      <Icon shape={ITEM_CATEGORIES[itemCategory(lookUp('Items', id))]} size={size} />
    </GivenIcon>
  );
}
