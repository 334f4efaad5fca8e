import { preference } from '../data/preferences.ts';
import { Dialog } from '../kit/Dialog.tsx';
import { texts } from '../texts/texts.ts';
import { shownKeys } from './keys.ts';
import {
  type Command,
  type CommandGroup,
  closeFrameDialog,
  commands,
  frameDialog,
  keysOf,
} from './registry.ts';
import './key-sheet.css';

/** Every key that does something here and now, by group. */
export default function KeySheet() {
  const text = texts.value.commands;
  const withKeys = commands.value.filter((command) => keysOf(command).length > 0);
  const groups = Object.keys(text.groups) as CommandGroup[]; // its own keys
  return (
    <Dialog
      open={frameDialog.value === 'keys'}
      onClose={closeFrameDialog}
      title={text.sheet}
      wide
      reads={text.sheet}
    >
      {!preference('singleKeys').value && <p class="quiet">{text.singleKeysOff}</p>}
      <div class="key-sheet">
        {groups.map((group) => (
          <Group
            key={group}
            name={text.groups[group]}
            commands={withKeys.filter((command) => command.group === group)}
          />
        ))}
      </div>
    </Dialog>
  );
}

function Group({ name, commands }: { name: string; commands: readonly Command[] }) {
  if (commands.length === 0) return null;
  return (
    <section>
      <h3>{name}</h3>
      <dl>
        {commands.map((command) => (
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
