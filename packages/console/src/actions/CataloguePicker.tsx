import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { type CatalogueHit, type CatalogueKind, catalogue, nameOf, search } from '../data/catalogue.ts';
import { Combobox } from '../kit/Combobox.tsx';
import { TextField } from '../kit/TextField.tsx';
import { texts } from '../texts/texts.ts';

/** Entries that are offered for a text. */
const OFFERED = 40;

export interface CataloguePickerProps {
  /** What is picked, for screen readers; inside a Field the field's label says it. */
  label?: string;
  kinds: readonly [CatalogueKind, ...CatalogueKind[]];
  /** The id that is picked; '' for none. */
  id: string;
  onPick: (id: string) => void;
  /** Empties itself after each pick, to pick several. */
  clears?: boolean;
}

/** Picks an entry of the catalogue by its name in the chosen language, its English name or its id. */
export function CataloguePicker(props: CataloguePickerProps): JSX.Element {
  const { label, kinds, id, onPick, clears = false } = props;
  const text = texts.value.actionFields;
  const typed = useSignal<string | undefined>(undefined);
  const name = id === '' ? '' : nameIn(kinds, id);
  const named = label === undefined ? {} : { label };
  if (catalogue.value === undefined) {
    return <TextField {...named} value={id} placeholder={text.find} onInput={onPick} />;
  }
  return (
    <Combobox<CatalogueHit>
      {...named}
      value={null}
      items={search(typed.value ?? name, kinds, OFFERED)}
      text={typed.value ?? name}
      onText={(next) => {
        typed.value = next;
        if (next === '' && id !== '') onPick('');
      }}
      onChange={(hit) => {
        typed.value = clears ? '' : undefined;
        if (hit !== null) onPick(hit.id);
      }}
      keyOf={({ kind, id }) => `${kind} ${id}`}
      textOf={({ name }) => (clears ? '' : name)}
      placeholder={text.find}
      empty={text.notFound}
    >
      {({ name, id }) => (
        <span class="picked">
          <span>{name}</span>
          <code class="faint">{id}</code>
        </span>
      )}
    </Combobox>
  );
}

function nameIn(kinds: readonly CatalogueKind[], id: string): string {
  return kinds.map((kind) => nameOf(kind, id)).find((name) => name !== id) ?? id;
}
