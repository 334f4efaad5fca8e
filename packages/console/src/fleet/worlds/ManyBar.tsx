import type { FleetWorld } from '@palatine/contract';
import type { Signal } from '@preact/signals';
import ChevronDown from 'lucide/dist/esm/icons/chevron-down.mjs';
import type { JSX } from 'preact';
import { Button } from '../../kit/Button.tsx';
import { Checkbox } from '../../kit/Checkbox.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { Menu } from '../../kit/Menu.tsx';
import { MANY_KINDS, mayDo, openMany } from '../many/many-open.ts';
import { fleetTexts } from '../texts/fleet-texts.ts';

export interface ManyBarProps {
  /** The worlds that fit the filter. */
  found: readonly FleetWorld[];
  /** Keys of the chosen ones. */
  chosen: Signal<ReadonlySet<string>>;
  /** The chosen ones. */
  worlds: readonly FleetWorld[];
}

/** Chooses worlds, all that are shown at once too, and says what is to be done at them. */
export function ManyBar({ found, chosen, worlds }: ManyBarProps): JSX.Element {
  const text = fleetTexts.value;
  const keys = found.map(({ World }) => World);
  const some = keys.some((key) => chosen.value.has(key));
  const all = keys.every((key) => chosen.value.has(key));
  return (
    <div class="many-bar">
      <Checkbox
        checked={all}
        indeterminate={some && !all}
        onChange={(next) => {
          const others = [...chosen.value].filter((key) => !keys.includes(key));
          chosen.value = new Set(next ? [...others, ...keys] : others);
        }}
      >
        {worlds.length === 0 ? text.worlds.chooseAll : text.worlds.chosen(worlds.length)}
      </Checkbox>
      <Menu
        trigger={
          <Button disabled={worlds.length === 0}>
            {text.worlds.write}
            <Icon shape={ChevronDown} size={14} />
          </Button>
        }
        groups={[
          {
            id: 'writes',
            items: MANY_KINDS.filter(mayDo).map((kind) => ({
              id: kind,
              text: `${text.many[kind]}…`,
              danger: kind === 'ban',
              run: () => openMany(kind, worlds),
            })),
          },
        ]}
      />
      {worlds.length > 0 && (
        <Button
          kind="bare"
          onClick={() => {
            chosen.value = new Set();
          }}
        >
          {text.worlds.clear}
        </Button>
      )}
    </div>
  );
}
