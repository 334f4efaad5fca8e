import { Combobox as Base } from '@base-ui/react/combobox';
import type { ComponentChildren } from 'preact';
import './combobox.css';

export interface ComboboxProps<T> {
  /** The name of the choice, for screen readers; inside a Field the field's label says it. */
  label?: string;
  /** The chosen item; null for none. */
  value: T | null;
  /** The entries offered for `text`, best first: the caller searches. A few hundred at most. */
  items: readonly T[];
  text: string;
  onText: (text: string) => void;
  onChange: (value: T | null) => void;
  keyOf: (item: T) => string;
  textOf: (item: T) => string;
  /** How an item is shown in the list; its text unless set. */
  children?: (item: T) => ComponentChildren;
  /** Shown in place of the list when nothing fits. */
  empty: ComponentChildren;
  placeholder?: string;
  disabled?: boolean;
}

/** A field that finds one item among many, by typing. */
export function Combobox<T>(props: ComboboxProps<T>) {
  const { label, value, items, text, keyOf, textOf, children = textOf, empty, placeholder } = props;
  return (
    <Base.Root
      items={items}
      filter={null}
      value={value}
      inputValue={text}
      disabled={props.disabled ?? false}
      autoHighlight
      itemToStringLabel={textOf}
      isItemEqualToValue={(item: T, chosen: T) => keyOf(item) === keyOf(chosen)}
      onValueChange={(next: T | null) => props.onChange(next)}
      onInputValueChange={(next: string) => props.onText(next)}
    >
      <Base.Input className="input" aria-label={label} placeholder={placeholder} />
      <Base.Portal>
        <Base.Positioner className="floats" sideOffset={4}>
          <Base.Popup className="list-popup combobox-popup">
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
