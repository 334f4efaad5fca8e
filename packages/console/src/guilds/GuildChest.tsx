import type { GuildDetailsReply, InventorySlot } from '@palatine/contract';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { formatNumber } from '../data/format.ts';
import { ItemSheet } from '../items/ItemSheet.tsx';
import { Slots } from '../items/Slots.tsx';
import { Card } from '../kit/Layout.tsx';
import { TextField } from '../kit/TextField.tsx';
import { texts } from '../texts/texts.ts';

/** The guild chest, slot by slot. */
export function GuildChest({ of }: { of: GuildDetailsReply['Chest'] }): JSX.Element {
  const text = texts.value.guilds;
  const find = useSignal('');
  const opened = useSignal<InventorySlot | undefined>(undefined);
  if (of === undefined) return <div class="face unknown">{text.noChest}</div>;
  return (
    <Card
      title={text.chest}
      note={text.slots(formatNumber(of.Used), formatNumber(of.Max))}
      tools={
        <TextField
          type="search"
          label={text.findItem}
          placeholder={text.findItem}
          value={find.value}
          onInput={(value) => {
            find.value = value;
          }}
        />
      }
    >
      <Slots
        label={text.chest}
        slots={of.Slots}
        maxSlots={of.Max}
        find={find.value}
        onOpen={(slot) => {
          opened.value = slot;
        }}
      />
      <ItemSheet
        slot={opened.value}
        onClose={() => {
          opened.value = undefined;
        }}
      />
    </Card>
  );
}
