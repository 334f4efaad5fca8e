import type { InventorySlot } from '@palatine/contract';
import type { ComponentChildren } from 'preact';
import { lookUp, nameOf, palName } from '../data/catalogue.ts';
import { formatNumber } from '../data/format.ts';
import { Facts } from '../kit/Layout.tsx';
import { SheetOf } from '../kit/Sheet.tsx';
import { hrefOf } from '../navigation/router.ts';
import { type Texts, texts } from '../texts/texts.ts';
import { CopyId } from '../views/CopyId.tsx';
import './item-sheet.css';
import { OperatorIcon } from '../glyphs/Seals.tsx';
import { ITEM_CATEGORIES, itemCategory } from '../glyphs/shapes.ts';
import { Icon } from '../kit/Icon.tsx';

export interface ItemSheetProps {
  /** The slot that is looked at; undefined closes the sheet. */
  slot: InventorySlot | undefined;
  onClose: () => void;
  children?: ComponentChildren;
}

export function ItemSheet({ slot, onClose, children }: ItemSheetProps) {
  return (
    <SheetOf of={slot} onClose={onClose} title={({ ItemID }) => nameOf('Items', ItemID)}>
      {(of) => (
        <>
          <SlotFacts slot={of} />
          <p class="sheet-actions">
            <a class="button plain" href={hrefOf('/items', { item: of.ItemID })}>
              {texts.value.slots.whoHas}
            </a>
            {children}
          </p>
        </>
      )}
    </SheetOf>
  );
}

function SlotFacts({ slot }: { slot: InventorySlot }) {
  const text = texts.value.slots;
  const { ItemID, Count, Slot, Durability, MaxDurability, Bullets, Passives = [], Egg } = slot;
  const item = lookUp('Items', ItemID);
  const rarity = rarityOf(item?.Rarity);
  const some = (value: number | '' | undefined) =>
    value === '' || value === undefined ? undefined : formatNumber(value, 2);
  return (
    <>
      <p class="item-head">
        <ItemGlyph id={ItemID} size={32} />
        <CopyId id={ItemID} what={text.itemId} />
      </p>
      <Facts
        of={[
          [text.count, formatNumber(Count)],
          [text.slot, formatNumber(Slot + 1)],
          [text.rarity, rarity && text.rarities[rarity]],
          [text.weight, some(item?.Weight)],
          [text.stack, some(item?.Stack)],
          [
            text.durability,
            Durability === undefined
              ? undefined
              : MaxDurability === undefined
                ? formatNumber(Durability)
                : text.ofMax(formatNumber(Durability), formatNumber(MaxDurability)),
          ],
          [text.ammunition, Bullets === undefined ? undefined : formatNumber(Bullets)],
          [
            text.passives,
            Passives.length === 0 ? undefined : Passives.map((id) => nameOf('Passives', id)).join(', '),
          ],
          [text.inside, Egg === undefined ? undefined : eggText(Egg)],
        ]}
      />
    </>
  );
}

function eggText({ PalID, Level, Shiny }: NonNullable<InventorySlot['Egg']>): string {
  const text = texts.value.slots;
  if (PalID === '') return texts.value.views.unknown;
  const parts = [palName(PalID)];
  if (Level !== undefined) parts.push(text.level(formatNumber(Level)));
  if (Shiny) parts.push(text.lucky);
  return parts.join(' · ');
}

/** The operator's icon of an item, else the glyph of its kind. Its name is beside it. */
export function ItemGlyph({ id, size = 20 }: { id: string; size?: number }) {
  return (
    <OperatorIcon kind="items" id={id} size={size}>
      <Icon shape={ITEM_CATEGORIES[itemCategory(lookUp('Items', id))]} size={size} />
    </OperatorIcon>
  );
}

/** A rarity of the game by its number; special ones have no edge. */
export type Rarity = keyof Texts['slots']['rarities'];

const RARITIES = ['common', 'uncommon', 'rare', 'epic', 'legendary'] as const satisfies readonly Rarity[];

/** The rarity of an item of the catalogue; undefined where it is special or not known. */
export function rarityOf(rarity: number | '' | undefined): Rarity | undefined {
  return typeof rarity === 'number' ? RARITIES[rarity] : undefined;
}
