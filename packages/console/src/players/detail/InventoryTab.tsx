import type { InventorySlot, PlayerContainer, PlayerDetails } from '@palatine/contract';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { formatNumber } from '../../data/format.ts';
import { playersOf } from '../../data/live.ts';
import { useResource } from '../../data/use-resource.ts';
import { useTouch } from '../../data/use-touch.ts';
import { Age, Faces } from '../../faces/Faces.tsx';
import { ItemSheet } from '../../items/ItemSheet.tsx';
import { Slots } from '../../items/Slots.tsx';
import { Card } from '../../kit/Layout.tsx';
import { TextField } from '../../kit/TextField.tsx';
import { client } from '../../session/session.ts';
import { texts } from '../../texts/texts.ts';
import { playerTarget } from '../player-target.ts';
import { ActionButton } from './ActionButton.tsx';

/** What a player carries: six containers, as the game shows them. */
export function InventoryTab({ details }: { details: PlayerDetails }): JSX.Element {
  const text = texts.value.player;
  const { Uid: uid } = details.Player;
  const find = useSignal('');
  const open = useSignal<InventorySlot | undefined>(undefined);
  const inventory = useResource((signal) => client().getPlayerInventory({ params: { uid }, signal }), [uid]);
  useTouch(inventory, (event) => playersOf(event).includes(uid));
  return (
    <>
      <div class="tab-tools">
        <TextField
          type="search"
          label={text.findItem}
          placeholder={text.findItem}
          value={find.value}
          onInput={(value) => {
            find.value = value;
          }}
        />
        <Age of={inventory} />
        <span class="toolbar-end">
          <ActionButton action="giveItems" target={playerTarget(details.Player)} text={text.giveItems} />
        </span>
      </div>
      <Faces of={inventory} rows={8} unknown={({ Known }) => (Known ? undefined : text.unknownInventory)}>
        {({ Containers = [] }) => (
          <div class="containers">
            {Containers.map((container) => (
              <Container
                key={container.Name}
                container={container}
                find={find.value}
                onOpen={(slot) => {
                  open.value = slot;
                }}
              />
            ))}
          </div>
        )}
      </Faces>
      <ItemSheet
        slot={open.value}
        onClose={() => {
          open.value = undefined;
        }}
      />
    </>
  );
}

interface ContainerProps {
  container: PlayerContainer;
  find: string;
  onOpen: (slot: InventorySlot) => void;
}

function Container({ container, find, onOpen }: ContainerProps): JSX.Element {
  const text = texts.value.player;
  const { Name, Known, Slots: slots = [], UsedSlots = 0, MaxSlots = 0 } = container;
  const title = text.containers[Name];
  return (
    <Card title={title} note={Known ? text.used(formatNumber(UsedSlots), formatNumber(MaxSlots)) : undefined}>
      {Known ? (
        <Slots label={title} slots={slots} maxSlots={MaxSlots} find={find} onOpen={onOpen} />
      ) : (
        <p class="faint">{text.unknownContainer}</p>
      )}
    </Card>
  );
}
