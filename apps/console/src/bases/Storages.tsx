import type { CampStorage, InventorySlot } from '@palatine/contract';
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { nameOf } from '../data/catalogue.ts';
import { formatNumber } from '../data/format.ts';
import { ItemSheet } from '../items/ItemSheet.tsx';
import { Slots, slotFits } from '../items/Slots.tsx';
import { assign } from '../kit/assign.ts';
import { Card, Columns } from '../kit/Layout.tsx';
import { SearchField } from '../kit/TextField.tsx';
import { texts } from '../texts/texts.ts';

/** Everything that the storages of a base hold. What is looked for leaves out the storages without it. */
export function Storages({ of }: { of: readonly CampStorage[] }) {
  const text = texts.value.bases;
  const find = useSignal('');
  const term = find.value.trim();
  const storages =
    term === '' ? of : of.filter(({ Slots: slots }) => slots.some((slot) => slotFits(slot, term)));
  if (of.length === 0) return <div class="view-state">{text.noStorages}</div>;
  return (
    <>
      <SearchField label={text.findItem} bind={find} />
      {storages.length === 0 ? (
        <div class="view-state">{text.noItem}</div>
      ) : (
        <Columns>
          {storages.map((storage) => (
            <SlotsCard
              key={storage.ContainerId}
              title={nameOf('MapObjects', storage.ObjectId)}
              of={storage}
              find={term}
            />
          ))}
        </Columns>
      )}
    </>
  );
}

interface SlotsCardProps {
  title: string;
  of: Pick<CampStorage, 'Slots' | 'Used' | 'Max'>;
  find?: string;
  tools?: ComponentChildren;
}

export function SlotsCard({ title, of, find = '', tools }: SlotsCardProps) {
  const opened = useSignal<InventorySlot | undefined>(undefined);
  const used = texts.value.bases.of(formatNumber(of.Used), formatNumber(of.Max));
  return (
    <Card title={title} note={used} tools={tools}>
      <Slots
        label={title}
        slots={of.Slots}
        maxSlots={of.Max}
        find={find}
        onOpen={(slot) => assign(opened, slot)}
      />
      <ItemSheet slot={opened.value} onClose={() => assign(opened, undefined)} />
    </Card>
  );
}
