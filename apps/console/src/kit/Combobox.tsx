import { Combobox as Base } from '@base-ui/react/combobox';
import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import './menu.css';

export function Combobox<T>(props: {
  label?: string;
  value: T | null;
  /** The entries offered for what is typed, best first: the caller searches. A few hundred at most. */
  items: readonly T[];
  /** The text of the input; undefined shows that of `value`. */
  typed: Signal<string | undefined>;
  onChange: (value: T | null) => void;
  keyOf: (item: T) => string;
  textOf: (item: T) => string;
  children: (item: T) => ComponentChildren;
  empty: ComponentChildren;
  placeholder?: string;
  disabled?: boolean;
}) {
  const { label, value, items, typed, keyOf, textOf, children, empty, placeholder } = props;
  return (
    <Base.Root
      items={items}
      filter={null}
      value={value}
      inputValue={typed.value ?? (value === null ? '' : textOf(value))}
      disabled={props.disabled ?? false}
      autoHighlight
      itemToStringLabel={textOf}
      isItemEqualToValue={(item: T, chosen: T) => keyOf(item) === keyOf(chosen)}
      onValueChange={(next: T | null) => {
        typed.value = undefined;
        props.onChange(next);
      }}
      onInputValueChange={(next: string) => (typed.value = next)}
    >
      <Base.Input className="input" aria-label={label} placeholder={placeholder} />
      <Base.Portal>
        <Base.Positioner className="floats" sideOffset={4}>
          <Base.Popup className="menu floating as-wide">
            <Base.Empty className="list-empty">{empty}</Base.Empty>
            <Base.List>
              {(item: T) => (
                <Base.Item key={keyOf(item)} value={item} className="menu-item">
                  {children(item)}
                </Base.Item>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
