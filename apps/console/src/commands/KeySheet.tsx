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
  const groups = Map.groupBy(withKeys, ({ group }) => group);
  const names = Object.keys(text.groups) as CommandGroup[]; // its own keys
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
        {names
          .filter((name) => groups.has(name))
          .map((name) => (
            <Group key={name} name={text.groups[name]} commands={groups.get(name) ?? []} />
          ))}
      </div>
    </Dialog>
  );
}

function Group({ name, commands }: { name: string; commands: readonly Command[] }) {
  return (
    <section>
      <h3 class="group-label">{name}</h3>
      <dl>
        {commands.map((command) => (
          <div key={command.id} class="row between">
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
