import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { Button } from '../kit/Button.tsx';
import { Dialog } from '../kit/Dialog.tsx';
import { texts } from '../texts/texts.ts';
import './key-sheet.css';
import { shownKeys } from './keys.ts';
import { type Command, type CommandGroup, commands, keysOf } from './registry.ts';

/** Whether the sheet of keys is open. */
export const keySheetOpen = signal(false);

/** Every key that does something here and now, by group. */
export function KeySheet({ singleKeys }: { singleKeys: boolean }): JSX.Element {
  const text = texts.value.commands;
  const close = () => {
    keySheetOpen.value = false;
  };
  const withKeys = commands.value.filter((command) => keysOf(command).length > 0);
  const groups = Object.keys(text.groups) as CommandGroup[]; // its own keys
  return (
    <Dialog
      open={keySheetOpen.value}
      onClose={close}
      title={text.sheet}
      wide
      footer={<Button onClick={close}>{text.close}</Button>}
    >
      {!singleKeys && <p class="quiet">{text.singleKeysOff}</p>}
      <div class="key-sheet">
        {groups.map((group) => (
          <Group key={group} name={text.groups[group]} of={withKeys.filter((each) => each.group === group)} />
        ))}
      </div>
    </Dialog>
  );
}

function Group({ name, of }: { name: string; of: readonly Command[] }): JSX.Element | null {
  if (of.length === 0) return null;
  return (
    <section>
      <h3>{name}</h3>
      <dl>
        {of.map((command) => (
          <div key={command.id}>
            <dt>{command.text}</dt>
            <dd>
              {keysOf(command).map((keys) => (
                <kbd key={keys}>{shownKeys(keys)}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
