import { getCatalogue } from '@palatine/contract';
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { type CatalogueHit, type CatalogueKind, nameOf, search } from '../data/catalogue.ts';
import { Combobox } from '../kit/Combobox.tsx';
import { TextField } from '../kit/TextField.tsx';
import { may } from '../session/session.ts';
import { texts } from '../texts/texts.ts';
import './catalogue-picker.css';
import { assign } from '../kit/assign.ts';

/** Most entries that are offered at once. */
const OFFERED = 60;

export interface CataloguePickerProps {
  kinds: readonly CatalogueKind[];
  /** The chosen id; '' for none. */
  id: string;
  onChange: (id: string, kind: CatalogueKind | undefined) => void;
  /** What is chosen, for screen readers; inside a Field the field's label says it. */
  label?: string;
  /** What stands before a name in the list, such as the glyph of an element. */
  mark?: (hit: CatalogueHit) => ComponentChildren;
  /** Only these are offered. */
  fits?: (hit: CatalogueHit) => boolean;
  placeholder?: string;
  disabled?: boolean;
}

/** What is shown of an entry: one that was found, or one that is chosen by its id. */
interface Choice {
  readonly id: string;
  readonly name: string;
  readonly hit?: CatalogueHit;
}

/** Finds an item, a Pal or a skill by name or id. A token that may not read the catalogue types the id. */
export function CataloguePicker(props: CataloguePickerProps) {
  const { kinds, id, onChange, mark, fits = () => true, placeholder, ...rest } = props;
  const words = texts.value.faces;
  const typed = useSignal<string | undefined>(undefined);
  if (!may(getCatalogue)) {
    return (
      <TextField
        {...rest}
        value={id}
        placeholder={placeholder ?? words.id}
        onInput={(text) => onChange(text, undefined)}
      />
    );
  }
  const shown = id === '' ? '' : nameIn(kinds, id);
  const found = search(typed.value ?? '', kinds, OFFERED).filter(fits);
  return (
    <Combobox<Choice>
      {...rest}
      value={id === '' ? null : { id, name: shown }}
      text={typed.value ?? shown}
      items={found.map((hit) => ({ id: hit.id, name: hit.name, hit }))}
      keyOf={(choice) => `${choice.hit?.kind ?? ''} ${choice.id}`}
      textOf={({ name }) => name}
      onText={(text) => assign(typed, text)}
      onChange={(choice) => {
        typed.value = undefined;
        onChange(choice?.id ?? '', choice?.hit?.kind);
      }}
      placeholder={placeholder ?? words.pick}
      empty={typed.value ? words.noHit : words.typeToFind}
    >
      {({ id: offered, name, hit }) => (
        <>
          <span class="menu-icon">{hit !== undefined && mark?.(hit)}</span>
          <span class="menu-text">
            {name}
            {offered !== name && <span class="faint">{offered}</span>}
          </span>
        </>
      )}
    </Combobox>
  );
}

function nameIn(kinds: readonly CatalogueKind[], id: string): string {
  for (const kind of kinds) {
    const name = nameOf(kind, id);
    if (name !== id) return name;
  }
  return id;
}
