import { type InventorySlot, searchKey } from '@palatine/contract';
import { useRef } from 'preact/hooks';
import { lookUp, nameOf, palName } from '../data/catalogue.ts';
import { formatNumber } from '../data/format.ts';
import { useRoving } from '../kit/use-roving.ts';
import { texts } from '../texts/texts.ts';
import { ItemGlyph, rarityOf } from './ItemSheet.tsx';
import './slots.css';

export interface SlotsProps {
  /** The owner of the slots, for screen readers. */
  label: string;
  /** The full ones. */
  slots: readonly InventorySlot[];
  maxSlots: number;
  /** Slots that do not match this text are dimmed. */
  find?: string;
  onOpen?: (slot: InventorySlot) => void;
}

/** The slots of a container as the game shows them. Arrows move between the full ones. */
export function Slots({ label, slots, maxSlots, find = '', onOpen }: SlotsProps) {
  const group = useRef<HTMLUListElement>(null);
  useRoving(group);
  const drawn = drawnSlots(slots, maxSlots);
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
              <Slot slot={slot} dimmed={!slotFits(slot, find)} onOpen={onOpen} />
            )}
          </li>
        ))}
      </ul>
      {drawn.more > 0 && <p class="faint slots-more">{texts.value.slots.moreFree(drawn.more)}</p>}
    </>
  );
}

interface SlotProps {
  slot: InventorySlot;
  dimmed: boolean;
  onOpen: ((slot: InventorySlot) => void) | undefined;
}

function Slot({ slot, dimmed, onOpen }: SlotProps) {
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
      onClick={() => onOpen?.(slot)}
      aria-haspopup="dialog"
    >
      <ItemGlyph id={ItemID} />
      <span class="slot-name">{nameOf('Items', ItemID)}</span>
      <span class="slot-foot">
        {Egg !== undefined && Egg.PalID !== '' && <span class="slot-egg">{palName(Egg.PalID)}</span>}
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

export interface DrawnSlots {
  /** Slots in their order; undefined for an empty one. */
  readonly slots: readonly (InventorySlot | undefined)[];
  /** How many empty ones follow that are not drawn. */
  readonly more: number;
}

/** The slots of a container in the order of the game, with the empty ones between them. */
export function drawnSlots(full: readonly InventorySlot[], maxSlots: number): DrawnSlots {
  const bySlot = new Map(full.map((slot) => [slot.Slot, slot]));
  const last = Math.max(-1, ...bySlot.keys());
  const count = Math.max(last + 1, Math.min(maxSlots, last + 1 + MAX_EMPTY));
  return {
    slots: Array.from({ length: count }, (_, at) => bySlot.get(at)),
    more: Math.max(0, maxSlots - count),
  };
}

/** Whether a slot holds what a text looks for: by name in the chosen language or by id. */
export function slotFits({ ItemID }: InventorySlot, term: string): boolean {
  const key = searchKey(term);
  return key === '' || searchKey(ItemID).includes(key) || searchKey(nameOf('Items', ItemID)).includes(key);
}
