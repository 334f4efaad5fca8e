import type { InventorySlot } from '@palatine/contract';
import { useRef } from 'preact/hooks';
import { lookUp, nameOf, palName } from '../data/catalogue.ts';
import { formatNumber } from '../data/format.ts';
import { useRoving } from '../kit/use-roving.ts';
import { texts } from '../texts/texts.ts';
import { ItemGlyph, rarityOf } from './ItemGlyph.tsx';
import './slots.css';
import { drawnSlots, slotFits } from './slot-list.ts';

export interface SlotsProps {
  /** What the slots belong to, for screen readers. */
  label: string;
  /** The full ones. */
  slots: readonly InventorySlot[];
  maxSlots: number;
  /** What does not fit this text is dimmed. */
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
