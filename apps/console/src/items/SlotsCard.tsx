import { type CampStorage, type InventorySlot, searchKey } from '@palatine/contract';
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { lookUp, nameOf, palName } from '../data/catalogue.ts';
import { dotted, formatNumber } from '../data/format.ts';
import { OperatorIcon } from '../glyphs/Seals.tsx';
import { ITEM_CATEGORIES, itemCategory } from '../glyphs/shapes.ts';
import { Icon } from '../kit/Button.tsx';
import { Card, Facts } from '../kit/Layout.tsx';
import { SheetOf } from '../kit/Sheet.tsx';
import { useRoving } from '../kit/use-roving.ts';
import { hrefOf } from '../navigation/router.ts';
import { texts } from '../texts/texts.ts';
import { CopyId } from '../views/Values.tsx';
import './slots.css';

type Storage = Pick<CampStorage, 'Slots' | 'Used' | 'Max'>;

/** A storage with its slots. One that is opened has its facts in a sheet. */
export function SlotsCard(props: {
  title: string;
  /** How full it is, in words; in figures unless given. */
  note?: string;
  storage: Storage;
  find?: string;
  tools?: ComponentChildren;
}) {
  const { title, storage, find = '', tools } = props;
  const { note = texts.value.bases.of(formatNumber(storage.Used), formatNumber(storage.Max)) } = props;
  const opened = useSignal<InventorySlot | undefined>(undefined);
  return (
    <Card title={title} note={note} tools={tools}>
      <Slots label={title} storage={storage} find={find} onOpen={(slot) => (opened.value = slot)} />
      <SheetOf
        subject={opened.value}
        onClose={() => (opened.value = undefined)}
        title={({ ItemID }) => nameOf('Items', ItemID)}
      >
        {(slot) => <SlotFacts slot={slot} />}
      </SheetOf>
    </Card>
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
      <p class="row">
        <ItemGlyph id={ItemID} size={32} />
        <CopyId id={ItemID} what={text.itemId} />
      </p>
      <Facts
        facts={[
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
                : texts.value.palDetails.ofMax(formatNumber(Durability), formatNumber(MaxDurability)),
          ],
          [text.ammunition, Bullets === undefined ? undefined : formatNumber(Bullets)],
          [text.passives, Passives.map((id) => nameOf('Passives', id)).join(', ') || undefined],
          [text.inside, Egg === undefined ? undefined : eggText(Egg)],
        ]}
      />
      <p class="cluster">
        <a class="button plain" href={hrefOf('/items', { item: ItemID })}>
          {text.whoHas}
        </a>
      </p>
    </>
  );
}

function eggText({ PalID, Level, Shiny }: NonNullable<InventorySlot['Egg']>): string {
  const text = texts.value.slots;
  if (PalID === '') return texts.value.views.unknown;
  return dotted(
    palName(PalID),
    Level !== undefined && texts.value.palDetails.level(formatNumber(Level)),
    Shiny === true && text.lucky,
  );
}

/** The operator's icon of an item, else the glyph of its kind. Its name is beside it. */
export function ItemGlyph({ id, size = 20 }: { id: string; size?: number }) {
  return (
    <OperatorIcon kind="items" id={id} size={size}>
      <Icon shape={ITEM_CATEGORIES[itemCategory(lookUp('Items', id))]} size={size} />
    </OperatorIcon>
  );
}

const RARITIES = ['common', 'uncommon', 'rare', 'epic', 'legendary'] as const;

/** The rarity of an item of the catalogue by its number; undefined where it is special or not known. */
function rarityOf(rarity: number | '' | undefined) {
  return typeof rarity === 'number' ? RARITIES[rarity] : undefined;
}

function Slots(props: {
  label: string;
  storage: Storage;
  /** Slots that do not match this text are dimmed. */
  find: string;
  onOpen: (slot: InventorySlot) => void;
}) {
  const { label, storage, find, onOpen } = props;
  const group = useRef<HTMLUListElement>(null);
  useRoving(group);
  const drawn = drawnSlots(storage);
  return (
    <>
      <ul ref={group} class="slots" aria-label={label}>
        {drawn.slots.map((slot, at) => (
          <li key={at}>
            {slot === undefined ? (
              <span class="slot free">
                <span class="spoken">{texts.value.slots.free}</span>
              </span>
            ) : (
              <Slot slot={slot} dimmed={!slotFits(slot, find)} onOpen={() => onOpen(slot)} />
            )}
          </li>
        ))}
      </ul>
      {drawn.more > 0 && <p class="faint">{texts.value.slots.moreFree(drawn.more)}</p>}
    </>
  );
}

function Slot({ slot, dimmed, onOpen }: { slot: InventorySlot; dimmed: boolean; onOpen: () => void }) {
  const text = texts.value.slots;
  const { ItemID, Count, Durability, MaxDurability, Bullets, Egg } = slot;
  const rarity = rarityOf(lookUp('Items', ItemID)?.Rarity);
  const worn =
    Durability !== undefined && MaxDurability
      ? Math.max(0, Math.min(1, Durability / MaxDurability))
      : undefined;
  return (
    <button
      type="button"
      class={`slot${dimmed ? ' dimmed' : ''}`}
      data-rarity={rarity}
      onClick={onOpen}
      aria-haspopup="dialog"
    >
      <ItemGlyph id={ItemID} />
      <span class="slot-name">{nameOf('Items', ItemID)}</span>
      <span class="slot-foot note">
        {Egg !== undefined && Egg.PalID !== '' && <span class="slot-egg truncate">{palName(Egg.PalID)}</span>}
        {Bullets !== undefined && Bullets > 0 && <span class="faint">{text.rounds(Bullets)}</span>}
        <span class="slot-count">{formatNumber(Count)}</span>
      </span>
      {worn !== undefined && (
        <span class={`slot-wear${worn < 0.2 ? ' low' : ''}`}>
          <span style={{ inlineSize: `${worn * 100}%` }} />
          <span class="spoken">{text.durabilityIs(Math.round(worn * 100))}</span>
        </span>
      )}
    </button>
  );
}

/** Empty slots that are drawn behind the last full one: about a row. More of them are a line of text. */
const MAX_EMPTY = 12;

/** The slots of a container in the order of the game, empty ones between them. `more`: empty ones that are not drawn. */
function drawnSlots({ Slots: full, Max }: Storage) {
  const bySlot = new Map(full.map((slot) => [slot.Slot, slot]));
  const used = Math.max(-1, ...bySlot.keys()) + 1;
  const count = Math.max(used, Math.min(Max, used + MAX_EMPTY));
  return { slots: Array.from({ length: count }, (_, at) => bySlot.get(at)), more: Math.max(0, Max - count) };
}

/** Whether a slot's item matches a text by its name in the chosen language or by its id. */
export function slotFits({ ItemID }: InventorySlot, term: string): boolean {
  const key = searchKey(term);
  return key === '' || searchKey(ItemID).includes(key) || searchKey(nameOf('Items', ItemID)).includes(key);
}
