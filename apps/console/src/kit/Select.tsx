import { Select as Base } from '@base-ui/react/select';
import type { Signal } from '@preact/signals';
import { Check, ChevronsUpDown } from 'lucide';
import type { ComponentChildren } from 'preact';
import { assign } from './assign.ts';
import { Icon } from './Icon.tsx';
import './select.css';

export interface Option<T extends string = string> {
  readonly value: T;
  readonly text: string;
}

/** The options of a table of texts: all of them, or those of some values. */
export function optionsOf<T extends string>(
  texts: Readonly<Record<T, string>>,
  values?: readonly T[],
): Option<T>[] {
  const all = values ?? (Object.keys(texts) as T[]); // its own keys
  return all.map((value) => ({ value, text: texts[value] }));
}

interface SelectOptions<T extends string> {
  /** The name of the choice, for screen readers; inside a Field the field's label says it. */
  label?: string;
  options: readonly Option<T>[];
  disabled?: boolean;
  /** Shown before the chosen value, such as "Guild:". */
  prefix?: ComponentChildren;
}

/** The value with its setter, or the signal that holds it. */
export type SelectProps<T extends string> = SelectOptions<T> &
  (
    | { value: T; onChange: (value: T) => void; bind?: never }
    | { bind: Signal<T>; value?: never; onChange?: never }
  );

/** A choice of one among a few. For more than some twenty take the Combobox. */
export function Select<T extends string>(props: SelectProps<T>) {
  const { label, options, bind, disabled = false, prefix } = props;
  const [value, setValue] =
    bind === undefined ? [props.value, props.onChange] : [bind.value, (next: T) => assign(bind, next)];
  return (
    <Base.Root
      items={options.map(({ value, text }) => ({ value, label: text }))}
      value={value}
      disabled={disabled}
      modal={false}
      onValueChange={(next) => {
        if (next !== null) setValue(next);
      }}
    >
      <Base.Trigger className="select" aria-label={label}>
        {prefix !== undefined && <span class="quiet">{prefix}</span>}
        <Base.Value className="select-value" />
        <Icon shape={ChevronsUpDown} size={14} />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner className="floats" sideOffset={4} alignItemWithTrigger={false}>
          <Base.Popup className="list-popup">
            {options.map(({ value, text }) => (
              <Base.Item key={value} value={value} className="menu-item">
                <span class="menu-icon">
                  <Base.ItemIndicator className="menu-check">
                    <Icon shape={Check} size={16} />
                  </Base.ItemIndicator>
                </span>
                <Base.ItemText className="menu-text">{text}</Base.ItemText>
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
