import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { Search } from 'lucide';
import type { ComponentChildren } from 'preact';
import { Icon } from './Icon.tsx';
import './search-dialog.css';

export interface SearchDialogProps<T> {
  open: boolean;
  onClose: () => void;
  /** The name of the dialog, for screen readers. */
  label: string;
  placeholder: string;
  text: string;
  onText: (text: string) => void;
  /** The matches, in groups. Enter chooses the first one. */
  groups: readonly { readonly id: string; readonly label: string; readonly items: readonly T[] }[];
  keyOf: (item: T) => string;
  isDisabled: (item: T) => boolean;
  onChoose: (item: T) => void;
  children: (item: T) => ComponentChildren;
  /** Beside the field, such as a mark that something is still searched. */
  status?: ComponentChildren;
  empty: ComponentChildren;
  footer?: ComponentChildren;
}

/** A field over a list of everything that fits its text. Arrows and Enter choose, Esc closes. */
export function SearchDialog<T>(props: SearchDialogProps<T>) {
  const { open, onClose, label, placeholder, text, onText, groups, keyOf, isDisabled, onChoose } = props;
  return (
    <Dialog.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup className="search-dialog" aria-label={label}>
          <Autocomplete.Root
            open
            inline
            items={groups.map(({ id, items }) => ({ id, items: [...items] }))}
            filter={null}
            mode="none"
            autoHighlight="always"
            keepHighlight
            value={text}
            onValueChange={(next, { reason }) => {
              if (reason !== 'item-press') onText(next);
            }}
            itemToStringValue={keyOf as (item: unknown) => string}
          >
            <div class="search-field">
              <Icon shape={Search} />
              <Autocomplete.Input aria-label={label} placeholder={placeholder} />
              {props.status}
            </div>
            <Autocomplete.Empty className="list-empty">{props.empty}</Autocomplete.Empty>
            <Autocomplete.List className="search-list">
              {groups.map(({ id, label: name, items }) => (
                <Autocomplete.Group key={id} items={[...items]}>
                  <Autocomplete.GroupLabel className="menu-label">{name}</Autocomplete.GroupLabel>
                  {items.map((item) => (
                    <Autocomplete.Item
                      key={keyOf(item)}
                      value={item}
                      className="menu-item"
                      disabled={isDisabled(item)}
                      onClick={() => onChoose(item)}
                    >
                      {props.children(item)}
                    </Autocomplete.Item>
                  ))}
                </Autocomplete.Group>
              ))}
            </Autocomplete.List>
          </Autocomplete.Root>
          {props.footer !== undefined && <div class="search-footer">{props.footer}</div>}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
